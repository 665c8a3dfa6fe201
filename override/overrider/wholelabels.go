package overrider

import (
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// WholeLabels overrides metadata.labels and writes them as a whole. The map is kept: do not write it afterwards.
//
//  1. MapInsert adds keys. At least one is required, and an existing key is an error.
//  2. MapReplace sets the keys that exist, and MapDelete removes them. Absent keys are skipped, with the reason.
//  3. Labels that are absent or null become an empty map.
//  4. Labels of another type, or with a value that is not a string, are an error.
func WholeLabels(verb MapVerb, values map[string]string) override.Overrider {
	return newWholeMap(jsontree.Pointer{"metadata", "labels"}, verb, values)
}

// WholeAnnotations overrides metadata.annotations, as [WholeLabels] does metadata.labels.
func WholeAnnotations(verb MapVerb, values map[string]string) override.Overrider {
	return newWholeMap(jsontree.Pointer{"metadata", "annotations"}, verb, values)
}

type wholeMap struct {
	at       jsontree.Pointer
	verb     MapVerb
	values   map[string]string
	keys     []string           // sorted
	pointers []jsontree.Pointer // the pointers of the keys
	wanted   []any              // the values of the keys
}

func newWholeMap(at jsontree.Pointer, verb MapVerb, values map[string]string) override.Overrider {
	o := wholeMap{at: at, verb: verb, values: values, keys: slices.Sorted(maps.Keys(values))}
	for _, key := range o.keys {
		o.pointers, o.wanted = append(o.pointers, at.Child(key)), append(o.wanted, values[key])
	}
	return o
}

// Validate implements [override.Validator].
func (o wholeMap) Validate() error { return checkVerb(int(o.verb), int(MapDelete)+1) }

// Override implements [override.Overrider].
func (o wholeMap) Override(in override.Input, out *override.Edits) error {
	if o.verb != MapInsert && o.verb != MapReplace && o.verb != MapDelete {
		return override.Fault(fmt.Errorf("%s is not supported for labels or annotations", o.verb))
	}
	var present map[string]any
	v, exists := in.Get(o.at)
	if v != nil {
		var err error
		if present, err = in.StringMap(o.at, v, exists); err != nil {
			return err
		}
	}
	if o.verb == MapInsert && len(o.keys) == 0 {
		return override.Fault(fmt.Errorf("insert without keys"))
	}
	for i, key := range o.keys {
		switch value, exists := present[key]; {
		case o.verb == MapInsert && exists:
			return &jsontree.ValueError{Pointer: o.pointers[i], Found: jsontree.Describe(value), Expected: "no such key"}
		case o.verb != MapInsert && !exists:
			out.Skip("%s has no key %q", o.at, key)
		}
	}
	return out.Whole(o.at, func() error {
		if v == nil {
			return o.begin(out)
		}
		return o.edit(present, out)
	})
}

// begin writes a new map.
func (o wholeMap) begin(out *override.Edits) error {
	whole := map[string]any{}
	if o.verb == MapInsert {
		for key, value := range o.values {
			whole[key] = value
		}
	}
	return out.Set(o.at, whole)
}

// edit writes the keys that differ. The edits may write present itself; each key is read before it is written.
func (o wholeMap) edit(present map[string]any, out *override.Edits) error {
	for i, key := range o.keys {
		value, exists := present[key]
		var err error
		switch {
		case o.verb == MapDelete && exists:
			err = out.Remove(o.pointers[i])
		case o.verb == MapInsert, o.verb == MapReplace && exists && value != o.wanted[i]:
			err = out.Set(o.pointers[i], o.wanted[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}
