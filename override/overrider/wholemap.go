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
//  1. MapInsert adds keys. It is an error to give none, or one that is there.
//  2. MapReplace writes the keys that are there, MapDelete takes them away; of the others the reason is noted.
//  3. Labels that are absent or null become an empty map. Labels of another type, or of which one is no string, are an error.
func WholeLabels(verb MapVerb, values map[string]string) override.Overrider {
	return newWholeMap(jsontree.Pointer{"metadata", "labels"}, verb, values)
}

// WholeAnnotations overrides metadata.annotations, as [WholeLabels] does metadata.labels.
func WholeAnnotations(verb MapVerb, values map[string]string) override.Overrider {
	return newWholeMap(jsontree.Pointer{"metadata", "annotations"}, verb, values)
}

type wholeMap struct {
	at     jsontree.Pointer
	verb   MapVerb
	values map[string]string
	keys   []string           // sorted
	each   []jsontree.Pointer // the places of the keys
}

func newWholeMap(at jsontree.Pointer, verb MapVerb, values map[string]string) override.Overrider {
	o := wholeMap{at: at, verb: verb, values: values, keys: slices.Sorted(maps.Keys(values))}
	for _, key := range o.keys {
		o.each = append(o.each, at.Child(key))
	}
	return o
}

// Validate implements [override.Validator].
func (o wholeMap) Validate() error { return checkVerb(int(o.verb), int(MapDelete)+1) }

// Override implements [override.Overrider].
func (o wholeMap) Override(in override.Input, out *override.Edits) error {
	if o.verb != MapInsert && o.verb != MapReplace && o.verb != MapDelete {
		return override.Fault(fmt.Errorf("%s cannot be done to labels or annotations", o.verb))
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
		return override.Fault(fmt.Errorf("insert needs keys"))
	}
	for i, key := range o.keys {
		switch value, exists := present[key]; {
		case o.verb == MapInsert && exists:
			return &jsontree.ValueError{Pointer: o.each[i], Found: jsontree.Describe(value), Expected: "no such key"}
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

// begin writes a map where there is none.
func (o wholeMap) begin(out *override.Edits) error {
	whole := map[string]any{}
	if o.verb == MapInsert {
		for key, value := range o.values {
			whole[key] = value
		}
	}
	return out.Set(o.at, whole)
}

// edit writes what differs. The map that is there may be the one that is written, but each key is asked for before it is.
func (o wholeMap) edit(present map[string]any, out *override.Edits) error {
	for i, key := range o.keys {
		value, exists := present[key]
		var err error
		switch {
		case o.verb == MapDelete && exists:
			err = out.Remove(o.each[i])
		case o.verb == MapInsert, o.verb == MapReplace && exists && value != o.values[key]:
			err = out.Set(o.each[i], o.values[key])
		}
		if err != nil {
			return err
		}
	}
	return nil
}
