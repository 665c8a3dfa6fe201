package propagation

import (
	"cmp"
	"slices"
)

// cut is a place of a sorted list where items are removed and others inserted.
type cut[T any] struct {
	at, remove int
	items      []T // sorted
}

// splice returns a copy of a sorted list after the cuts. At the same place, what is inserted comes before what is replaced or removed.
func splice[T any](list []T, cuts []cut[T], compare func(a, b T) int) []T {
	slices.SortStableFunc(cuts, func(a, b cut[T]) int {
		if c := cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.remove, b.remove)); c != 0 || len(a.items) == 0 || len(b.items) == 0 {
			return c
		}
		return compare(a.items[0], b.items[0])
	})
	if !slices.ContainsFunc(cuts, func(c cut[T]) bool { return c.remove != len(c.items) }) { // nothing moves
		replaced := slices.Clone(list)
		for _, c := range cuts {
			copy(replaced[c.at:], c.items)
		}
		return replaced
	}
	length := len(list)
	for _, c := range cuts {
		length += len(c.items) - c.remove
	}
	spliced, from := make([]T, 0, length), 0
	for _, c := range cuts {
		spliced = append(append(spliced, list[from:c.at]...), c.items...)
		from = c.at + c.remove
	}
	return append(spliced, list[from:]...)
}
