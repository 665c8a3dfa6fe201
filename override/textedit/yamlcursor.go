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

// follow resolves an alias. The node that it repeats cannot be edited from here.
func (p *yamlCursor) follow() {
	if p.written.Kind == yamlv3.AliasNode {
		p.node = p.written.Alias
		p.closed = func() error {
			return fmt.Errorf("*%s (line %d) repeats line %d; edit it there, or replace the alias as a whole", p.written.Value, p.line(), p.yamlText.line(p.node))
		}
	}
}

// key finds the value of a key.
//
//  1. The last key that reads as the token counts; a key from a merge key counts only if the map does not have it.
//  2. If the map has the key before the merge key, parsers of YAML 1.1 and 1.2 disagree, which is an error.
//  3. If no key reads as the token, the last key that is written so counts.
func (p *yamlCursor) key(token string) (node, error) {
	read, written := p.find(p.node, token)
	from, at := p.fromMerge(p.node, token)
	switch {
	case len(read) > 0 && at > read[len(read)-1]:
		own := p.node.Content[read[len(read)-1]]
		return nil, fmt.Errorf("%q is a key in line %d and comes through << in line %d, too: YAML parsers disagree on which one counts",
			shorten(token), p.yamlText.line(own), p.yamlText.line(from.merge))
	case len(read) > 0:
		c := p.child(read[len(read)-1] + 1)
		c.merged = from
		return c, nil
	case from.merge != nil:
		c := &yamlCursor{yamlText: p.yamlText, written: from.value, node: from.value, in: p, at: -1, merged: from}
		c.follow()
		c.closed = func() error {
			return fmt.Errorf("%q comes through << (line %d) from line %d; edit it there, or replace it as a whole",
				shorten(token), p.yamlText.line(from.merge), p.yamlText.line(from.key))
		}
		return c, nil
	case len(written) > 0:
		return p.child(written[len(written)-1] + 1), nil
	}
	return nil, nil
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

// editable returns an error for an edit inside a node that an alias repeats, or inside an alias.
func (p *yamlCursor) editable() error {
	if p.closed != nil {
		return p.closed()
	}
	if len(p.aliases.all) == 0 {
		return nil
	}
	around := map[*yamlv3.Node]bool{}
	for q := p; q != nil; q = q.in {
		around[q.node] = true
	}
	return p.checkRepeated(around)
}

// replaceable returns an error if the node cannot be replaced, because an alias repeats it or its parent is not editable.
func (p *yamlCursor) replaceable() error {
	if p.in == nil {
		return p.checkRemovable(p.written)
	}
	if err := p.in.editable(); err != nil {
		return err
	}
	return p.checkRemovable(p.written)
}
