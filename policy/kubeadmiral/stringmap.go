package kubeadmiral

import (
	"errors"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// labels is a labels entry. addIfAbsent adds its keys, and fails on a key that exists. overwrite, the default, writes the keys that
// exist. delete deletes keys. Absent labels become an empty map. An unknown operator writes nothing.
func labels(o api.StringMapOverrider) override.Overrider {
	return stringMap(o, overrider.WholeLabels)
}

// annotations is an annotations entry. It does to annotations what labels does to labels.
func annotations(o api.StringMapOverrider) override.Overrider {
	return stringMap(o, overrider.WholeAnnotations)
}

func stringMap(o api.StringMapOverrider, compile func(overrider.MapVerb, map[string]string) override.Overrider) override.Overrider {
	switch o.Operator {
	case api.OperatorAddIfAbsent:
		return stringMapOverrider{compile(overrider.MapInsert, o.Value), ""}
	case api.OperatorOverwrite, "":
		return stringMapOverrider{compile(overrider.MapReplace, o.Value), ""}
	case api.OperatorDelete:
		return stringMapOverrider{compile(overrider.MapDelete, o.Value), ""}
	}
	return stringMapOverrider{compile(overrider.MapReplace, nil), unknownOperator(o.Operator, mapOperators).Error()}
}

// stringMapOverrider is a labels or annotations entry, and what KubeAdmiral does differently: it reads a map with another type of value
// as empty.
type stringMapOverrider struct {
	override.Overrider
	note string
}

// Override implements [override.Overrider].
func (o stringMapOverrider) Override(in override.Input, out *override.Edits) error {
	if o.note != "" {
		out.Skip("%s", o.note)
	}
	err := o.Overrider.Override(in, out)
	if err == nil {
		return nil
	}
	var value *jsontree.ValueError
	if errors.As(err, &value) && !isKey(in, value.Pointer) {
		return override.Diverged(CodeReplacedMap, "reads the map as empty and replaces it", err)
	}
	return err
}

// isKey reports whether the pointer is that of a key with a string: the error is that the key exists, as in KubeAdmiral.
func isKey(in override.Input, at jsontree.Pointer) bool {
	v, _ := in.Get(at)
	_, isString := v.(string)
	return isString && len(at) == len(jsontree.Pointer{"metadata", "labels", "key"})
}

func validateLabels(at *field.Path, o api.StringMapOverrider) field.ErrorList {
	errs := dialect.ValidateLabels(at.Child("value"), o.Value)
	return append(errs, validateStringMap(at, o)...)
}

func validateAnnotations(at *field.Path, o api.StringMapOverrider) field.ErrorList {
	errs := dialect.ValidateAnnotations(at.Child("value"), o.Value)
	return append(errs, validateStringMap(at, o)...)
}

func validateStringMap(at *field.Path, o api.StringMapOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.Operator != "" {
		errs = append(errs, dialect.ValidateOneOf(at.Child("operator"), o.Operator, mapOperators...)...)
	}
	if len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "without keys there is nothing to do"))
	}
	return errs
}
