package sparse

// The trees are AVL trees: the heights of the subtrees of a node differ by at most one. All changes of a tree use join and split.

func (n *node[T]) treeHeight() int {
	if n == nil {
		return 0
	}
	return n.height
}

// with returns n with two subtrees whose heights differ by at most one.
func (n *node[T]) with(left, right *node[T]) *node[T] {
	n.left, n.right = left, right
	n.height = 1 + max(left.treeHeight(), right.treeHeight())
	return n
}

// join returns a tree of the values of left, n, and right. n must not have a pending move.
func join[T any](left, n, right *node[T]) *node[T] {
	n.push()
	switch {
	case left.treeHeight() > right.treeHeight()+1:
		left.push()
		return balance(left, left.left, join(left.right, n, right))
	case right.treeHeight() > left.treeHeight()+1:
		right.push()
		return balance(right, join(left, n, right.left), right.right)
	}
	return n.with(left, right)
}

// balance returns a tree of the values of left, n, and right, whose heights differ by at most two.
func balance[T any](n, left, right *node[T]) *node[T] {
	switch {
	case left.treeHeight() > right.treeHeight()+1:
		left.push()
		if inner := left.right; inner.treeHeight() > left.left.treeHeight() {
			inner.push()
			a, b := inner.left, inner.right
			return inner.with(left.with(left.left, a), n.with(b, right))
		}
		inner := left.right
		return left.with(left.left, n.with(inner, right))
	case right.treeHeight() > left.treeHeight()+1:
		right.push()
		if inner := right.left; inner.treeHeight() > right.right.treeHeight() {
			inner.push()
			a, b := inner.left, inner.right
			return inner.with(n.with(left, a), right.with(b, right.right))
		}
		inner := right.left
		return right.with(n.with(left, inner), right.right)
	}
	return n.with(left, right)
}

// split splits a tree: the nodes before an index, the node at the index or nil, and the nodes after it.
func split[T any](n *node[T], index int) (left, at, right *node[T]) {
	if n == nil {
		return nil, nil, nil
	}
	n.push()
	before, after := n.left, n.right
	switch {
	case index < n.index:
		left, at, right = split(before, index)
		return left, at, join(right, n, after)
	case index > n.index:
		left, at, right = split(after, index)
		return join(before, n, left), at, right
	}
	n.left, n.right = nil, nil
	return before, n, after
}

// concat returns a tree of the values of left and right.
func concat[T any](left, right *node[T]) *node[T] {
	if left == nil {
		return right
	}
	rest, last := last(left)
	return join(rest, last, right)
}

// last removes the last node of a tree.
func last[T any](n *node[T]) (rest, end *node[T]) {
	n.push()
	if n.right == nil {
		rest, n.left = n.left, nil
		return rest, n
	}
	rest, end = last(n.right)
	return join(n.left, n, rest), end
}
