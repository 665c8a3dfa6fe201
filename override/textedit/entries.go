package textedit

import (
	"errors"

	yamlv3 "go.yaml.in/yaml/v3"
)

// An entry is an element of a list, or a key of a map with its value.

// width returns the number of nodes of an entry.
func (p *yamlCursor) width() int {
	if p.node.Kind == yamlv3.MappingNode {
		return 2
	}
	return 1
}

func (p *yamlCursor) entries() int { return len(p.node.Content) / p.width() }

// nodes returns the nodes of the i-th entry.
func (p *yamlCursor) nodes(i int) []*yamlv3.Node {
	return p.node.Content[i*p.width() : (i+1)*p.width()]
}

// depth returns the column of a block collection; text that is indented deeper belongs to its entries.
func (p *yamlCursor) depth() int { return p.column(p.content(p.node)) }

// entry returns the range of the i-th entry, with its dash or question mark.
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

// braces reports whether a flow collection has brackets; a single pair in a list does not need them.
func (p *yamlCursor) braces() bool {
	at := p.content(p.node)
	return at < len(p.text) && (p.text[at] == '{' || p.text[at] == '[')
}

// lead returns the offset after the colon or dash before a value in block style.
func (p *yamlCursor) lead() (int, error) {
	if p.in.node.Kind == yamlv3.SequenceNode {
		dash, _ := p.in.entry(p.at)
		return dash + 1, nil
	}
	if colon := p.colon(p.in.node, p.at-1, p.in.depth()); colon >= 0 {
		return colon + 1, nil
	}
	return 0, errNoColon
}

// dashWidth returns the distance of the i-th element from its dash.
func (p *yamlCursor) dashWidth(i int) int {
	dash, _ := p.entry(i)
	n := p.node.Content[i]
	if start := p.start(n); !p.isAbsent(n) && start <= lineEnd(p.text, dash) {
		return start - dash
	}
	return 2
}

// extent returns the end of the last line that belongs to an entry that ends at p, in a block collection at column depth: its
// own line, and the comment lines below that are indented deeper.
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

var errNoColon = errors.New("a key after a question mark has no colon; add the colon first")
