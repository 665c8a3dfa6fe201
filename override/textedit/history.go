package textedit

import "sort"

// keptSpan is a range of a text that edits have kept and moved by a number of bytes.
type keptSpan struct{ from, to, by int }

// history maps offsets of a text to offsets after later edits. It has the kept spans of each edit, and of all groups of two,
// four, eight and so on. Mapping an offset takes O(log² n) steps, and n edits need O(n log n) memory.
type history struct {
	edits int
	spans [][][]keptSpan // spans[k][i] is kept by the edits from i<<k up to (i+1)<<k
}

// add records an edit of a text of length bytes. The splices are sorted and do not overlap.
func (h *history) add(s splices, length int) {
	var spans []keptSpan
	from, by := 0, 0
	for _, e := range s {
		if from < e.start {
			spans = append(spans, keptSpan{from, e.start, by})
		}
		from, by = e.end, by+len(e.text)-(e.end-e.start)
	}
	spans = append(spans, keptSpan{from, length + 1, by}) // with the end of the text
	h.edits++
	for k := 0; ; k++ {
		if k == len(h.spans) {
			h.spans = append(h.spans, nil)
		}
		h.spans[k] = append(h.spans[k], spans)
		count := len(h.spans[k])
		if count%2 != 0 {
			return
		}
		spans = compose(h.spans[k][count-2], spans)
	}
}

// compose returns the spans that two consecutive edits keep.
func compose(first, second []keptSpan) []keptSpan {
	both := make([]keptSpan, 0, len(first)+len(second))
	for i, k := 0, 0; i < len(first) && k < len(second); {
		a, b := first[i], second[k]
		from, to := max(a.from+a.by, b.from), min(a.to+a.by, b.to)
		if from < to {
			both = append(both, keptSpan{from - a.by, to - a.by, a.by + b.by})
		}
		if a.to+a.by <= b.to {
			i++
		}
		if b.to <= a.to+a.by {
			k++
		}
	}
	return both
}

// now returns the current offset of the byte that was at p after the given number of edits. For a removed byte it returns the
// offset of the next remaining one.
func (h *history) now(p, edits int) int {
	for edits < h.edits {
		k := 0
		for edits>>k%2 == 0 && edits+2<<k <= h.edits {
			k++
		}
		spans := h.spans[k][edits>>k]
		i := sort.Search(len(spans), func(i int) bool { return p < spans[i].to })
		if i == len(spans) {
			return p // after the end of the text
		}
		p = max(p, spans[i].from) + spans[i].by
		edits += 1 << k
	}
	return p
}
