package jsontree

// Revert undoes a change. It must be the last change of the view that is not undone yet; the result of any other is
// an error or a wrong document.
func (t *Tree) Revert(c Change) error {
	if len(c.Pointer) == 0 {
		t.root, t.own = c.Old, nil
		return nil
	}
	e := edit{tree: t, op: Set, pointer: c.Pointer, value: c.Old, emptyKeys: true}
	switch {
	case c.Op == Add:
		e.op, e.value = Remove, nil
	case c.Op == Remove && c.InList:
		e.op = Add
	}
	_, _, err := e.apply()
	return err
}
