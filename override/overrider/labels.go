package overrider

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// SetLabels sets labels, whether or not they exist. The map is not kept.
//
//  1. If metadata is absent, it is created. So is metadata.labels if absent or null.
//  2. Metadata of another type is skipped, with the reason.
//  3. Labels of another type, or with a value that is not a string, are an error.
func SetLabels(values map[string]string) override.Overrider {
	return newMetadataMap(labels, setKeys, slices.Sorted(maps.Keys(values)), values)
}

// ReplaceLabels sets the labels that exist. The others are skipped, with the reason, and so are all if metadata.labels is not an object
// of strings. The map is not kept.
func ReplaceLabels(values map[string]string) override.Overrider {
	return newMetadataMap(labels, replaceKeys, slices.Sorted(maps.Keys(values)), values)
}

// DeleteLabels removes labels. Absent ones are skipped, as in [ReplaceLabels]. If none is left, metadata.labels stays as an empty object.
func DeleteLabels(keys ...string) override.Overrider {
	return newMetadataMap(labels, deleteKeys, slices.Sorted(slices.Values(keys)), nil)
}

// SetAnnotations sets annotations, as [SetLabels] sets labels.
func SetAnnotations(values map[string]string) override.Overrider {
	return newMetadataMap(annotations, setKeys, slices.Sorted(maps.Keys(values)), values)
}

// ReplaceAnnotations sets the annotations that exist, as [ReplaceLabels] does.
func ReplaceAnnotations(values map[string]string) override.Overrider {
	return newMetadataMap(annotations, replaceKeys, slices.Sorted(maps.Keys(values)), values)
}

// DeleteAnnotations removes annotations, as [DeleteLabels] removes labels.
func DeleteAnnotations(keys ...string) override.Overrider {
	return newMetadataMap(annotations, deleteKeys, slices.Sorted(slices.Values(keys)), nil)
}

var labels, annotations = jsontree.Pointer{"metadata", "labels"}, jsontree.Pointer{"metadata", "annotations"}

// metadataMap edits metadata.labels or metadata.annotations.
type metadataMap struct {
	at   jsontree.Pointer
	verb keyVerb
	keys []metadataKey // sorted
}

// metadataKey is a key of a metadataMap.
type metadataKey struct {
	at    [3]string // metadata, labels or annotations, and the key: not a slice, which would be an allocation more for each key of a set
	value any       // nil if the verb needs none
}

func (k *metadataKey) pointer() jsontree.Pointer { return k.at[:] }

func (k *metadataKey) String() string { return k.at[2] }

type keyVerb int

const (
	setKeys keyVerb = iota
	replaceKeys
	deleteKeys
)

func newMetadataMap(at jsontree.Pointer, verb keyVerb, keys []string, values map[string]string) override.Overrider {
	keys = slices.Compact(keys)
	o := metadataMap{at: at, verb: verb, keys: make([]metadataKey, len(keys))}
	for i, key := range keys {
		o.keys[i].at = [...]string{at[0], at[1], key}
		if values != nil {
			o.keys[i].value = values[key]
		}
	}
	return o
}

// Override implements [override.Overrider].
func (o metadataMap) Override(in override.Input, out *override.Edits) error {
	if len(o.keys) == 0 {
		out.Skip("no keys are given")
		return nil
	}
	if o.verb == setKeys {
		return o.set(in, out)
	}
	v, exists := in.Get(o.at)
	present, err := in.StringMap(o.at, v, exists)
	if err != nil {
		out.Skip("%v", err)
		return nil
	}
	for i := range o.keys {
		key := &o.keys[i]
		if _, ok := present[key.String()]; !ok {
			out.Skip("%s has no key %q", o.at, key.String())
			continue
		}
		if o.verb == deleteKeys {
			err = out.Remove(key.pointer())
		} else {
			err = out.Replace(key.pointer(), key.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (o metadataMap) set(in override.Input, out *override.Edits) error {
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
		if err := out.Add(o.keys[i].pointer(), o.keys[i].value); err != nil {
			return err
		}
	}
	return nil
}
