package override

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/internal/sparse"
	"github.com/overridekit/overridekit/override/jsontree"
)

// lastWriters is who wrote a place last, by their places among the steps that were run. There may be several that agree. Keys and items
// are places inside that were written later than the whole: items those whose token is a plain index, of a list or not.
type lastWriters struct {
	steps []int
	keys  map[string]*lastWriters
	items sparse.List[*lastWriters]
}

func (n *lastWriters) get(token string) *lastWriters {
	if n == nil {
		return nil
	}
	if i, ok := indexOf(token); ok {
		below, _, _ := n.items.Get(i)
		return below
	}
	return n.keys[token]
}

func (n *lastWriters) put(token string, below *lastWriters) {
	if i, ok := indexOf(token); ok {
		n.items.Put(i, below)
		return
	}
	if n.keys == nil {
		n.keys = map[string]*lastWriters{}
	}
	n.keys[token] = below
}

// inside is the tokens of the places inside, sorted.
func (n *lastWriters) inside() []string {
	tokens := make([]string, 0, len(n.keys)+n.items.Len())
	for token := range n.keys {
		tokens = append(tokens, token)
	}
	n.items.All(func(i, _ int, _ *lastWriters) bool {
		tokens = append(tokens, strconv.Itoa(i))
		return true
	})
	slices.Sort(tokens)
	return tokens
}

// spot is a place that the walk has come to, and who wrote it. It has only its last token, so that a walk through many places far
// inside takes little memory; the pointer is put together where it is asked for.
type spot struct {
	above *spot
	token string
	base  jsontree.Pointer // instead of these, where the walk begins
	depth int              // how many tokens lead here

	node *lastWriters // nil if there is none yet
	last []int        // who wrote it last, itself or as a part of what is around it
}

// at is the place p.
func (w *conflictTracker) at(p jsontree.Pointer) *spot {
	node, last := w.root, w.root.steps
	for _, token := range p {
		if node = node.get(token); node == nil {
			break
		}
		if node.steps != nil {
			last = node.steps
		}
	}
	return &spot{base: p, depth: len(p), node: node, last: last}
}

// child is a place inside.
func (s *spot) child(token string) *spot {
	c := &spot{above: s, token: token, depth: s.depth + 1, node: s.node.get(token), last: s.last}
	if c.exact() {
		c.last = c.node.steps
	}
	return c
}

func (s *spot) index(i int) *spot { return s.child(strconv.Itoa(i)) }

// pointer is the place, in memory of its own.
func (s *spot) pointer() jsontree.Pointer {
	p := make(jsontree.Pointer, s.depth)
	for ; s.above != nil; s = s.above {
		p[s.depth-1] = s.token
	}
	copy(p, s.base)
	return p
}

// exact tells whether the place was written itself, later than what is around it.
func (s *spot) exact() bool { return s.node != nil && s.node.steps != nil }

// made is the node of a place, which it makes where there is none.
func (w *conflictTracker) made(s *spot) *lastWriters {
	base := s
	var missing []*spot
	for ; base.node == nil && base.above != nil; base = base.above {
		missing = append(missing, base)
	}
	if base.node == nil {
		base.node = w.root
		for _, token := range base.base {
			below := base.node.get(token)
			if below == nil {
				below = &lastWriters{}
				base.node.put(token, below)
			}
			base.node = below
		}
	}
	for _, inner := range slices.Backward(missing) {
		inner.node = &lastWriters{}
		inner.above.node.put(inner.token, inner.node)
	}
	return s.node
}
