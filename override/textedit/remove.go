package textedit

import yamlv3 "go.yaml.in/yaml/v3"

// removeKey removes all entries with a key.
func (p *yamlCursor) removeKey(token string) (edit, error) {
	read, written := p.find(p.node, token)
	if len(read) == 0 {
		read = written
	}
	gone, nodes := p.entriesAt(read)
	if err := p.editable(token, nodes...); err != nil {
		return edit{}, err
	}
	switch from, _ := p.fromMerge(p.node, token); {
	case from.merge != nil && len(read) == 0 && len(p.merges(p.node)) == 1:
		return p.writeOutKeys(from.merge, map[string]bool{token: true})
	case from.merge != nil:
		why := p.comesThrough(from, token)
		return edit{}, apart(why, "replace the map as a whole", func() (edit, error) { return p.writeOutKeys(from.merge, nil) })
	}
	return p.removeEntries(gone)
}

// entriesAt returns the indexes and the nodes of the entries whose keys have these indexes in the nodes of a map.
func (p *yamlCursor) entriesAt(keys []int) (entries []int, nodes []*yamlv3.Node) {
	for _, i := range keys {
		entries, nodes = append(entries, i/2), append(nodes, p.nodes(i/2)...)
	}
	return entries, nodes
}

func (p *yamlCursor) removeItem(i int) (edit, error) {
	if err := p.editable("", p.node.Content[i]); err != nil {
		return edit{}, err
	}
	return p.removeEntries([]int{i})
}

// removeEntries removes entries whose nodes no alias repeats.
func (p *yamlCursor) removeEntries(gone []int) (edit, error) {
	var nodes []*yamlv3.Node
	for _, i := range gone {
		nodes = append(nodes, p.nodes(i)...)
	}
	braces, all := p.braces(), len(gone) == p.entries()
	switch {
	case isFlow(p.node) && braces:
		return p.newEdit(p.brackets().remove(gone), func() error { return p.removed(gone, nodes, -1) })
	case isFlow(p.node): // a pair without braces
		start, end := p.entry(0)
		return p.newEdit(splices{{start, end, "{}"}}, func() error { return p.removed(gone, nodes, start) })
	case all:
		s, start, err := p.removeAll()
		if err != nil {
			return edit{}, err
		}
		return p.newEdit(s, func() error { return p.removed(gone, nodes, start) })
	}
	if gone[0] > 0 {
		return p.newEdit(p.removeSome(gone), func() error { return p.removed(gone, nodes, -1) })
	}
	start, _ := p.entry(runs(gone)[0].to + 1) // the start of the collection after its first entries are removed
	bare := p.content(p.node) == p.start(p.node)
	return p.newEdit(p.removeSome(gone), func() error {
		if bare {
			return p.removed(gone, nodes, p.history.now(start, p.history.edits-1))
		}
		return p.removed(gone, nodes, -1)
	})
}

// removed updates the nodes after entries were removed. start is the new offset of a collection without anchor and tag, or -1
// if it has not changed.
func (p *yamlCursor) removed(gone []int, nodes []*yamlv3.Node, start int) error {
	if p.width() == 2 {
		var keys []*yamlv3.Node
		for i := 0; i < len(nodes); i += 2 {
			keys = append(keys, nodes[i])
		}
		p.dropKeys(p.node, keys)
	}
	for _, n := range nodes {
		p.noteRemoved(n)
	}
	p.node.Content = without(p.node.Content, gone, p.width())
	if len(p.node.Content) == 0 && !isFlow(p.node) {
		p.noteFlattened(p.node)
		p.node.Style |= yamlv3.FlowStyle
	}
	if start >= 0 {
		p.move(p.node, start)
	}
	return nil
}

