package karmada

import "github.com/overridekit/overridekit/override/overrider"

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// labels is a labelsOverrider entry. add writes its keys, making the map where there is none; replace and remove pass over
// keys that are not there; remove does not look at the values. An unknown operator fails, unless there are no keys.
func labels(o api.LabelAnnotationOverrider) override.Overrider {
	return stringMap(o, "labels", overrider.Labels)
}

// annotations is an annotationsOverrider entry; it does as labels does.
func annotations(o api.LabelAnnotationOverrider) override.Overrider {
	return stringMap(o, "annotations", overrider.Annotations)
}

func stringMap(o api.LabelAnnotationOverrider, name string, compile func(overrider.Verb, map[string]string) override.Overrider) override.Overrider {
	verb, ok := map[api.OverriderOperator]overrider.Verb{
		api.OverriderOpAdd: overrider.VerbSet, api.OverriderOpReplace: overrider.VerbReplace, api.OverriderOpRemove: overrider.VerbDelete,
	}[o.Operator]
	switch {
	case ok:
		return keys{compile(verb, o.Value), o, jsontree.Pointer{"metadata", name}}
	case len(o.Value) == 0:
		return override.Ignore(fmt.Sprintf("operator %q is unknown, and no keys are given", o.Operator))
	}
	return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
}

// keys is labels or annotations, with what Karmada does otherwise: it takes ~0 and ~1 in a key for escapes, and puts a new
// map in the place of one that it cannot read.
type keys struct {
	override.Overrider
	entry api.LabelAnnotationOverrider
	at    jsontree.Pointer // the map
}

// Override implements [override.Overrider].
func (o keys) Override(in override.Input, out *override.Edits) error {
	err := o.Overrider.Override(in, out)
	if err == nil {
		return nil
	}
	var value *jsontree.ValueError
	if errors.As(err, &value) {
		return override.Diverged(CodeReplacedMap, "puts a new map in place of the old", err)
	}
	return err
}

// Diverge implements [override.Diverger].
func (o keys) Diverge(in override.Input, out *override.Edits) {
	v, _ := in.Get(o.at)
	present, _ := v.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(o.entry.Value)) {
		if !strings.Contains(key, "~0") && !strings.Contains(key, "~1") {
			continue
		}
		if _, exists := present[key]; exists || o.entry.Operator == api.OverriderOpAdd {
			read := strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
			out.Diverge(CodeEscapedKey, o.at.Child(key), fmt.Sprintf("takes the key %q for %q", key, read), "the key is as it is written")
		}
	}
}

// validateLabels holds the keys and values against what an API server takes for labels.
func validateLabels(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := sorted(metav1validation.ValidateLabels(o.Value, at.Child("value")))
	return append(errs, validateStringMap(at, o)...)
}

// validateAnnotations does the same for annotations, all of which together may take 256 KiB.
func validateAnnotations(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := sorted(apivalidation.ValidateAnnotations(o.Value, at.Child("value")))
	return append(errs, validateStringMap(at, o)...)
}

func validateStringMap(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)
	if len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "without keys there is nothing to do"))
	}
	return errs
}
