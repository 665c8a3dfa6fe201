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

func stringMap(
	o api.LabelAnnotationOverrider, at jsontree.Pointer,
	set, replace func(map[string]string) override.Overrider, remove func(...string) override.Overrider,
) override.Overrider {
	switch o.Operator {
	case api.OverriderOpAdd:
		compiled := stringMapOverrider{Overrider: set(o.Value), at: at, entry: o, escaped: escaped(o.Value)}
		if len(compiled.escaped) > 0 {
			compiled.reads = set(readKeys(o.Value))
		}
		return compiled
	case api.OverriderOpReplace:
		return stringMapOverrider{Overrider: replace(o.Value), at: at, entry: o, escaped: escaped(o.Value)}
	case api.OverriderOpRemove:
		return stringMapOverrider{Overrider: remove(slices.Collect(maps.Keys(o.Value))...), at: at, entry: o, escaped: escaped(o.Value)}
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
	entry   api.LabelAnnotationOverrider
	escaped []string           // the keys that Karmada reads as others, sorted
	reads   override.Overrider // adds the keys that Karmada reads; nil if they are not others, or the entry adds none
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
		if _, exists := present[key]; exists || o.entry.Operator == api.OverriderOpAdd {
			read := readKey(key)
			out.DivergeAt(CodeEscapedKey, fmt.Sprintf("reads the key %q as %q", key, read), "the key is used as written", o.at.Child(key), o.at.Child(read))
		}
	}
}

// Imitate implements [override.Imitator]. Karmada looks for the keys as they are written, and then patches the keys that it reads.
func (o stringMapOverrider) Imitate(in override.Input, out *override.Edits) error {
	v, _ := in.Get(o.at)
	present, _ := v.(map[string]any)
	odd := func(v any) bool { _, ok := v.(string); return !ok }
	switch {
	case o.reads != nil:
		return o.reads.Override(in, out)
	case len(o.escaped) == 0, slices.ContainsFunc(slices.Collect(maps.Values(present)), odd):
		return o.Overrider.Override(in, out)
	}
	left := maps.Clone(present)
	for _, key := range slices.Sorted(maps.Keys(o.entry.Value)) {
		_, exists := present[key]
		read := readKey(key)
		_, found := left[read]
		switch {
		case !exists:
		case !found:
			return fmt.Errorf("%s has no key %q", o.at, read)
		case o.entry.Operator == api.OverriderOpRemove:
			delete(left, read)
		default:
			left[read] = o.entry.Value[key]
		}
	}
	return out.Set(o.at, left)
}

// readKeys returns the entries with the keys that Karmada reads.
func readKeys(entries map[string]string) map[string]string {
	read := make(map[string]string, len(entries))
	for key, value := range entries {
		read[readKey(key)] = value
	}
	return read
}

// readKey returns the key that Karmada reads.
func readKey(key string) string { return strings.NewReplacer("~1", "/", "~0", "~").Replace(key) }

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
