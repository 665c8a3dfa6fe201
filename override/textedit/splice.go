package textedit

import (
	"cmp"
	"slices"
)

// splice puts text in the place of what stands from start to end.
type splice struct {
	start, end int
	text       string
}

// splices are edits of one text. They do not overlap; at one place, an earlier one comes first.
type splices []splice

// edit is what an operation comes to: splices of the text, and how what was read of it follows. Without splices nothing changes.
type edit struct {
	splices
	follow func() error // is called when the text is edited
}

// sort puts splices in the order of the text.
func (s splices) sort() {
	slices.SortStableFunc(s, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
}

// end is where the last splice ends in the edited text. The splices are sorted.
func (s splices) end() int {
	last := s[len(s)-1]
	return last.end + s.growth()
}

// growth is how much longer the text becomes.
func (s splices) growth() (n int) {
	for _, e := range s {
		n += len(e.text) - (e.end - e.start)
	}
	return n
}

// apply gives the edited text, in the memory of into if that is enough, else with room for so much more. The splices are sorted.
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

// merged is what is taken away by edits that may overlap and put nothing in its place.
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
