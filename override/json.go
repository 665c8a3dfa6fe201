package override

import (
	"encoding/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// MarshalJSON implements [json.Marshaler]. A null value is written as null, an absent one is omitted. Hidden values are masked, see
// [Set.Hiding] and [Change.Reveal].
func (c Change) MarshalJSON() ([]byte, error) {
	j := struct {
		Origin Origin           `json:"origin"`
		Op     jsontree.Verb    `json:"op"`
		Path   jsontree.Pointer `json:"path"`
		Old    *any             `json:"old,omitempty"`
		New    *any             `json:"new,omitempty"`
	}{Origin: c.Origin, Op: c.Op, Path: c.Pointer}
	old, now := c.shownValues()
	if c.Op != jsontree.Add {
		j.Old = &old
	}
	if c.Op != jsontree.Remove {
		j.New = &now
	}
	return json.Marshal(j)
}

// MarshalJSON implements [json.Marshaler]. A hidden value is masked, see [Set.Hiding] and [Conflict.Reveal].
func (w Write) MarshalJSON() ([]byte, error) {
	j := struct {
		Origin Origin `json:"origin"`
		Value  *any   `json:"value,omitempty"`
	}{Origin: w.Origin}
	if value := w.shownValue(); !w.Absent {
		j.Value = &value
	}
	return json.Marshal(j)
}

// MarshalJSON implements [json.Marshaler]. Package json encodes a nil pointer to an explanation as null.
func (e Explanation) MarshalJSON() ([]byte, error) {
	type plain Explanation
	with := struct {
		*plain
		Error string `json:"error,omitempty"`
	}{plain: (*plain)(&e)}
	if e.Err != nil {
		with.Error = e.Err.Error()
	}
	return json.Marshal(with)
}
