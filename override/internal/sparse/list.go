// Package sparse has lists with values at some of their indexes, which move when elements are inserted or removed before them.
package sparse

// List maps indexes to values. The zero value is empty. It is a balanced tree: all methods except All take logarithmic time. It
// is not safe for concurrent use, not even for reading.
type List[T any] struct {
	root *node[T]
	size int
}

// node is one value. The pending move has been applied to the node itself, but not yet to the nodes below.
type node[T any] struct {
	left, right *node[T]
	height      int
	index       int
	mark        int
	value       T
	pending     move
}

// move is a change of an index, and a mark for values without one.
type move struct{ by, mark int }

// Len returns the number of values.
func (l *List[T]) Len() int { return l.size }

// Get returns the value at an index, and its mark, see Shift.
func (l *List[T]) Get(index int) (value T, mark int, found bool) {
	n := l.root
	for n != nil && n.index != index {
		n.push()
		if index < n.index {
			n = n.left
		} else {
			n = n.right
		}
	}
	if n == nil {
		return value, 0, false
	}
	return n.value, n.mark, true
}

// Put sets the value at an index, without a mark.
func (l *List[T]) Put(index int, value T) {
	left, at, right := split(l.root, index)
	if at == nil {
		l.size++
	}
	l.root = join(left, &node[T]{index: index, value: value}, right)
}

// Delete removes the value at an index, and returns it and its mark. Other values do not move.
func (l *List[T]) Delete(index int) (value T, mark int, found bool) {
	left, at, right := split(l.root, index)
	l.root = concat(left, right)
	if at == nil {
		return value, 0, false
	}
	l.size--
	return at.value, at.mark, true
}

// Shift moves all values from an index on. Each value gets the mark, unless it already has one or the mark is 0. A value must
// not move to the index of another value.
func (l *List[T]) Shift(from, by, mark int) {
	left, at, right := split(l.root, from)
	right.move(move{by, mark})
	if at == nil {
		l.root = concat(left, right)
		return
	}
	at.move(move{by, mark})
	l.root = join(left, at, right)
}

// All calls yield for the values and marks in the order of indexes, until yield returns false. The list must not be written
// meanwhile.
func (l *List[T]) All(yield func(index, mark int, value T) bool) { l.root.all(yield) }

func (n *node[T]) all(yield func(index, mark int, value T) bool) bool {
	if n == nil {
		return true
	}
	n.push()
	return n.left.all(yield) && yield(n.index, n.mark, n.value) && n.right.all(yield)
}

// move moves all values of a tree.
func (n *node[T]) move(m move) {
	if n == nil {
		return
	}
	n.index += m.by
	n.pending.by += m.by
	if n.mark == 0 {
		n.mark = m.mark
	}
	if n.pending.mark == 0 {
		n.pending.mark = m.mark
	}
}

// push applies the pending move to the nodes directly below.
func (n *node[T]) push() {
	if n.pending != (move{}) {
		n.left.move(n.pending)
		n.right.move(n.pending)
		n.pending = move{}
	}
}
