package impact

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// Patch is the difference of two objects as the operations of RFC 6902, in the order of [jsontree.Diff].
type Patch []Operation

// Operation is an operation of a Patch, and who is responsible. Its values are copies. As JSON it is {"op", "path", "old", "new",
// "oldVaries", "before", "after"}; like String, it masks hidden values (see [override.Set.Hiding]).
type Operation struct {
	Op   jsontree.Verb // add, remove or replace
	Path jsontree.Pointer
	Old  any // nil for an addition
	New  any // nil for a removal

	// OldVaries is set only in a [Group]: Old is that of the first pair, and other pairs have other old values.
	OldVaries bool

	Before override.Origin // the step that decided Old; zero: it is the value of the input object
	After  override.Origin // the step that decided New, or that removed it; zero: the input object

	shown *[2]any // the masked values; nil: Old and New
}

// JSONPatch returns the patch as RFC 6902 JSON. It has the values of Secrets.
func (p Patch) JSONPatch() ([]byte, error) {
	type operation struct {
		Op    jsontree.Verb    `json:"op"`
		Path  jsontree.Pointer `json:"path"`
		Value *any             `json:"value,omitempty"`
	}
	operations := make([]operation, len(p))
	for i := range p {
		operations[i] = operation{Op: p[i].Op, Path: p[i].Path}
		if p[i].Op == jsontree.Remove {
			continue
		}
		if operations[i].Value = &p[i].New; !jsontree.Fits(p[i].New) {
			return nil, errUncomparable
		}
	}
	return json.Marshal(operations)
}

// Reveal returns a patch whose operations show all values as strings and as JSON, even those of Secrets. It shares memory with p.
func (p Patch) Reveal() Patch {
	c := slices.Clone(p)
	for i := range c {
		c[i].shown = nil
	}
	return c
}

// String returns the operation like a diff: "/a: 1 -> 2", "+ /a: 1" or "- /a: 1". Long values are cut.
func (o Operation) String() string {
	old, now := o.shownValues()
	text := override.Change{Op: o.Op, Pointer: o.Path, Old: old, New: now}.String()
	if o.OldVaries {
		text += " (other pairs have other old values)"
	}
	return text
}

// MarshalJSON implements [json.Marshaler].
func (o Operation) MarshalJSON() ([]byte, error) {
	old, now := o.shownValues()
	fields := map[string]any{"op": o.Op, "path": o.Path}
	if o.Op != jsontree.Add {
		fields["old"] = old
	}
	if o.Op != jsontree.Remove {
		fields["new"] = now
	}
	if o.OldVaries {
		fields["oldVaries"] = true
	}
	for name, origin := range map[string]override.Origin{"before": o.Before, "after": o.After} {
		if origin != (override.Origin{}) {
			fields[name] = origin
		}
	}
	for _, v := range [...]any{old, now} {
		if !jsontree.Fits(v) {
			return nil, errUncomparable
		}
	}
	return json.Marshal(fields)
}

func (o Operation) shownValues() (old, now any) {
	if o.shown != nil {
		return o.shown[0], o.shown[1]
	}
	return o.Old, o.New
}

var errUncomparable = errors.New("the object exceeds the depth or size limit of a document")

// patchOf returns the difference of two objects, without origins. It masks the values of a region.
func patchOf(before, after map[string]any, hidden redact.Region) (Patch, error) {
	var patch Patch
	for c := range jsontree.Diff(before, after) {
		if len(c.Pointer) == 0 && (!jsontree.Fits(before) || !jsontree.Fits(after)) {
			return nil, errUncomparable
		}
		old, errOld := jsontree.Clone(c.Old)
		now, errNew := jsontree.Clone(c.New)
		if err := cmp.Or(errOld, errNew); err != nil {
			return nil, maskedError(hidden, c.Pointer, err)
		}
		o := Operation{Op: c.Op, Path: c.Pointer.Child(), Old: old, New: now}
		o.hide(hidden)
		patch = append(patch, o)
	}
	return patch, nil
}

func maskedError(hidden redact.Region, at jsontree.Pointer, err error) error {
	if hidden.Touches(at) {
		return fmt.Errorf("the value at %s is not JSON", at)
	}
	return fmt.Errorf("the value at %s: %w", at, err)
}

func (o *Operation) hide(hidden redact.Region) {
	if !hidden.Touches(o.Path) {
		return
	}
	switch o.shown = new([2]any); o.Op {
	case jsontree.Add:
		o.shown[1] = hidden.Value(o.Path, o.New)
	case jsontree.Remove:
		o.shown[0] = hidden.Value(o.Path, o.Old)
	default:
		o.shown[0], o.shown[1] = hidden.Pair(o.Path, o.Old, o.New)
	}
}

// attribute sets the origins of the operations. Before is nil if there was no result.
func (p Patch) attribute(before, after *override.Result) {
	if len(p) == 0 {
		return
	}
	places := make([]jsontree.Pointer, len(p))
	for i := range p {
		places[i] = p[i].Path
	}
	was, is := make([]override.Origin, len(p)), after.Origins(places)
	if before != nil {
		was = before.Origins(places)
	}
	for i := range p {
		p[i].After = is[i]
		if p[i].Op != jsontree.Add {
			p[i].Before = was[i]
		}
	}
}

// errorOrigin returns the origin of an error of the engine.
func errorOrigin(err error) []override.Origin {
	var failed *override.Error
	if !errors.As(err, &failed) {
		return nil
	}
	return []override.Origin{{Policy: failed.Policy, At: failed.At}}
}

// sortedOrigins sorts origins, and drops duplicates and zero ones.
func sortedOrigins(origins []override.Origin) []override.Origin {
	slices.SortFunc(origins, func(a, b override.Origin) int {
		return cmp.Or(compareRefs(a.Policy, b.Policy), strings.Compare(a.At, b.At))
	})
	return slices.DeleteFunc(slices.Compact(origins), func(o override.Origin) bool { return o == override.Origin{} })
}
