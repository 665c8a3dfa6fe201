package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// blockScalar is the extent of a literal or folded scalar in the text.
type blockScalar struct {
	header int  // the end of its indicators
	indent int  // of its lines
	end    int  // of its last line, including trailing blank lines if they count
	chomp  byte // '-', '+' or none
}

// blockScalar finds the extent of the scalar whose | or > is at p: the lines indented deeper than indent, or as far as its
// indicator requires.
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
		if !blank || b.chomp == '+' && q < len(t.text) { // a last line without a line break does not count
			b.end = lineEnd(t.text, q)
		}
		line = nextLine(t.text, q)
	}
	if b.chomp == '+' && line == len(t.text) && line > 0 && isBreak(t.text[line-1]) {
		b.end = max(b.end, line-breakBefore(t.text, line))
	}
	return b
}

// firstIndent returns the indentation of the first line that is not blank, or of a longer blank line before it.
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

// lastScalar returns the block scalar that a node ends with; ok is false if it ends with something else.
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

// chomped adds a strip indicator to a block scalar at the end of a text without a final line break, because a line that
// follows would add a line break to its value.
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

// lastOf returns the last node with any text: the key, if its value is absent.
func (t *yamlText) lastOf(nodes []*yamlv3.Node) *yamlv3.Node {
	last := nodes[len(nodes)-1]
	if len(nodes) > 1 && t.isAbsent(last) {
		return nodes[len(nodes)-2]
	}
	return last
}
