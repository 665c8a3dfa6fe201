package override

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/internal/sparse"
	"github.com/overridekit/overridekit/override/jsontree"
)

// lastWriters has the steps that wrote a place last, as indexes of stepRuns. Several steps may have written the same value. keys and
// items are the places inside that were written later than the whole; items has the tokens that are plain indexes.
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

// inside returns the tokens of the places inside, sorted.
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

// cursor is a place in a walk, with its last writers. It has only its last token, to save memory in walks through many deep places; the
// pointer is built on demand.
type cursor struct {
	above *cursor
	token string
	base  jsontree.Pointer // of the start of the walk, which has no above and token
	depth int              // number of tokens in the pointer

	node *lastWriters // nil until it is created
	last []int        // the steps that wrote it last, itself or a place around it
}

// at returns the place p.
func (w *conflictTracker) at(p jsontree.Pointer) *cursor {
	node, last := w.root, w.root.steps
	for _, token := range p {
		if node = node.get(token); node == nil {
			break
		}
		if node.steps != nil {
			last = node.steps
		}
	}
	return &cursor{base: p, depth: len(p), node: node, last: last}
}

// child returns the place of a key or an index.
func (s *cursor) child(token string) *cursor {
	c := &cursor{above: s, token: token, depth: s.depth + 1, node: s.node.get(token), last: s.last}
	if c.exact() {
		c.last = c.node.steps
	}
	return c
}

func (s *cursor) index(i int) *cursor { return s.child(strconv.Itoa(i)) }

// pointer returns a new pointer to the place.
func (s *cursor) pointer() jsontree.Pointer {
	p := make(jsontree.Pointer, s.depth)
	for ; s.above != nil; s = s.above {
		p[s.depth-1] = s.token
	}
	copy(p, s.base)
	return p
}

// exact reports whether the place itself was written later than the places around it.
func (s *cursor) exact() bool { return s.node != nil && s.node.steps != nil }

// ensure returns the node of a place, and creates it if needed.
func (w *conflictTracker) ensure(s *cursor) *lastWriters {
	base := s
	var missing []*cursor
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
