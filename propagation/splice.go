package propagation

import (
	"slices"
)

// splice returns a copy of a list in which some items are replaced, inserted or removed. The places are indexes of the list, in ascending order.
func splice[T any](list []T, cuts []cut[T]) []T {
	if len(cuts) == 0 {
		return list
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
	return slices.Clip(append(spliced, list[from:]...))
}

// cut is a place of a list where items are removed and others inserted.
type cut[T any] struct {
	at, remove int
	items      []T
}
