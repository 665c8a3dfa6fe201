package jsontree

import (
	"reflect"
	"slices"
	"sync"
)

// splicer appends a document that is similar to an encoded one. It copies as much as possible from the encoded text.
type splicer struct {
	encoder
	from   *Encoding
	copied int32 // start of the part of from.text to copy next
	end    int32 // of this part
	values []any // of the maps around the current place
}

// splicers keeps the memory of members, nodes and values, and in Encode of the text.
var splicers = sync.Pool{New: func() any { return new(splicer) }}

// maxSpare limits the members, and the bytes of text, whose memory is kept.
const maxSpare = 64 << 10

// free ends the use of the splicer.
func (s *splicer) free() {
	s.reset()
	clear(s.values) // after an error
	s.root, s.from, s.values = nil, nil, s.values[:0]
	if cap(s.members) <= maxSpare && cap(s.values) <= maxSpare && cap(s.text) <= maxSpare {
		splicers.Put(s)
	}
}

// document appends a document.
func (s *splicer) document(v any) bool {
	if s.from == nil || len(s.from.nodes) == 0 {
		_, ok := s.value(v, 0)
		return ok
	}
	ok := s.update(&member{value: s.from.document, end: int32(len(s.from.text))}, 0, v, 0)
	s.flush()
	return ok
}

// copy appends from.text[begin:end], together with the part before it if possible.
func (s *splicer) copy(begin, end int32) {
	if begin != s.end {
		s.flush()
		s.copied = begin
	}
	s.end = end
}

func (s *splicer) flush() {
	s.text = append(s.text, s.from.text[s.copied:s.end]...)
	s.copied = s.end
}

// fresh appends a value that the encoded document does not have.
func (s *splicer) fresh(v any, depth int) bool {
	s.flush()
	_, ok := s.value(v, depth)
	s.reset()
	return ok
}

// update appends the part of a member from start on, with a new value.
func (s *splicer) update(m *member, start int32, v any, depth int) bool {
	if m.inside == none {
		if sameScalar(m.value, v) {
			s.copy(start, m.end)
			return true
		}
	} else {
		switch v := v.(type) {
		case map[string]any:
			if was, ok := m.value.(map[string]any); ok && v != nil {
				s.copy(start, m.begin)
				return s.object(m.inside, was, v, depth)
			}
		case []any:
			if was, ok := m.value.([]any); ok && v != nil {
				s.copy(start, m.begin)
				return s.list(m.inside, was, v, depth)
			}
		}
	}
	s.copy(start, m.begin)
	return s.fresh(v, depth)
}

// whole appends a map or a list as it was.
func (s *splicer) whole(n *node) bool {
	s.copy(n.start, n.end)
	s.left -= int(n.size)
	return s.left >= 0
}

// absent is in the place of a value that a map does not have.
type absent struct{}

func (s *splicer) object(inside int32, was, is map[string]any, depth int) bool {
	n := &s.from.nodes[inside]
	if sameMap(was, is) {
		return s.whole(n)
	}
	if !s.enter(len(is), depth) {
		return false
	}
	members := s.from.members[n.first : n.first+n.count]
	base, found := len(s.values), 0
	for i := range members {
		v, has := is[members[i].key]
		if has {
			found++
		} else {
			v = absent{}
		}
		s.values = append(s.values, v)
	}
	var added []string
	if found < len(is) {
		added = keysOnlyIn(is, was)
	}
	s.copy(n.start, n.start+1)
	comma := false
	for i := range members {
		for len(added) > 0 && added[0] < members[i].key {
			if !s.add(added[0], is[added[0]], comma, depth) {
				return false
			}
			added, comma = added[1:], true
		}
		v := s.values[base+i]
		if v == any(absent{}) {
			continue
		}
		if !s.update(&members[i], s.separate(n, i, comma), v, depth+1) {
			return false
		}
		comma = true
	}
	for _, key := range added {
		if !s.add(key, is[key], comma, depth) {
			return false
		}
		comma = true
	}
	clear(s.values[base:])
	s.values = s.values[:base]
	s.copy(n.end-1, n.end)
	return true
}

// separate returns where the copy of a member begins: at its key, or at the comma before it if the result needs one.
func (s *splicer) separate(n *node, index int, comma bool) int32 {
	before := n.start // the bracket or the comma before the member
	if index > 0 {
		before = s.from.members[int(n.first)+index-1].end
	}
	if comma && index > 0 {
		return before
	}
	if comma {
		s.flush()
		s.text = append(s.text, ',')
	}
	return before + 1
}

// add appends a key that the encoded map does not have.
func (s *splicer) add(key string, v any, comma bool, depth int) bool {
	s.flush()
	if comma {
		s.text = append(s.text, ',')
	}
	s.text = append(appendString(s.text, key), ':')
	return s.fresh(v, depth+1)
}

// list pairs the elements of two lists: the common ones at the end, and the others from the start on.
func (s *splicer) list(inside int32, was, is []any, depth int) bool {
	n := &s.from.nodes[inside]
	if sameList(was, is) {
		return s.whole(n)
	}
	if !s.enter(len(is), depth) {
		return false
	}
	tail := 0
	if len(was) != len(is) {
		for tail < min(len(was), len(is)) && sameValue(was[len(was)-1-tail], is[len(is)-1-tail]) {
			tail++
		}
	}
	s.copy(n.start, n.start+1)
	for i, v := range is {
		ok, at := false, i
		if i >= len(is)-tail {
			at += len(was) - len(is)
		}
		if at < len(was)-tail || i >= len(is)-tail {
			m := &s.from.members[int(n.first)+at]
			ok = s.update(m, s.separate(n, at, i > 0), v, depth+1)
		} else {
			s.flush()
			if i > 0 {
				s.text = append(s.text, ',')
			}
			ok = s.fresh(v, depth+1)
		}
		if !ok {
			return false
		}
	}
	s.copy(n.end-1, n.end)
	return true
}

// keysOnlyIn returns the keys of a map that another one does not have, sorted.
func keysOnlyIn(m, other map[string]any) []string {
	var keys []string
	for key := range m {
		if _, has := other[key]; !has {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// sameMap reports whether two maps are one in memory.
func sameMap(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// sameList reports whether two lists are one in memory.
func sameList(a, b []any) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// sameValue reports whether two values are equal without a look inside.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && a != nil && b != nil && sameMap(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && a != nil && b != nil && sameList(a, b)
	}
	return sameScalar(a, b)
}
