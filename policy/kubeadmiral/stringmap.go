package kubeadmiral

import (
	"errors"

	"github.com/overridekit/overridekit/override/overrider"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"

	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// labels is a labels entry: addIfAbsent writes its keys and fails on one that is there, overwrite, which is also meant by no
// operator, writes the keys that are there, delete takes keys away. Labels that are absent become an empty map. An
// unknown operator writes nothing.
func labels(o api.StringMapOverrider) override.Overrider {
	return stringMap(o, overrider.WholeLabels)
}

// annotations is an annotations entry; it does as labels does.
func annotations(o api.StringMapOverrider) override.Overrider {
	return stringMap(o, overrider.WholeAnnotations)
}

func stringMap(o api.StringMapOverrider, compile func(overrider.Verb, map[string]string) override.Overrider) override.Overrider {
	switch o.Operator {
	case api.OperatorAddIfAbsent:
		return typed{compile(overrider.VerbInsert, o.Value), ""}
	case api.OperatorOverwrite, "":
		return typed{compile(overrider.VerbReplace, o.Value), ""}
	case api.OperatorDelete:
		return typed{compile(overrider.VerbDelete, o.Value), ""}
	}
	return typed{compile(overrider.VerbReplace, nil), unknownOperator(o.Operator, mapOperators).Error()}
}

// typed is an override of a map, with what KubeAdmiral does otherwise: a map that it cannot read is empty to it.
type typed struct {
	override.Overrider
	note string
}

// Override implements [override.Overrider].
func (o typed) Override(in override.Input, out *override.Edits) error {
	if o.note != "" {
		out.Skip("%s", o.note)
	}
	err := o.Overrider.Override(in, out)
	if err == nil {
		return nil
	}
	var value *jsontree.ValueError
	if errors.As(err, &value) && value.Expected != "no such key" {
		return override.Diverged(CodeReplacedMap, "takes the map for an empty one and replaces it", err)
	}
	return err
}

// validateLabels holds the keys and values against what an API server takes for labels.
func validateLabels(at *field.Path, o api.StringMapOverrider) field.ErrorList {
	errs := dialect.Sorted(metav1validation.ValidateLabels(o.Value, at.Child("value")))
	return append(errs, validateStringMap(at, o)...)
}

// validateAnnotations does the same for annotations, all of which together may take 256 KiB.
func validateAnnotations(at *field.Path, o api.StringMapOverrider) field.ErrorList {
	errs := dialect.Sorted(apivalidation.ValidateAnnotations(o.Value, at.Child("value")))
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
