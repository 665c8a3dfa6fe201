package overrider

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Writes implements [override.Writer].
func (o Patch) Writes() (self any, writes []override.KnownWrite) {
	switch o.Op {
	case jsontree.Add, jsontree.Replace, jsontree.Set:
		return o, []override.KnownWrite{{Pointer: o.Pointer, Value: o.Value, HasValue: true}}
	case jsontree.Remove:
		return o, []override.KnownWrite{{Pointer: o.Pointer, Removes: true}}
	}
	return o, nil
}

// Writes implements [override.Writer]. It is known if Where is an [ImageAt].
func (o Image) Writes() (self any, writes []override.KnownWrite) {
	if at, is := o.Where.(ImageAt); is {
		writes = []override.KnownWrite{{Pointer: jsontree.Pointer(at)}}
	}
	return o, writes
}

// Writes implements [override.Writer].
func (o embedded) Writes() (any, []override.KnownWrite) {
	return o, []override.KnownWrite{{Pointer: o.At}}
}

// Writes implements [override.Writer].
func (o metadataMap) Writes() (any, []override.KnownWrite) {
	writes := make([]override.KnownWrite, len(o.keys))
	for i := range o.keys {
		key := &o.keys[i]
		writes[i] = override.KnownWrite{Pointer: key.pointer(), Value: key.value, HasValue: o.verb != deleteKeys, Removes: o.verb == deleteKeys}
	}
	return o, writes
}

// Writes implements [override.Writer].
func (o wholeMap) Writes() (any, []override.KnownWrite) {
	writes := make([]override.KnownWrite, len(o.keys))
	for i := range o.keys {
		writes[i] = override.KnownWrite{Pointer: o.pointers[i], Value: o.wanted[i], HasValue: o.verb != MapDelete, Removes: o.verb == MapDelete}
	}
	return o, writes
}
