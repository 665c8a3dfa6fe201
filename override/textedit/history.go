package textedit

import "sort"

// kept is a stretch of a text that edits have left as it was: the bytes from one to another now stand so much further behind.
type keptSpan struct{ from, to, by int }

// history is where the bytes of a text stand after several edits. For each edit it holds what that kept, and for each two, four,
// eight edits and so on, what they kept together. So a byte is found again in O(log² n) steps, and n edits take O(n log n) memory.
type history struct {
	edits int
	spans [][][]keptSpan // spans[k][i] is what the edits from i<<k up to (i+1)<<k kept
}

// add takes note of an edit of a text of so many bytes. The splices are sorted and do not overlap.
func (h *history) add(s splices, length int) {
	var stretches []keptSpan
	from, by := 0, 0
	for _, e := range s {
		if from < e.start {
			stretches = append(stretches, keptSpan{from, e.start, by})
		}
		from, by = e.end, by+len(e.text)-(e.end-e.start)
	}
	stretches = append(stretches, keptSpan{from, length + 1, by}) // with the end of the text
	h.edits++
	for k := 0; ; k++ {
		if k == len(h.spans) {
			h.spans = append(h.spans, nil)
		}
		h.spans[k] = append(h.spans[k], stretches)
		count := len(h.spans[k])
		if count%2 != 0 {
			return
		}
		stretches = compose(h.spans[k][count-2], stretches)
	}
}

// together is what two edits keep, one after the other.
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

// now is where the byte stands that was at p when so many edits had been made. One that is gone has the place of the next that remains.
func (h *history) now(p, edits int) int {
	for edits < h.edits {
		k := 0
		for edits>>k%2 == 0 && edits+2<<k <= h.edits {
			k++
		}
		stretches := h.spans[k][edits>>k]
		i := sort.Search(len(stretches), func(i int) bool { return p < stretches[i].to })
		if i == len(stretches) {
			return p // it is behind the text
		}
		p = max(p, stretches[i].from) + stretches[i].by
		edits += 1 << k
	}
	return p
}
