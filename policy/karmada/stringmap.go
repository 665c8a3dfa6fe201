package karmada

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

var labelsAt, annotationsAt = jsontree.Pointer{"metadata", "labels"}, jsontree.Pointer{"metadata", "annotations"}

// labels is a labelsOverrider entry. add writes its keys, and creates an absent map; replace and remove ignore keys that the map does
// not have; remove ignores the values. An unknown operator fails if there are keys.
func labels(o api.LabelAnnotationOverrider) override.Overrider {
	return stringMap(o, labelsAt, overrider.SetLabels, overrider.ReplaceLabels, overrider.DeleteLabels)
}

// annotations is an annotationsOverrider entry. It does to annotations what labels does to labels.
func annotations(o api.LabelAnnotationOverrider) override.Overrider {
	return stringMap(o, annotationsAt, overrider.SetAnnotations, overrider.ReplaceAnnotations, overrider.DeleteAnnotations)
}

func stringMap(o api.LabelAnnotationOverrider, at jsontree.Pointer, set, replace func(map[string]string) override.Overrider, remove func(...string) override.Overrider) override.Overrider {
	switch o.Operator {
	case api.OverriderOpAdd:
		return stringMapOverrider{set(o.Value), at, escaped(o.Value), true}
	case api.OverriderOpReplace:
		return stringMapOverrider{replace(o.Value), at, escaped(o.Value), false}
	case api.OverriderOpRemove:
		return stringMapOverrider{remove(slices.Collect(maps.Keys(o.Value))...), at, escaped(o.Value), false}
	}
	if len(o.Value) == 0 {
		return override.Ignore(fmt.Sprintf("operator %q is unknown, and no keys are given", o.Operator))
	}
	return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
}

// stringMapOverrider is a labelsOverrider or annotationsOverrider entry, and what Karmada does differently: it reads ~0 and ~1 in a
// key as escapes, and replaces a map that it cannot read.
type stringMapOverrider struct {
	override.Overrider
	at      jsontree.Pointer // the map
	escaped []string         // the keys that Karmada reads as others, sorted
	adds    bool             // keys that the map does not have
}

// escaped returns the keys with ~0 or ~1, sorted.
func escaped(entries map[string]string) []string {
	var keys []string
	for key := range entries {
		if strings.Contains(key, "~0") || strings.Contains(key, "~1") {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Override implements [override.Overrider].
func (o stringMapOverrider) Override(in override.Input, out *override.Edits) error {
	err := o.Overrider.Override(in, out)
	if err == nil {
		return nil
	}
	var value *jsontree.ValueError
	if errors.As(err, &value) {
		return override.Diverged(CodeReplacedMap, "replaces the map", err)
	}
	return err
}

// Diverge implements [override.Diverger].
func (o stringMapOverrider) Diverge(in override.Input, out *override.Edits) {
	v, _ := in.Get(o.at)
	present, _ := v.(map[string]any)
	for _, key := range o.escaped {
		if _, exists := present[key]; exists || o.adds {
			read := strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
			out.Diverge(CodeEscapedKey, o.at.Child(key), fmt.Sprintf("reads the key %q as %q", key, read), "the key is used as written")
		}
	}
}

func validateLabels(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := dialect.ValidateLabels(at.Child("value"), o.Value)
	return append(errs, validateStringMap(at, o)...)
}

func validateAnnotations(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := dialect.ValidateAnnotations(at.Child("value"), o.Value)
	return append(errs, validateStringMap(at, o)...)
}

func validateStringMap(at *field.Path, o api.LabelAnnotationOverrider) field.ErrorList {
	errs := validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)
	if len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "without keys there is nothing to do"))
	}
	return errs
}
