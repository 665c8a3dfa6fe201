package schedule

import "container/heap"

// sizedHeap is a heap whose size never changes. before reports whether a is nearer to the top than b.
type sizedHeap[T any] struct {
	items  []T
	before func(a, b T) bool
}

// newSizedHeap orders the items in place.
func newSizedHeap[T any](items []T, before func(a, b T) bool) *sizedHeap[T] {
	h := &sizedHeap[T]{items, before}
	heap.Init(h)
	return h
}

func (h *sizedHeap[T]) top() T { return h.items[0] }

// fixTop restores the order after a change of the top.
func (h *sizedHeap[T]) fixTop() { heap.Fix(h, 0) }

func (h *sizedHeap[T]) Len() int           { return len(h.items) }
func (h *sizedHeap[T]) Less(i, j int) bool { return h.before(h.items[i], h.items[j]) }
func (h *sizedHeap[T]) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *sizedHeap[T]) Push(any)           {} // the size never changes
func (h *sizedHeap[T]) Pop() any           { return nil }
