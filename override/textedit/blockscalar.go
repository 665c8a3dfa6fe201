package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// blockScalar is a literal or folded scalar in the text.
type blockScalar struct {
	header int  // where its indicators end
	indent int  // of its lines
	end    int  // of its last line; with blank lines behind it if they count
	chomp  byte // '-', '+' or none
}

// blockScalar finds what belongs to the scalar whose | or > stands at p: the lines indented deeper than indent, or as far as it says.
func (t *yamlText) blockScalar(p, indent int) blockScalar {
	b := blockScalar{header: p + 1}
	for ; b.header < len(t.text) && strings.IndexByte("+-0123456789", t.text[b.header]) >= 0; b.header++ {
		if c := t.text[b.header]; c == '+' || c == '-' {
			b.chomp = c
		} else {
			b.indent = max(indent, 0) + int(c-'0')
		}
	}
	b.end = lineEnd(t.text, b.header)
	line := nextLine(t.text, b.header)
	if b.indent == 0 {
		b.indent = max(t.firstIndent(line), indent+1, 1)
	}
	for line < len(t.text) {
		q := line
		for q < len(t.text) && q-line < b.indent && t.text[q] == ' ' {
			q++
		}
		blank := q == len(t.text) || isBreak(t.text[q])
		if !blank && q-line < b.indent {
			break
		}
		if !blank || b.chomp == '+' && q < len(t.text) { // what has no line break is no line to keep
			b.end = lineEnd(t.text, q)
		}
		line = nextLine(t.text, q)
	}
	if b.chomp == '+' && line == len(t.text) && line > 0 && isBreak(t.text[line-1]) {
		b.end = max(b.end, line-breakBefore(t.text, line))
	}
	return b
}

// firstIndent is how far the first line with more than blanks, or a line of blanks before it, is indented.
func (t *yamlText) firstIndent(line int) int {
	deepest := 0
	for line < len(t.text) {
		q := line
		for q < len(t.text) && t.text[q] == ' ' {
			q++
		}
		deepest = max(deepest, q-line)
		if q == len(t.text) || !isBreak(t.text[q]) {
			break
		}
		line = skipBreak(t.text, q)
	}
	return deepest
}

// lastScalar is the block scalar that a node ends with; ok is false if it ends with anything else.
func (t *yamlText) lastScalar(n *yamlv3.Node, indent int) (n2 *yamlv3.Node, b blockScalar, ok bool) {
	for isCollection(n) && !isFlow(n) && len(n.Content) > 0 {
		indent = t.column(t.content(n))
		n = t.lastOf(n.Content)
	}
	if n.Kind != yamlv3.ScalarNode || n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) == 0 {
		return nil, b, false
	}
	return n, t.blockScalar(t.content(n), indent), true
}

// chomped has a block scalar that ends with the text, without a line break, go on without one when something follows it.
func (p *yamlCursor) chomped() splices {
	n, b, ok := p.lastScalar(p.node, -1)
	if !ok || b.end < len(p.text) || b.chomp == '-' || n.Value == "" || n.Value[len(n.Value)-1] == '\n' {
		return nil
	}
	if b.chomp == 0 {
		return splices{{b.header, b.header, "-"}}
	}
	for at := p.content(n); at < b.header; at++ {
		if p.text[at] == '+' {
			return splices{{at, at + 1, "-"}}
		}
	}
	return nil
}

// lastOf is the node that the text of some ends with: of a key without a value, the key.
func (t *yamlText) lastOf(nodes []*yamlv3.Node) *yamlv3.Node {
	last := nodes[len(nodes)-1]
	if len(nodes) > 1 && t.isAbsent(last) {
		return nodes[len(nodes)-2]
	}
	return last
}
