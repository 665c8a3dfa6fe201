package selector

import (
	"iter"
	"slices"
	"sort"
)

// sortedList is a sorted list without duplicates that is never written: an edit returns a new list, which shares all chunks that do not
// change. An edit costs as much as copying a slice of all chunks, plus the size of the chunks that change.
type sortedList[T any] struct{ chunks [][]T } // no chunk is empty

// maxChunk is the greatest length of a chunk.
const maxChunk = 512

// edit returns the list without the elements of remove, which it has, and with those of add, which it does not have then. Both are sorted.
func (l sortedList[T]) edit(remove, add []T, compare func(a, b T) int) sortedList[T] {
	if len(remove)+len(add) == 0 {
		return l
	}
	out, chunks := make([][]T, 0, len(l.chunks)+2), l.chunks
	for len(remove) > 0 || len(add) > 0 {
		if len(chunks) == 0 {
			out = appendChunk(out, add)
			break
		}
		var first T
		switch {
		case len(remove) == 0 || len(add) > 0 && compare(add[0], remove[0]) < 0:
			first = add[0]
		default:
			first = remove[0]
		}
		at := max(0, sort.Search(len(chunks), func(i int) bool { return compare(chunks[i][0], first) > 0 })-1)
		out = append(out, chunks[:at]...)
		removed, added := len(remove), len(add)
		if at+1 < len(chunks) {
			next := chunks[at+1][0]
			before := func(list []T) int {
				return sort.Search(len(list), func(i int) bool { return compare(list[i], next) >= 0 })
			}
			removed, added = before(remove), before(add)
		}
		out = appendChunk(out, merge(chunks[at], remove[:removed], add[:added], compare))
		chunks, remove, add = chunks[at+1:], remove[removed:], add[added:]
	}
	return sortedList[T]{append(out, chunks...)}
}

// merge returns a sorted list without some of its elements, and with others.
func merge[T any](list, remove, add []T, compare func(a, b T) int) []T {
	merged := make([]T, 0, len(list)+len(add)-len(remove))
	upTo := func(v T) {
		at := sort.Search(len(list), func(i int) bool { return compare(list[i], v) >= 0 })
		merged, list = append(merged, list[:at]...), list[at:]
	}
	for len(remove) > 0 || len(add) > 0 {
		if len(add) == 0 || len(remove) > 0 && compare(remove[0], add[0]) <= 0 {
			upTo(remove[0])
			list, remove = list[1:], remove[1:]
			continue
		}
		upTo(add[0])
		merged, add = append(merged, add[0]), add[1:]
	}
	return append(merged, list...)
}

// appendChunk appends elements, in chunks that are neither too long nor, as far as possible, too short.
func appendChunk[T any](chunks [][]T, list []T) [][]T {
	if n := len(chunks); n > 0 && len(list) > 0 && len(chunks[n-1])+len(list) <= maxChunk/2 {
		return append(chunks[:n-1], slices.Concat(chunks[n-1], list))
	}
	for len(list) > maxChunk {
		chunks, list = append(chunks, slices.Clip(list[:maxChunk/2])), list[maxChunk/2:]
	}
	if len(list) > 0 {
		chunks = append(chunks, slices.Clip(list))
	}
	return chunks
}

// from returns the elements from the first one on for which reached is true. It must be true for all after that.
func (l sortedList[T]) from(reached func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		at := max(0, sort.Search(len(l.chunks), func(i int) bool { return reached(l.chunks[i][0]) })-1)
		for i, chunk := range l.chunks[at:] {
			begin := 0
			if i == 0 {
				begin = sort.Search(len(chunk), func(j int) bool { return reached(chunk[j]) })
			}
			for _, v := range chunk[begin:] {
				if !yield(v) {
					return
				}
			}
		}
	}
}
