package textedit

import (
	"cmp"
	"slices"
)

// splice replaces the bytes from start to end by text.
type splice struct {
	start, end int
	text       string
}

// splices are edits of one text. They do not overlap; at one offset they are applied in order.
type splices []splice

// edit is the result of an operation: splices of the text, and the update of the nodes. Without splices nothing changes.
type edit struct {
	splices
	follow func() error // is called after the text is edited
}

// sort sorts splices in the order of the text.
func (s splices) sort() {
	slices.SortStableFunc(s, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
}

// end returns the end of the last splice in the edited text. The splices are sorted.
func (s splices) end() int {
	last := s[len(s)-1]
	return last.end + s.growth()
}

// growth returns the number of bytes by which the text grows.
func (s splices) growth() (n int) {
	for _, e := range s {
		n += len(e.text) - (e.end - e.start)
	}
	return n
}

// apply returns the edited text. It uses the memory of into if it is large enough, else it allocates room more bytes. The
// splices are sorted.
func (s splices) apply(text, into []byte, room int) []byte {
	edited, at := into[:0], 0
	if size := len(text) + s.growth(); cap(edited) < size {
		edited = make([]byte, 0, size+room)
	}
	for _, e := range s {
		if e.start > at {
			edited = append(edited, text[at:e.start]...)
		}
		edited = append(edited, e.text...)
		at = max(at, e.end)
	}
	return append(edited, text[at:]...)
}

// merged merges splices that may overlap and only remove text.
func (s splices) merged() splices {
	s.sort()
	merged := s[:0]
	for _, e := range s {
		if last := len(merged) - 1; last >= 0 && e.start <= merged[last].end {
			merged[last].end = max(merged[last].end, e.end)
		} else {
			merged = append(merged, e)
		}
	}
	return merged
}
