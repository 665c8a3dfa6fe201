package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// shared is the error of an edit of text that several places of a document show. separate returns an edit that changes the reading
// of no place. After it, the place of the edit has text of its own, or is closer to that.
type shared struct {
	why      string
	separate func() (edit, error)
	next     func() error // if not nil: returns the next such error after the edit, faster than the operation
}

// Error implements error.
func (s *shared) Error() string { return s.why }

// apart returns the error of an edit that is not possible before separate. advice says what else to do if separate fails.
func apart(why, advice string, separate func() (edit, error)) error {
	return &shared{why: why, separate: func() (edit, error) {
		e, err := separate()
		if _, again := err.(*shared); err == nil || again {
			return e, err
		}
		return e, fmt.Errorf("%s and cannot be written out: %w; %s", why, err, advice)
	}}
}

// editable returns an error, usually a [*shared], if an edit of the collection would change another place, or if the collection is
// shown by an alias. token is the key of the collection that is added, replaced or removed; gone has the nodes that are removed.
//
//  1. An alias or a merge key on the path to the place is written out first.
//  2. So is what aliases elsewhere repeat: an anchored node around the place, a removed node, or a node inside.
//  3. An alias in a merge key counts only if the edit would change a key that the map with the merge key gets through it. It does
//     not if the map has a key of its own after the merge key, or another map that is merged counts.
func (p *yamlCursor) editable(token string, gone ...*yamlv3.Node) error {
	if p.closed != nil {
		return p.closed()
	}
	if !p.aliased {
		return nil
	}
	p.indexAliases()
	removed := inside(gone)
	isNew := true
	if p.node.Kind == yamlv3.MappingNode && len(p.aliases.of[p.node]) > 0 {
		read, _ := p.find(p.node, token)
		from, _ := p.fromMerge(p.node, token)
		isNew = len(read) == 0 && from.key == nil
	}
	for q := p; q != nil; q, isNew = q.in, false {
		if err := p.unrepeated(change{node: q.node, token: token, isNew: isNew}, removed); err != nil {
			return err
		}
		if q.in != nil && q.in.node.Kind == yamlv3.MappingNode && q.at > 0 {
			token = p.keyToken(q.in.node.Content[q.at-1])
		}
	}
	return p.removable(gone...)
}

// removable returns an error, usually a [*shared], if the nodes cannot be removed because an alias elsewhere repeats one of them,
// or a node inside.
func (t *yamlText) removable(nodes ...*yamlv3.Node) error {
	removed := inside(nodes)
	var repeated []*yamlv3.Node
	for _, n := range nodes {
		walk(n, func(n *yamlv3.Node) {
			if n.Anchor != "" && len(t.live(n, removed)) > 0 {
				repeated = append(repeated, n)
			}
		})
	}
	if len(repeated) > maxWritten {
		return errWritten
	}
	return t.unrepeatedAll(repeated, removed)
}

// unrepeatedAll is unrepeated for removed nodes.
func (t *yamlText) unrepeatedAll(nodes []*yamlv3.Node, removed map[*yamlv3.Node]bool) error {
	for i, n := range nodes {
		err := t.unrepeated(change{node: n, all: true}, removed)
		if repeated, ok := err.(*shared); ok {
			repeated.next = func() error { return t.unrepeatedAll(nodes[i:], removed) }
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inside returns the set of nodes and all nodes inside.
func inside(nodes []*yamlv3.Node) map[*yamlv3.Node]bool {
	all := map[*yamlv3.Node]bool{}
	for _, n := range nodes {
		walk(n, func(n *yamlv3.Node) { all[n] = true })
	}
	return all
}

// change is what an edit changes of an anchored node.
type change struct {
	node  *yamlv3.Node
	token string // the key of a map with the change
	isNew bool   // the map does not have the key yet
	all   bool   // the whole node
}

// unrepeated returns a [*shared] if a change of an anchored node would change what an alias reads as.
func (t *yamlText) unrepeated(c change, removed map[*yamlv3.Node]bool) error {
	if moved := t.aliases.moved[c.node]; moved != nil && !c.all {
		why := fmt.Sprintf("the anchor &%s has been moved to line %d", c.node.Anchor, t.line(moved))
		return apart(why, "replace what has it as a whole", func() (edit, error) { return t.dropAnchor(c.node) })
	}
	if c.node.Anchor == "" || len(t.aliases.of[c.node]) == 0 {
		return nil
	}
	all := t.live(c.node, removed)
	var changed, merged []*yamlv3.Node
	providers := map[*yamlv3.Node]*yamlv3.Node{} // a map may merge the node several times, but gets the key once
	for _, alias := range all {
		m := t.aliases.merged[alias]
		if m == nil {
			changed = append(changed, alias)
			continue
		}
		if _, known := providers[m]; !known && !c.all {
			providers[m] = t.provider(m, c)
		}
		if c.all || providers[m] == alias {
			changed, merged = append(changed, alias), append(merged, m)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	why := fmt.Sprintf("&%s (line %d) is repeated by *%s in line %d", c.node.Anchor, t.line(c.node), c.node.Anchor, t.line(changed[0]))
	advice := fmt.Sprintf("first replace what has *%s in line %d as a whole", c.node.Anchor, t.line(changed[0]))
	return apart(why, advice, func() (edit, error) { return t.separate(c, all, changed, merged) })
}

// maxMaps limits the maps into which separate writes a key each.
const maxMaps = 100

// separate keeps the old reading of the aliases that a change would change, with as little text as possible:
//
//  1. If only maps that merge the node would change, and the node already has the key, each of these maps gets the old key as its
//     own, unless the whole node has fewer lines. A key that it has above the merge key, which does not count, is removed before.
//  2. A single alias is written out.
//  3. If there are several aliases, the first in the text is written out and gets the anchor, which the others then repeat.
func (t *yamlText) separate(c change, all, changed, merged []*yamlv3.Node) (edit, error) {
	if len(merged) == len(changed) && !c.all && !c.isNew && len(merged) <= maxMaps {
		from, _ := t.fromMerge(merged[0], c.token)
		if from.key != nil && len(merged)*t.lines(from.in, from.key, from.value) <= t.lines(nil, c.node)+1 {
			m := &yamlCursor{yamlText: t, written: merged[0], node: merged[0]}
			if own, _ := t.find(merged[0], c.token); len(own) > 0 {
				return m.removeUncounted(own)
			}
			return m.ownKey(from)
		}
	}
	if len(changed) > 1 {
		return t.moveAnchor(c.node, t.firstOf(all))
	}
	if len(merged) == 1 {
		return t.writeOutMerge(merged[0], changed[0])
	}
	return t.writeOut(changed[0], "")
}

// firstOf returns the node that begins first in the text.
func (t *yamlText) firstOf(nodes []*yamlv3.Node) *yamlv3.Node {
	first := nodes[0]
	for _, n := range nodes[1:] {
		if t.start(n) < t.start(first) {
			first = n
		}
	}
	return first
}

// lines returns the number of lines of consecutive nodes in a map.
func (t *yamlText) lines(in *yamlv3.Node, nodes ...*yamlv3.Node) int {
	indent, start := -1, t.start(nodes[0])
	if in != nil && !isFlow(in) {
		indent = t.column(t.content(in))
	}
	return 1 + breaks(t.text[start:max(start, t.end(t.lastOf(nodes), indent))])
}
