package sparse

// The trees are balanced as those of Adelson-Velsky and Landis: the heights of what is to the left and to the right of a node
// differ by one at most. All that changes a tree is made of join and split.

func (n *node[T]) tall() int {
	if n == nil {
		return 0
	}
	return n.height
}

// with is n between two trees whose heights differ by one at most.
func (n *node[T]) with(left, right *node[T]) *node[T] {
	n.left, n.right = left, right
	n.height = 1 + max(left.tall(), right.tall())
	return n
}

// join is a tree of what is to the left of a node, the node, and what is to the right. Nothing is pending in the node.
func join[T any](left, n, right *node[T]) *node[T] {
	n.settle()
	switch {
	case left.tall() > right.tall()+1:
		left.settle()
		return balance(left, left.left, join(left.right, n, right))
	case right.tall() > left.tall()+1:
		right.settle()
		return balance(right, join(left, n, right.left), right.right)
	}
	return n.with(left, right)
}

// balance is n between two trees whose heights differ by two at most.
func balance[T any](n, left, right *node[T]) *node[T] {
	switch {
	case left.tall() > right.tall()+1:
		left.settle()
		if inner := left.right; inner.tall() > left.left.tall() {
			inner.settle()
			a, b := inner.left, inner.right
			return inner.with(left.with(left.left, a), n.with(b, right))
		}
		inner := left.right
		return left.with(left.left, n.with(inner, right))
	case right.tall() > left.tall()+1:
		right.settle()
		if inner := right.left; inner.tall() > right.right.tall() {
			inner.settle()
			a, b := inner.left, inner.right
			return inner.with(n.with(left, a), right.with(b, right.right))
		}
		inner := right.left
		return right.with(n.with(left, inner), right.right)
	}
	return n.with(left, right)
}

// split takes a tree apart: what is before an index, the node there if there is one, and what is behind it.
func split[T any](n *node[T], index int) (left, at, right *node[T]) {
	if n == nil {
		return nil, nil, nil
	}
	n.settle()
	before, behind := n.left, n.right
	switch {
	case index < n.index:
		left, at, right = split(before, index)
		return left, at, join(right, n, behind)
	case index > n.index:
		left, at, right = split(behind, index)
		return join(before, n, left), at, right
	}
	n.left, n.right = nil, nil
	return before, n, behind
}

// concat is a tree of two, of which one is before the other.
func concat[T any](left, right *node[T]) *node[T] {
	if left == nil {
		return right
	}
	rest, last := last(left)
	return join(rest, last, right)
}

// last takes the last node out of a tree.
func last[T any](n *node[T]) (rest, end *node[T]) {
	n.settle()
	if n.right == nil {
		rest, n.left = n.left, nil
		return rest, n
	}
	rest, end = last(n.right)
	return join(n.left, n, rest), end
}
