package jsontree

import "slices"

// mark marks one map or list that the view has copied and may write in place. It also holds the marks of the
// maps and lists inside, usually one or two: the first maxChained marks form a linked list. More of them are in a
// map, or for a list in a slice of the same length, whose elements move together with those of the list.
type mark struct {
	value any // the current map or list
	at    markKey
	first *mark // head of the linked list of marks inside
	next  *mark // next mark inside the same parent
	more  *manyMarks
}

// manyMarks has the marks after the first maxChained ones.
type manyMarks struct {
	byKey map[string]*mark
	row   []*mark // by index
}

const maxChained = 8

// markKey is the key or the index of a map or list in its parent.
type markKey struct {
	key   string // in a map
	index int    // in a list
}

// get returns the mark at a key (index 0), or at an index (key ""), or nil.
func (o *mark) get(key string, index int) *mark {
	if o == nil {
		return nil
	}
	at := markKey{key, index}
	for m := o.first; m != nil; m = m.next {
		if m.at == at {
			return m
		}
	}
	if o.more == nil { // faster than the lookups below
		return nil
	}
	if index < len(o.more.row) {
		return o.more.row[index]
	}
	return o.more.byKey[key]
}

// lookup returns the value of m at a key, and its mark if it has one. It checks the marks first, which is faster.
func (o *mark) lookup(m map[string]any, key string) (v any, own *mark, found bool) {
	if own = o.get(key, 0); own != nil {
		return own.value, own, true
	}
	v, found = m[key]
	return v, nil, found
}

// add adds a mark at a key or an index that has none.
func (o *mark) add(key string, index int, m *mark) {
	m.at = markKey{key, index}
	length := 0
	for c := o.first; c != nil; c = c.next {
		length++
	}
	if length < maxChained {
		m.next, o.first = o.first, m
		return
	}
	if o.more == nil {
		o.more = &manyMarks{}
	}
	if _, isList := o.value.([]any); isList {
		if more := index + 1 - len(o.more.row); more > 0 {
			o.more.row = append(o.more.row, make([]*mark, more)...)
		}
		o.more.row[index] = m
		return
	}
	if o.more.byKey == nil {
		o.more.byKey = map[string]*mark{}
	}
	o.more.byKey[key] = m
}

// drop removes the mark at a key or an index. Without a mark there, it does nothing.
func (o *mark) drop(key string, index int) {
	at := markKey{key, index}
	for m := &o.first; *m != nil; m = &(*m).next {
		if (*m).at == at {
			*m = (*m).next
			return
		}
	}
	if o.more == nil {
		return
	}
	delete(o.more.byKey, key)
	if index < len(o.more.row) {
		o.more.row[index] = nil
	}
}

// inserted moves the marks from an index on up by one, after an element was inserted there.
func (o *mark) inserted(index int) {
	for m := o.first; m != nil; m = m.next {
		if m.at.index >= index {
			m.at.index++
		}
	}
	if o.more != nil && index < len(o.more.row) {
		o.more.row = slices.Insert(o.more.row, index, nil)
	}
}

// deleted moves the marks after an index down by one, after the element there was deleted and its mark dropped.
func (o *mark) deleted(index int) {
	for m := o.first; m != nil; m = m.next {
		if m.at.index > index {
			m.at.index--
		}
	}
	if o.more != nil && index < len(o.more.row) {
		o.more.row = slices.Delete(o.more.row, index, index+1)
	}
}
