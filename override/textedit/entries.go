package textedit

import (
	"errors"

	yamlv3 "go.yaml.in/yaml/v3"
)

// An entry is an element of a list, or a key of a map with its value.

// width is how many nodes an entry has.
func (p *yamlCursor) width() int {
	if p.node.Kind == yamlv3.MappingNode {
		return 2
	}
	return 1
}

func (p *yamlCursor) entries() int { return len(p.node.Content) / p.width() }

// nodes are those of the i-th entry.
func (p *yamlCursor) nodes(i int) []*yamlv3.Node {
	return p.node.Content[i*p.width() : (i+1)*p.width()]
}

// depth is the column of a block collection; what stands deeper belongs to its entries.
func (p *yamlCursor) depth() int { return p.column(p.content(p.node)) }

// entry is where the i-th entry stands, with its dash or question mark.
func (p *yamlCursor) entry(i int) (start, end int) {
	start = p.content(p.node)
	switch flow := isFlow(p.node); {
	case flow && i == 0:
		if p.braces() {
			start = skipSpace(p.text, start+1)
		}
	case flow:
		if start = skipSpace(p.text, p.entryEnd(i-1)); start < len(p.text) && p.text[start] == ',' {
			start = skipSpace(p.text, start+1)
		} else {
			p.markLost(p.nodes(i)[0])
		}
	case i > 0:
		start = skipSpace(p.text, p.entryEnd(i-1))
	}
	return start, p.entryEnd(i)
}

func (p *yamlCursor) entryEnd(i int) int {
	indent := -1
	if !isFlow(p.node) {
		indent = p.depth()
	}
	if p.node.Kind == yamlv3.MappingNode {
		return p.pairEnd(p.node, 2*i, indent)
	}
	if n := p.node.Content[i]; !p.isAbsent(n) {
		return p.end(n, indent)
	}
	return p.start(p.node.Content[i])
}

// braces tells whether a flow collection has its brackets; a single pair in a list may do without.
func (p *yamlCursor) braces() bool {
	at := p.content(p.node)
	return at < len(p.text) && (p.text[at] == '{' || p.text[at] == '[')
}

// lead is right behind the colon or dash that a value in block style follows.
func (p *yamlCursor) lead() (int, error) {
	if p.in.node.Kind == yamlv3.SequenceNode {
		dash, _ := p.in.entry(p.at)
		return dash + 1, nil
	}
	if colon := p.colon(p.in.node, p.at-1, p.in.depth()); colon >= 0 {
		return colon + 1, nil
	}
	return 0, errors.New("a key behind a question mark has no colon, which must be written first")
}

// dashWidth is how far behind its dash an element begins, as the i-th does.
func (p *yamlCursor) dashWidth(i int) int {
	dash, _ := p.entry(i)
	n := p.node.Content[i]
	if start := p.start(n); !p.isAbsent(n) && start <= lineEnd(p.text, dash) {
		return start - dash
	}
	return 2
}

// extent is the end of the last line that belongs to an entry which ends at p, in a block collection of so much depth: its
// own line, and below it comment lines that are indented deeper.
func (t *yamlText) extent(p, depth int) int {
	p = lineEnd(t.text, p)
	for line := skipBreak(t.text, p); line < len(t.text); line = nextLine(t.text, line) {
		indent, comment := isComment(t.text, line)
		if comment && indent > depth {
			p = lineEnd(t.text, line)
		} else if q := skipBlanks(t.text, line); q < len(t.text) && !isBreak(t.text[q]) {
			break
		}
	}
	return p
}
