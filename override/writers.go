package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// writers is who wrote a place last, by their places among the steps that were run. There may be several that agree. Below are
// places inside that were written later than the whole.
type writers struct {
	steps []int
	below map[string]*writers
}

// last is who wrote p last, itself (exact) or as a part of what is around it.
func (w *writes) last(p jsontree.Pointer) (steps []int, exact bool) {
	node := w.root
	steps = node.steps
	for _, token := range p {
		if node = node.below[token]; node == nil {
			return steps, false
		}
		if node.steps != nil {
			steps = node.steps
		}
	}
	return steps, node.steps != nil
}

// node is the place p, which it makes.
func (w *writes) node(p jsontree.Pointer) *writers {
	node := w.root
	for _, token := range p {
		below := node.below[token]
		if below == nil {
			below = &writers{}
			if node.below == nil {
				node.below = map[string]*writers{}
			}
			node.below[token] = below
		}
		node = below
	}
	return node
}

// shift moves the elements of a list from an index on by one place.
func (n *writers) shift(from, by int) {
	moved := make(map[string]*writers, len(n.below))
	for token, below := range n.below {
		if i, err := strconv.Atoi(token); err == nil && i >= from {
			token = strconv.Itoa(i + by)
		}
		moved[token] = below
	}
	n.below = moved
}