// removeSome removes some but not all entries of a block collection.
func (p *yamlCursor) removeSome(gone []int) splices {
	var s splices
	for _, r := range runs(gone) {
		if start, end := p.entry(r.from); r.from == 0 && !startsLine(p.text, start) { // after a dash
			next, _ := p.entry(r.to + 1)
			if !p.commented(r) {
				s = append(s, splice{start, next, ""})
				continue
			}
			for start > 0 && isBlank(p.text[start-1]) {
				start--
			}
			s = append(s, splice{start, p.extent(end, p.depth()), ""})
			if r.from++; r.from > r.to {
				continue
			}
		}
		s = append(s, p.removeLines(r, p.scalarAbove(r.from))...)
	}
	return s
}

// commented reports whether a comment that must be kept follows one of the entries.
func (p *yamlCursor) commented(r run) bool {
	for i := r.from; i <= r.to; i++ {
		_, end := p.entry(i)
		if next, _ := p.entry(i + 1); hasComment(p.text, p.extent(end, p.depth()), next) {
			return true
		}
	}
	return false
}

// scalarAbove returns the block scalar that the entry before the i-th ends with, or nil.
func (p *yamlCursor) scalarAbove(i int) *blockScalar {
	if i > 0 {
		if _, b, ok := p.lastScalar(p.lastOf(p.nodes(i-1)), p.depth()); ok {
			return &b
		}
	}
	return nil
}

// removeLines removes the lines of some entries, and the comment lines directly above each one that do not belong to the entry
// before. above is the block scalar that the last remaining entry before them ends with, or nil.
//
//  1. If the text ends with the entries and without a line break, so does the new text, unless the block scalar needs one.
//  2. Blank lines after an entry are removed, too, if they would become part of the block scalar.
func (p *yamlCursor) removeLines(r run, above *blockScalar) splices {
	var s splices
	floor, open := 0, -1 // open: the text after a block scalar that keeps blank lines is removed up to here
	if r.from > 0 {
		floor = p.extent(p.entryEnd(r.from-1), p.depth())
	}
	if above != nil && above.chomp == '+' {
		open = skipBreak(p.text, above.end)
	}
	end := 0
	for i := r.from; i <= r.to; i++ {
		var start int
		start, end = p.entry(i)
		end = p.extent(end, p.depth())
		top, below := p.commentsOf(i, lineStart(p.text, start), floor), skipBreak(p.text, end)
		if top == open {
			below = skipBlankLines(p.text, below)
			open = below
		}
		s = append(s, splice{top, below, ""})
		floor = end
	}
	s = s.merged()
	tail := &s[len(s)-1]
	if end == len(p.text) && (above == nil || above.chomp == '-' || skipBreak(p.text, above.end) < tail.start) {
		tail.start -= breakBefore(p.text, tail.start)
	}
	return s
}

// removeAll replaces a block collection by {} or []: after its key or dash, if the collection is below that, else at its start.
// Comments that do not belong to an entry are kept. at is the new offset of the collection, or -1 if it has not changed.
func (p *yamlCursor) removeAll() (s splices, at int, err error) {
	empty, rest := "{}", run{1, p.entries() - 1}
	if p.node.Kind == yamlv3.SequenceNode {
		empty = "[]"
	}
	start, end := p.entry(0)
	end = p.extent(end, p.depth())
	begin, properties := p.start(p.node), p.properties(p.node)
	switch {
	case p.in == nil:
		top := start
		if startsLine(p.text, start) {
			top = p.commentsOf(0, lineStart(p.text, start), 0)
			empty = spaces(p.depth()) + empty
		}
		s, at = splices{{top, end, empty}}, top+len(empty)-len("{}")
	case startsLine(p.text, start):
		lead, err := p.lead()
		if err != nil {
			return nil, 0, err
		}
		if properties > begin {
			lead = properties
		}
		s, at = splices{{lead, lead, " " + empty}}, lead+1
		rest.from--
	default:
		s, at = splices{{start, end, empty}}, start
	}
	if properties > begin {
		at = -1
	}
	if rest.from <= rest.to {
		s = append(s, p.removeLines(rest, nil)...)
	}
	return s, at, nil
}
