package jsontree

// Revert takes back a change: the document is again as it was before it. The change must be the last one that was made on the view
// and is not taken back yet. Any other is an error, or leaves a document that nobody has asked for.
func (t *Tree) Revert(c Change) error {
	if t == nil {
		return &Error{Op: "revert", Pointer: c.Pointer, Reason: "is a nil view, expected one that can be edited"}
	}
	if len(c.Pointer) == 0 {
		t.root, t.own = c.Old, nil
		return nil
	}
	e := edit{tree: t, op: Set, pointer: c.Pointer, value: c.Old, anyway: true}
	switch {
	case c.Op == Add:
		e.op, e.value = Remove, nil
	case c.Op == Remove && c.InList:
		e.op = Add
	}
	_, _, err := e.apply()
	return err
}
