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

// apply gives the edited text, in memory of its own unless nothing is edited.
func (s splices) apply(text []byte) []byte {
	if len(s) == 0 {
		return text
	}
	slices.SortStableFunc(s, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
	size := len(text)
	for _, e := range s {
		size += len(e.text) - (e.end - e.start)
	}
	edited, at := make([]byte, 0, max(size, 0)), 0
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
	slices.SortStableFunc(s, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
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
