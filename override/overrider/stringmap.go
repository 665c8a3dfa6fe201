package overrider

import (
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Labels overrides metadata.labels.
//
//  1. VerbSet writes every key. A map that is absent or null is made first, and so is metadata when it is absent; metadata of
//     another type leaves the keys unwritten, with the reason. A map of another type, or one that holds something other
//     than strings, is an error.
//  2. VerbReplace and VerbDelete leave alone the keys that are absent, with the reason; so they do with all keys when the map is
//     not one of strings. A map whose last key is deleted stays, empty.
//
// Keys are keys: nothing in them is an escape.
func Labels(verb Verb, values map[string]string) override.Overrider {
	return newStringMap(jsontree.Pointer{"metadata", "labels"}, verb, values)
}

// Annotations overrides metadata.annotations, as [Labels] does metadata.labels.
func Annotations(verb Verb, values map[string]string) override.Overrider {
	return newStringMap(jsontree.Pointer{"metadata", "annotations"}, verb, values)
}

// stringMap edits a map of strings that lies in metadata.
type stringMap struct {
	at   jsontree.Pointer
	verb Verb
	keys []string // sorted
	each []jsontree.Pointer
	to   []any // the values of the keys
}

func newStringMap(at jsontree.Pointer, verb Verb, values map[string]string) override.Overrider {
	if verb != VerbSet && verb != VerbReplace && verb != VerbDelete {
		return override.Fail(fmt.Errorf("%s cannot be done to labels or annotations", verb))
	}
	o := stringMap{at: at, verb: verb, keys: slices.Sorted(maps.Keys(values))}
	for _, key := range o.keys {
		o.each, o.to = append(o.each, at.Child(key)), append(o.to, values[key])
	}
	return o
}

// Override implements [Overrider].
func (o stringMap) Override(in override.Input, out *override.Edits) error {
	if len(o.keys) == 0 {
		out.Skip("no keys are given")
		return nil
	}
	if o.verb == VerbSet {
		return o.set(in, out)
	}
	v, exists := in.Get(o.at)
	present, err := in.StringMap(o.at, v, exists)
	if err != nil {
		out.Skip("%v", err)
		return nil
	}
	for i, key := range o.keys {
		if _, ok := present[key]; !ok {
			out.Skip("%s has no key %q", o.at, key)
			continue
		}
		if o.verb == VerbDelete {
			err = out.Remove(o.each[i])
		} else {
			err = out.Replace(o.each[i], o.to[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (o stringMap) set(in override.Input, out *override.Edits) error {
	parent := o.at[:len(o.at)-1]
	switch v, exists := in.Get(parent); v.(type) {
	case map[string]any:
	default:
		if exists {
			out.Skip("%s is %s, expected an object", parent, jsontree.Describe(v))
			return nil
		}
		if err := out.Add(parent, map[string]any{}); err != nil {
			return err
		}
	}
	v, exists := in.Get(o.at)
	if v == nil {
		if err := out.Add(o.at, map[string]any{}); err != nil {
			return err
		}
	} else if _, err := in.StringMap(o.at, v, exists); err != nil {
		return err
	}
	for i := range o.keys {
		if err := out.Add(o.each[i], o.to[i]); err != nil {
			return err
		}
	}
	return nil
}
