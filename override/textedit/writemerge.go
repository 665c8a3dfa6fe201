package textedit

import (
	"fmt"
	"slices"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// ownKey copies a key that a merge key provides into the map itself, after its last key.
func (p *yamlCursor) ownKey(from mergeSource) (edit, error) {
	p.indexAliases()
	_, end := p.entry(p.entries() - 1)
	if isFlow(p.node) {
		c := p.copier(end)
		item := c.key(from.key) + ": " + c.flow(from.value)
		if c.err != nil {
			return edit{}, c.err
		}
		s, start, moved := p.flowInsertion(p.entries(), item)
		return p.newEdit(s, func() error {
			if moved >= 0 {
				p.move(p.node, moved)
			}
			return p.owned(from, flowPiece(c.kept, false), start, start+len(item))
		})
	}
	depth := p.depth()
	at := p.extent(end, depth)
	c := p.copier(at)
	text := p.below(c.entry(from, depth, at))
	if c.err != nil {
		return edit{}, c.err
	}
	s := append(p.chomped(), splice{at, at, text})
	return p.newEdit(s, func() error {
		return p.owned(from, blockPiece(c.kept, false, depth, ""), s.end()-len(text), skipBreak(p.text, s.end()))
	})
}

// removeUncounted removes keys above a merge key that provides them, too.
func (p *yamlCursor) removeUncounted(own []int) (edit, error) {
	gone, nodes := p.entriesAt(own)
	if err := p.removable(nodes...); err != nil {
		return edit{}, err
	}
	return p.removeEntries(gone)
}

// owned updates the nodes after a key was copied.
func (p *yamlCursor) owned(from mergeSource, part piece, start, end int) error {
	nodes, err := p.rereadPiece(part, start, end)
	if err != nil || len(nodes) != 2 || p.keyToken(nodes[0]) != p.keyToken(from.key) || !p.sameReading(nodes[1], from.value) {
		return ErrNotInPlace
	}
	p.node.Content = append(p.node.Content, nodes...)
	p.adopt(p.node, nodes...)
	return nil
}

// writeOutMerge replaces the merge key of a map that merges an alias by the keys that it provides. The comment after it stays above
// them.
func (t *yamlText) writeOutMerge(m, alias *yamlv3.Node) (edit, error) {
	for _, key := range t.merges(m) {
		if value := m.Content[t.indexOf(m, key)+1]; slices.Contains(mergedMaps(value), alias) {
			if len(m.Content) == 2 && len(t.provided(value, map[string]bool{})) == 0 {
				return t.writeOut(alias, "")
			}
			return (&yamlCursor{yamlText: t, written: m, node: m}).writeOutKeys(key, nil)
		}
	}
	return edit{}, ErrNotInPlace
}

// writeOutKeys replaces a merge key by the keys that it provides, except those that the map has after it, and those in known.
func (p *yamlCursor) writeOutKeys(merge *yamlv3.Node, known map[string]bool) (edit, error) {
	p.indexAliases()
	at := p.indexOf(p.node, merge)
	if known == nil {
		known = map[string]bool{}
	}
	p.providedChain(&yamlv3.Node{Kind: yamlv3.MappingNode, Content: p.node.Content[at+2:]}, known, map[*yamlv3.Node]bool{})
	keys := p.provided(p.node.Content[at+1], known)
	dead := p.ownBefore(at, keys)
	gone := p.node.Content[at : at+2]
	if len(dead) > 0 { // they are removed first
		gone = nil
		for _, i := range dead {
			gone = append(gone, p.nodes(i)...)
		}
	}
	switch err := p.removable(gone...); {
	case err != nil:
		return edit{}, err
	case len(dead) > 0:
		why := fmt.Sprintf("<< (line %d) provides a key that is above it, too", p.yamlText.line(merge))
		return edit{}, apart(why, "replace the map as a whole", func() (edit, error) { return p.removeEntries(dead) })
	case len(keys) == 0:
		return p.removeEntries([]int{at / 2})
	}
	start, end := p.entry(at / 2)
	c, eol, part := p.copier(start), end, piece{}
	var written string
	if isFlow(p.node) {
		var items []string
		for _, key := range keys {
			items = append(items, c.key(key.key)+": "+c.flow(key.value))
		}
		written, part = strings.Join(items, ", "), flowPiece(c.kept, false)
		if !p.braces() {
			written = "{" + written + "}"
			part = flowPiece(c.kept, true)
		}
	} else {
		var lines []string
		depth := p.depth()
		eol = lineEnd(p.text, end)
		if comment := strings.TrimLeft(string(p.text[end:eol]), " \t"); comment != "" {
			lines = append(lines, comment)
		}
		for _, key := range keys {
			lines = append(lines, c.entry(key, depth, eol)...)
		}
		written, part = strings.TrimLeft(strings.Join(lines, p.newline()), " "), blockPiece(c.kept, false, depth, spaces(depth))
	}
	if c.err != nil {
		return edit{}, c.err
	}
	isFirst := p.start(p.node) == start
	return p.newEdit(splices{{start, eol, written}}, func() error {
		return p.wroteOut(at, keys, part, start, start+len(written), isFirst)
	})
}

// wroteOut updates the nodes after a merge key was replaced by its keys.
func (p *yamlCursor) wroteOut(at int, keys []mergeSource, part piece, start, end int, isFirst bool) error {
	nodes, err := p.rereadPiece(part, start, skipBreak(p.text, end))
	if err != nil {
		return err
	}
	if isFlow(p.node) && part.opening == "[" {
		nodes = nodes[0].Content
	}
	if len(nodes) != 2*len(keys) {
		return ErrNotInPlace
	}
	for i, key := range keys {
		if p.keyToken(nodes[2*i]) != p.keyToken(key.key) || !p.sameReading(nodes[2*i+1], key.value) {
			return ErrNotInPlace
		}
	}
	for _, n := range p.node.Content[at : at+2] {
		p.noteRemoved(n)
	}
	p.node.Content = slices.Replace(p.node.Content, at, at+2, nodes...)
	if isFirst && part.opening == "[" {
		p.move(p.node, start)
	} else if isFirst {
		p.move(p.node, p.start(nodes[0]))
	}
	p.adopt(p.node, nodes...)
	return nil
}

// ownBefore returns the indexes of the entries before a merge key that have one of its keys. For Kubernetes they do not count.
func (p *yamlCursor) ownBefore(at int, keys []mergeSource) (found []int) {
	names := map[string]bool{}
	for _, key := range keys {
		names[p.keyToken(key.key)] = true
	}
	for i := 0; i < at; i += 2 {
		if key := p.node.Content[i]; !isMerge(key) && names[p.keyToken(key)] {
			found = append(found, i/2)
		}
	}
	return found
}
