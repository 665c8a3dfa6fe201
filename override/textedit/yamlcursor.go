package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// yamlCursor is a value in a YAML text.
type yamlCursor struct {
	*yamlText
	written *yamlv3.Node // the node in the text
	node    *yamlv3.Node // for an alias, the node that it repeats; else written
	in      *yamlCursor  // the map or list around it; nil at the root
	at      int          // index in the nodes of in
	merged  mergeSource  // the source of a key that a merge key provides
	closed  func() error // returns why nothing inside can be edited; nil if it can
}

var _ node = (*yamlCursor)(nil)

func (p *yamlCursor) kind() kind {
	switch p.node.Kind {
	case yamlv3.MappingNode:
		return object
	case yamlv3.SequenceNode:
		return list
	}
	k, _ := p.read(p.node)
	return k
}

func (p *yamlCursor) line() int { return p.yamlText.line(p.written) }

func (p *yamlCursor) length() int { return len(p.node.Content) }

func (p *yamlCursor) item(i int) (node, error) { return p.child(i), nil }

// child returns the cursor of the i-th node inside.
func (p *yamlCursor) child(i int) *yamlCursor {
	n := p.node.Content[i]
	c := &yamlCursor{yamlText: p.yamlText, written: n, node: n, in: p, at: i, closed: p.closed}
	c.follow()
	return c
}

// follow resolves an alias. Before the node that it repeats is edited from here, the alias is written out.
func (p *yamlCursor) follow() {
	if p.written.Kind != yamlv3.AliasNode {
		return
	}
	if p.node = p.written.Alias; p.closed != nil {
		return
	}
	p.closed = func() error {
		why := fmt.Sprintf("*%s (line %d) repeats line %d", p.written.Value, p.line(), p.yamlText.line(p.node))
		return apart(why, "replace the alias as a whole", func() (edit, error) { return p.writeOut(p.written, "") })
	}
}

// key finds the value of a key.
//
//  1. The last key that reads as the token counts; a key from a merge key counts only if the map does not have it.
//  2. If the map has the key before the merge key, parsers of YAML 1.1 and 1.2 disagree. Setting or removing the key removes the
//     one that does not count for Kubernetes. Anything else is an error.
//  3. If no key reads as the token, the last key that is written so counts.
func (p *yamlCursor) key(token string) (node, error) {
	read, written := p.find(p.node, token)
	from, at := p.fromMerge(p.node, token)
	switch {
	case len(read) > 0 && at > read[len(read)-1]:
		return nil, p.ambiguous(token, read, from)
	case len(read) > 0:
		c := p.child(read[len(read)-1] + 1)
		c.merged = from
		return c, nil
	case from.merge != nil:
		return p.through(from, token), nil
	case len(written) > 0:
		return p.child(written[len(written)-1] + 1), nil
	}
	return nil, nil
}

// through returns the cursor of a key that only a merge key provides. Before something inside is edited, the key is copied into the
// map itself.
func (p *yamlCursor) through(from mergeSource, token string) *yamlCursor {
	c := &yamlCursor{yamlText: p.yamlText, written: from.value, node: target(from.value), in: p, at: -1, merged: from, closed: p.closed}
	if c.closed == nil {
		c.closed = func() error {
			return apart(p.comesThrough(from, token), "replace it as a whole", func() (edit, error) { return p.ownKey(from) })
		}
	}
	return c
}

// comesThrough says where a key comes from.
func (p *yamlCursor) comesThrough(from mergeSource, token string) string {
	return fmt.Sprintf("%q comes through << (line %d) from line %d", shorten(token), p.yamlText.line(from.merge), p.yamlText.line(from.key))
}

// ambiguousKey is the error of a key that a map has before a merge key that provides it, too.
type ambiguousKey struct {
	error
	counts *yamlCursor  // the value that counts for Kubernetes
	settle func() error // returns the error of an edit before the other one is removed
}

func (p *yamlCursor) ambiguous(token string, own []int, from mergeSource) *ambiguousKey {
	line := p.yamlText.line(p.node.Content[own[len(own)-1]])
	why := fmt.Errorf("%q is a key in line %d and comes through << in line %d, too: YAML parsers disagree on which one counts; replace or remove it as a whole",
		shorten(token), line, p.yamlText.line(from.merge))
	return &ambiguousKey{why, p.through(from, token), func() error {
		gone, nodes := p.entriesAt(own)
		if err := p.editable(token, nodes...); err != nil {
			return err
		}
		return apart(why.Error(), "replace the map as a whole", func() (edit, error) { return p.removeEntries(gone) })
	}}
}

// same reports whether the node equals a value. It visits only as many nodes as the value has, even if aliases repeat more.
func (p *yamlCursor) same(v value, how equality) bool {
	k := p.kind()
	if k != v.kind {
		return false
	}
	switch k {
	case list:
		if len(p.node.Content) != len(v.items) {
			return false
		}
		for i, item := range v.items {
			if how == byTest && item.kind == null || !p.child(i).same(item, how) {
				return false
			}
		}
		return true
	case object:
		return p.sameMembers(v, how)
	}
	_, words := p.read(p.node)
	switch {
	case k == number && how == byText:
		return p.node.Value == plainNumber(v.text)
	case k == number:
		return sameNumber(words, v.text)
	}
	return k == null || words == v.text
}

// sameMembers compares maps. The last of equal keys counts. Without merge keys, it stops at the first key that is not
// expected.
func (p *yamlCursor) sameMembers(v value, how equality) bool {
	if len(p.merges(p.node)) > 0 {
		members := map[string]*yamlCursor{}
		p.members(members, map[*yamlv3.Node]bool{})
		for i, key := range v.keys {
			if found := members[key]; found == nil || !found.same(v.items[i], how) {
				return false
			}
		}
		return len(members) == len(v.keys)
	}
	expected, seen := v.members(), 0
	for i := len(p.node.Content) - 2; i >= 0; i -= 2 {
		token := p.keyToken(p.node.Content[i])
		item, ok := expected[token]
		switch {
		case !ok:
			return false
		case item == nil: // an earlier one of equal keys
		case !p.child(i+1).same(*item, how):
			return false
		default:
			expected[token] = nil
			seen++
		}
	}
	return seen == len(v.keys)
}

// members collects the values of a map, including those from merge keys.
func (p *yamlCursor) members(all map[string]*yamlCursor, seen map[*yamlv3.Node]bool) {
	if seen[p.node] {
		return
	}
	seen[p.node] = true
	for i := 0; i+1 < len(p.node.Content); i += 2 {
		key, c := p.node.Content[i], p.child(i+1)
		switch {
		case isMerge(key) && c.node.Kind == yamlv3.MappingNode:
			c.members(all, seen)
		case isMerge(key):
			for j := len(c.node.Content) - 1; j >= 0; j-- {
				if m := c.child(j); m.node.Kind == yamlv3.MappingNode {
					m.members(all, seen)
				}
			}
		default:
			all[p.keyToken(key)] = c
		}
	}
}

// replaceable returns an error if the node cannot be replaced yet.
func (p *yamlCursor) replaceable() error {
	switch {
	case p.in == nil:
		return nil
	case p.in.width() == 2:
		return p.in.editable(p.keyToken(p.in.node.Content[p.at-1]), p.written)
	}
	return p.in.editable("", p.written)
}
