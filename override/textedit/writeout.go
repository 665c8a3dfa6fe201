package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// writeOut replaces an alias by a copy of what it repeats, and gives the copy an anchor if the name is not empty.
//
//  1. The copy has the comments of the original and the indentation of its new place. The comment after the alias stays; without
//     one, the comment after the anchor comes along.
//  2. In flow style, and for a key, the copy is in brackets on one line, without comments.
//  3. The copy has no other anchors. Its aliases stay if they repeat the same nodes there.
func (t *yamlText) writeOut(alias *yamlv3.Node, anchor string) (edit, error) {
	t.indexAliases()
	in, at := t.cursorAround(alias)
	if isFlow(in.node) || in.width() == 2 && at%2 == 0 {
		return t.writeOutInline(in, at, anchor)
	}
	p := in.child(at)
	s, err := p.blockLayout()
	if err != nil {
		return edit{}, err
	}
	c := t.copier(s.start)
	comment := strings.TrimLeft(string(t.text[s.end:s.after]), " \t")
	commented := comment != "" || hasComment(t.text, s.lead, s.line)
	head, below := c.block(alias.Alias, place{s.depth, s.wide, s.after, anchor != "", commented})
	isText := head != "" && head[0] != '#' && head[0] != '!'
	if s.start > s.line && comment != "" && isText && len(below) > 0 {
		head, below = c.flow(alias.Alias), nil
	}
	if c.err != nil {
		return edit{}, c.err
	}
	if anchor != "" {
		head = strings.TrimSpace("&" + anchor + " " + head)
	}
	e := p.replaceBlock(s, head, below)
	if s.start > s.line && len(below) > 0 { // the comment lines above the alias stay
		if comment != "" {
			below = append([]string{p.indentation(s.start) + comment}, below...)
		}
		e = splices{{s.lead, s.lead, after(head, s.wide)}, {lineStart(t.text, s.start), s.after, strings.Join(below, t.newline())}}
	}
	return t.newEdit(e, func() error {
		nodes, err := t.rereadPiece(blockPiece(c.kept, s.wide > 0, s.depth, s.opening()), s.lead, skipBreak(t.text, e.end()))
		if err != nil {
			return err
		}
		return t.replaceAlias(in.node, at, nodes[len(nodes)-1])
	})
}

// writeOutInline writes an alias out on its line.
func (t *yamlText) writeOutInline(in *yamlCursor, at int, anchor string) (edit, error) {
	alias := in.node.Content[at]
	start, end := t.start(alias), t.end(alias, -1)
	c, written := t.copier(start), ""
	isKey := in.width() == 2 && at%2 == 0
	if isKey {
		written = c.key(alias)
	} else {
		written = c.flow(alias.Alias)
	}
	if c.err != nil {
		return edit{}, c.err
	}
	if anchor != "" {
		written = "&" + anchor + " " + written
	}
	isFirst := t.start(in.node) == start
	return t.newEdit(splices{{start, end, written}}, func() error {
		nodes, err := t.rereadPiece(flowPiece(c.kept, true), start, start+len(written))
		if err != nil || len(nodes) != 1 {
			return ErrNotInPlace
		}
		if isFirst {
			t.move(in.node, start)
		}
		return t.replaceAlias(in.node, at, nodes[0])
	})
}

// replaceAlias replaces an alias by a copy of what it repeats in the nodes.
func (t *yamlText) replaceAlias(in *yamlv3.Node, at int, n *yamlv3.Node) error {
	alias := in.Content[at]
	if !t.sameReading(alias.Alias, n) {
		return ErrNotInPlace
	}
	t.drop(alias)
	in.Content[at] = n
	if m := t.aliases.merged[alias]; m != nil {
		t.aliases.merged[n] = m
	}
	t.adopt(in, n)
	return nil
}

// moveAnchor writes the first alias of a node out and gives the copy the anchor. The other aliases then repeat the copy.
func (t *yamlText) moveAnchor(n, first *yamlv3.Node) (edit, error) {
	in, at := t.cursorAround(first)
	e, err := t.writeOut(first, n.Anchor)
	if err != nil {
		return e, err
	}
	return edit{e.splices, func() error {
		if err := e.follow(); err != nil {
			return err
		}
		moved := in.node.Content[at]
		if moved.Anchor != n.Anchor {
			return ErrNotInPlace
		}
		var others []*yamlv3.Node
		for _, alias := range t.live(n, nil) {
			if t.start(alias) < t.start(moved) {
				others = append(others, alias) // it is removed with the node
				continue
			}
			alias.Alias = moved
			t.aliases.of[moved] = append(t.aliases.of[moved], alias)
		}
		t.aliases.of[n] = others
		t.aliases.moved[n] = moved
		return nil
	}}, nil
}

// dropAnchor removes an anchor that has been moved.
func (t *yamlText) dropAnchor(n *yamlv3.Node) (edit, error) {
	s, start := t.anchor(n), t.content(n)
	if t.text[t.start(n)] == '!' {
		start = t.start(n)
	} else if p := skipSpace(t.text, s.start+1+len(n.Anchor)); p < len(t.text) && t.text[p] == '!' && p < start {
		start = p
	}
	return t.newEdit(splices{s}, func() error {
		if n.Anchor, t.aliases.moved[n] = "", nil; s.text != "" {
			n.Value, start = s.text, s.start
			t.move(n, start)
			return nil
		}
		t.move(n, t.history.now(start, t.history.edits-1))
		return nil
	})
}
