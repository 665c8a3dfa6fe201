package override

import (
	"encoding/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// MarshalJSON implements [json.Marshaler]. Null is a value, and not the lack of one.
func (c Change) MarshalJSON() ([]byte, error) {
	j := struct {
		Origin Origin           `json:"origin"`
		Op     jsontree.Op      `json:"op"`
		Path   jsontree.Pointer `json:"path"`
		Old    *any             `json:"old,omitempty"`
		New    *any             `json:"new,omitempty"`
	}{Origin: c.Origin, Op: c.Op, Path: c.Pointer}
	if c.Op != jsontree.Added {
		j.Old = &c.Old
	}
	if c.Op != jsontree.Removed {
		j.New = &c.New
	}
	return json.Marshal(j)
}

// MarshalJSON implements [json.Marshaler].
func (w Write) MarshalJSON() ([]byte, error) {
	j := struct {
		Origin Origin `json:"origin"`
		Value  *any   `json:"value,omitempty"`
	}{Origin: w.Origin}
	if !w.Absent {
		j.Value = &w.Value
	}
	return json.Marshal(j)
}

// MarshalJSON implements [json.Marshaler].
func (e *Explanation) MarshalJSON() ([]byte, error) {
	type plain Explanation
	with := struct {
		*plain
		Error string `json:"error,omitempty"`
	}{plain: (*plain)(e)}
	if e.Err != nil {
		with.Error = e.Err.Error()
	}
	return json.Marshal(with)
}
