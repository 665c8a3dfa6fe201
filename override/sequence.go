package override

import (
	"slices"
	"sort"
)

// sequence is an index of the names in a long list. Finding, inserting and removing an element take logarithmic time. It is a treap: a
// search tree by index, and a heap by pseudorandom weights.
type sequence struct {
	by    naming
	root  *item
	named map[string][]*item // by name, each in the order of the list
	seed  uint64
}

// item is an element of a sequence.
type item struct {
	name             string
	wrongType        bool // the element has the wrong type
	weight           uint64
	size, wrongTypes int // number of items in the subtree, and of items with the wrong type
	left, right, up  *item
}

// naming is how the elements of a list are named.
type naming int

const (
	byName  naming = iota // objects, by the string in their field "name"
	byValue               // strings, by themselves
)

// of returns the name of an element, and false if it has the wrong type.
func (by naming) of(element any) (name string, ok bool) {
	if by == byValue {
		name, ok = element.(string)
		return name, ok
	}
	content, ok := element.(map[string]any)
	name, _ = content["name"].(string)
	return name, ok
}

// accepts reports whether an element has the right type.
func (by naming) accepts(element any) (ok bool) {
	if by == byValue {
		_, ok = element.(string)
	} else {
		_, ok = element.(map[string]any)
	}
	return ok
}

func newSequence(list []any, by naming) *sequence {
	s := &sequence{by: by, named: make(map[string][]*item, len(list))}
	items := make([]item, len(list))
	for i, element := range list {
		n := &items[i]
		s.describe(n, element)
		n.weight = s.weigh()
		n.pull()
		s.root = merge(s.root, n)
		s.named[n.name] = append(s.named[n.name], n)
	}
	return s
}

func (s *sequence) describe(n *item, element any) {
	name, ok := s.by.of(element)
	n.name, n.wrongType = name, !ok
}

// weigh returns the next number of a fixed pseudorandom series (splitmix64).
func (s *sequence) weigh() uint64 {
	s.seed += 0x9e3779b97f4a7c15
	z := s.seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *sequence) len() int { return s.root.count() }

// insert inserts an element at an index.
func (s *sequence) insert(at int, element any) {
	n := &item{weight: s.weigh()}
	s.describe(n, element)
	n.pull()
	before, after := split(s.root, at)
	s.root = merge(merge(before, n), after)
	s.root.up = nil
	s.register(n)
}

// remove removes the element at an index.
func (s *sequence) remove(at int) {
	s.unregister(s.at(at))
	before, rest := split(s.root, at)
	_, after := split(rest, 1)
	s.root = merge(before, after)
	if s.root != nil {
		s.root.up = nil
	}
}

// replace replaces the element at an index.
func (s *sequence) replace(at int, element any) {
	n := s.at(at)
	name, ok := s.by.of(element)
	if name == n.name && ok == !n.wrongType {
		return
	}
	s.unregister(n)
	n.name, n.wrongType = name, !ok
	for up := n; up != nil; up = up.up {
		up.pull()
	}
	s.register(n)
}

// rename sets the name of an object in the list.
func (s *sequence) rename(at int, name any) {
	n := s.at(at)
	s.unregister(n)
	n.name, _ = name.(string)
	s.register(n)
}

func (s *sequence) register(n *item) {
	same := s.named[n.name]
	s.named[n.name] = slices.Insert(same, among(same, n), n)
}

func (s *sequence) unregister(n *item) {
	same := s.named[n.name]
	if len(same) == 1 {
		delete(s.named, n.name)
		return
	}
	i := among(same, n)
	s.named[n.name] = slices.Delete(same, i, i+1)
}

// among returns the position of an element, or where to insert it, among the elements of its name.
func among(same []*item, n *item) int {
	index := n.index()
	return sort.Search(len(same), func(i int) bool { return same[i].index() >= index })
}

// at returns the item at an index.
func (s *sequence) at(index int) *item {
	n := s.root
	for {
		switch left := n.left.count(); {
		case index < left:
			n = n.left
		case index == left:
			return n
		default:
			n, index = n.right, index-left-1
		}
	}
}

// firstWrongType returns the index of the first element of the wrong type, or -1.
func (s *sequence) firstWrongType() int {
	n := s.root
	for n != nil && n.wrongTypes > 0 {
		switch {
		case n.left != nil && n.left.wrongTypes > 0:
			n = n.left
		case n.wrongType:
			return n.index()
		default:
			n = n.right
		}
	}
	return -1
}

func (n *item) count() int {
	if n == nil {
		return 0
	}
	return n.size
}

// index returns the index of the item in the list.
func (n *item) index() int {
	index := n.left.count()
	for ; n.up != nil; n = n.up {
		if n.up.right == n {
			index += n.up.left.count() + 1
		}
	}
	return index
}

// pull updates an item after a change of its children.
func (n *item) pull() {
	n.size, n.wrongTypes = 1, 0
	if n.wrongType {
		n.wrongTypes = 1
	}
	for _, child := range [...]*item{n.left, n.right} {
		if child != nil {
			n.size, n.wrongTypes, child.up = n.size+child.size, n.wrongTypes+child.wrongTypes, n
		}
	}
}

// merge returns a tree with the items of a before those of b.
func merge(a, b *item) *item {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.weight > b.weight:
		a.right = merge(a.right, b)
		a.pull()
		return a
	}
	b.left = merge(a, b.left)
	b.pull()
	return b
}

// split returns the first items of a tree, as many as first, and the rest.
func split(n *item, first int) (a, b *item) {
	if n == nil {
		return nil, nil
	}
	if left := n.left.count(); left < first {
		n.right, b = split(n.right, first-left-1)
		a = n
	} else {
		a, n.left = split(n.left, first)
		b = n
	}
	n.pull()
	if a != nil {
		a.up = nil
	}
	if b != nil {
		b.up = nil
	}
	return a, b
}
