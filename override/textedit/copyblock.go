package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// place is where a copy in block style is written.
type place struct {
	column    int  // of the collection around it
	wide      int  // the distance from a dash; 0 after a key
	below     int  // the end of the line after which its last line is
	anchored  bool // an anchor precedes it
	commented bool // a comment follows the first line
}

// block copies a node as the value of a key or dash in block style: the text on that line, and the lines below. head is empty if
// there is nothing to write on the line.
func (c *copier) block(n *yamlv3.Node, p place) (head string, below []string) {
	isBlock := n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) != 0
	switch {
	case isCollection(n) && !isFlow(n):
		return c.blockCollection(n, p)
	case isCollection(n) && isFlow(n) && !c.onOneLine(n) && !p.commented:
		start := c.start(n)
		lines := c.shifted(c.raw(n, start, c.end(n, -1)), p.column-len(c.indentation(start)))
		return strings.TrimLeft(lines[0], " "), lines[1:]
	case n.Kind != yamlv3.ScalarNode || n.Value == "" || !isBlock && !c.onOneLine(n):
	case !isBlock:
		return c.count(c.raw(n, c.start(n), c.end(n, -1))), nil
	case c.tag(n) == "":
		w := c.style()
		w.literal = c.literalsBelow(p.below, p.column)
		head, below = w.under(value{kind: str, text: n.Value}, p.column, p.wide)
		c.count(head + strings.Join(below, "\n"))
		return head, below
	}
	return c.flow(n), nil
}

// quoteLast lets raw copy the literal or folded scalar at the end of a node in double quotes, if it cannot be the last line of a copy:
// if it ends with the text, or if what follows the copy would become part of it. indent is the column of the collection around the
// node.
func (c *copier) quoteLast(n *yamlv3.Node, indent int, p place) {
	c.quoted = nil
	last, b, ok := c.lastScalar(n, indent)
	if !ok {
		return
	}
	w, head := yamlWriter{literal: c.literalsBelow(p.below, p.column)}, "|"
	if b.chomp != 0 {
		head += string(b.chomp)
	}
	if b.end >= len(c.text) && b.chomp != '-' || last.Value == "" || !w.allows(head) {
		c.quoted, c.quotedEnd = last, b.end
	}
}

// blockCollection copies a list or map in block style with its comments. The comment after its anchor is the text on the first line.
func (c *copier) blockCollection(n *yamlv3.Node, p place) (head string, below []string) {
	c.quoteLast(n, -1, p)
	w, first := c.style(), c.content(n)
	column, depth := p.column+w.step, c.column(first)
	switch {
	case p.wide > 0:
		column = p.column + p.wide
	case n.Kind == yamlv3.SequenceNode:
		column = p.column + w.list
	}
	from, properties := lineStart(c.text, first), c.properties(n)
	if properties < from {
		at := skipBlanks(c.text, properties)
		if at < len(c.text) && c.text[at] == '#' && !p.commented {
			head = string(c.text[at:lineEnd(c.text, at)])
		}
		from = nextLine(c.text, properties)
	}
	to := c.extent(c.end(n, -1), depth-1)
	if n.Kind == yamlv3.SequenceNode {
		to = c.extent(c.end(n, -1), depth)
	}
	below = c.shifted(c.raw(n, from, to), column-depth)
	if tag := strings.TrimSuffix(c.tag(n), " "); tag != "" {
		head = strings.TrimSuffix(tag+" "+head, " ")
	}
	canFollow := p.wide > 0 && head == "" && !p.anchored && (!p.commented || c.closesLine(n))
	if canFollow && strings.HasPrefix(below[0], spaces(column)+string(c.text[first])) {
		return strings.TrimLeft(below[0], " "), below[1:]
	}
	return head, below
}

// closesLine reports whether a comment can follow the first line of a collection in block style: whether no scalar or flow
// collection continues on the next line.
func (c *copier) closesLine(n *yamlv3.Node) bool {
	eol := lineEnd(c.text, c.content(n))
	closes := true
	walk(n, func(n *yamlv3.Node) {
		if isBlock := n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) != 0; !isBlock && (!isCollection(n) || isFlow(n)) {
			closes = closes && (c.start(n) > eol || c.end(n, -1) <= eol)
		}
	})
	return closes
}

// entry copies a key of a map in block style with its value and comments as lines in a column. below is the end of the line after
// which its last line is.
func (c *copier) entry(from mergeSource, column, below int) []string {
	m := &yamlCursor{yamlText: c.yamlText, written: from.in, node: from.in}
	i := c.indexOf(from.in, from.key)
	pair := &yamlv3.Node{Kind: yamlv3.MappingNode, Content: m.nodes(i / 2)}
	if !isFlow(from.in) && from.key.Kind == yamlv3.ScalarNode {
		start, end := m.entry(i / 2)
		if c.text[start] != '?' {
			c.quoteLast(c.lastOf(pair.Content), m.depth(), place{column: column, below: below})
			to := c.extent(end, m.depth())
			return c.shifted(spaces(m.depth())+c.raw(pair, start, to), column-m.depth())
		}
	}
	return []string{spaces(column) + c.key(from.key) + ": " + c.flow(from.value)}
}

// shifted splits text into lines and indents them by a number of columns more, or less.
func (c *copier) shifted(text string, by int) (lines []string) {
	raw := []byte(text)
	for p := 0; ; {
		end := lineEnd(raw, p)
		line := text[p:end]
		switch blanks := len(line) - len(strings.TrimLeft(line, " ")); {
		case line == "":
		case by > 0:
			line = spaces(by) + line
		default:
			line = line[min(-by, blanks):]
		}
		lines = append(lines, c.count(line))
		next := skipBreak(raw, end)
		if next == end {
			return lines
		}
		p = next
	}
}
