// Package sparse has lists that hold a value at some of their indexes only, and follow the values when elements are added or
// removed in front of them.
package sparse

// List is a value at each of some indexes. The zero value is empty. It is a balanced tree: every method takes time in proportion
// to the logarithm of the number of values, but for All. It is not safe for concurrent use, not even for reading.
type List[T any] struct {
	root *node[T]
	size int
}

// node is one value. What is pending has happened to the node itself, and is still to happen to the nodes below it.
type node[T any] struct {
	left, right *node[T]
	height      int
	index       int
	mark        int
	value       T
	pending     move
}

// move adds to an index, and marks the value unless it has a mark.
type move struct{ by, mark int }

// Len is the number of values.
func (l *List[T]) Len() int { return l.size }

// Get is the value at an index, and its mark, see Shift.
func (l *List[T]) Get(index int) (value T, mark int, found bool) {
	n := l.root
	for n != nil && n.index != index {
		n.settle()
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

// Put puts a value without a mark at an index, in the place of the one that is there.
func (l *List[T]) Put(index int, value T) {
	left, at, right := split(l.root, index)
	if at == nil {
		l.size++
	}
	l.root = join(left, &node[T]{index: index, value: value}, right)
}

// Delete takes the value at an index away, and gives it and its mark. The others stay where they are.
func (l *List[T]) Delete(index int) (value T, mark int, found bool) {
	left, at, right := split(l.root, index)
	l.root = concat(left, right)
	if at == nil {
		return value, 0, false
	}
	l.size--
	return at.value, at.mark, true
}

// Shift moves the values from an index on. Each gets the mark, unless it has one already or the mark is 0. Values must not come to
// where others are.
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

// All goes through the values by their indexes, with their marks, until yield returns false. The list must not be written meanwhile.
func (l *List[T]) All(yield func(index, mark int, value T) bool) { l.root.all(yield) }

func (n *node[T]) all(yield func(index, mark int, value T) bool) bool {
	if n == nil {
		return true
	}
	n.settle()
	return n.left.all(yield) && yield(n.index, n.mark, n.value) && n.right.all(yield)
}

// move moves a whole tree.
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

// settle lets happen to the nodes below what is pending.
func (n *node[T]) settle() {
	if n.pending != (move{}) {
		n.left.move(n.pending)
		n.right.move(n.pending)
		n.pending = move{}
	}
}
