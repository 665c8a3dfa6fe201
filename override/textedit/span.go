package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// The YAML parser reports where a node begins. The end is found here, from the nodes inside and the text.

const inQuotes = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle | yamlv3.LiteralStyle | yamlv3.FoldedStyle

func isFlow(n *yamlv3.Node) bool { return n.Style&yamlv3.FlowStyle != 0 }

func isCollection(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.MappingNode || n.Kind == yamlv3.SequenceNode
}

// isAbsent reports whether a node has no text at all, not even an anchor or the tag "!": the value of "key:".
func (t *yamlText) isAbsent(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.ScalarNode && n.Style&inQuotes == 0 && n.Value == "" && n.Anchor == "" &&
		n.Style&yamlv3.TaggedStyle == 0 && !t.isBare(n)
}

// properties returns the end of the anchor and tag of a node, or its start without them.
func (t *yamlText) properties(n *yamlv3.Node) int {
	start := t.start(n)
	p, end := start, start
	anchor, tag := n.Anchor != "", n.Style&yamlv3.TaggedStyle != 0
	for p < len(t.text) {
		switch c := t.text[p]; {
		case c == '&' && anchor:
			p += 1 + len(n.Anchor)
			anchor = false
		case c == '!' && (tag || isOwnBare(t.text, n, start, p)):
			p = tagEnd(t.text, p)
			tag = false
		default:
			return end
		}
		end = min(p, len(t.text))
		p = skipSpace(t.text, end)
	}
	return end
}

// isOwnBare reports whether "!" at p, which the parser drops, is the tag of the node that begins at start. It may be the tag of the first key
// or element of a collection and, after an empty scalar, the tag of the next key.
func isOwnBare(text []byte, n *yamlv3.Node, start, p int) bool {
	if p >= len(text) || text[p] != '!' || tagEnd(text, p) != p+1 {
		return false
	}
	next := skipBlanks(text, p+1)
	last := next == len(text) || isBreak(text[next]) || text[next] == '#'
	switch {
	case isCollection(n):
		return isFlow(n) || last || text[next] == '&' && n.Anchor != ""
	case n.Value != "" || n.Style&inQuotes != 0 || last:
		return true
	}
	switch text[next] {
	case ',', ']', '}':
		return true
	case '&':
		return p == start && n.Anchor != ""
	case ':': // the node is a key
		return !hasBreak(text[start:p])
	}
	return false
}

// tagEnd returns the end of the tag that begins at p: the next blank. For the parser, commas and brackets are part of a tag.
func tagEnd(text []byte, p int) int {
	for p < len(text) && !isBlank(text[p]) && !isBreak(text[p]) {
		p++
	}
	return p
}

// content returns the start of a node after its anchor and tag.
func (t *yamlText) content(n *yamlv3.Node) int {
	start, end := t.start(n), t.properties(n)
	if end > start && !(n.Kind == yamlv3.ScalarNode && n.Value == "" && n.Style&inQuotes == 0) {
		return skipSpace(t.text, end)
	}
	return end
}

// end returns the end of a node, before a line break. indent is the column of the block collection around it, -1 at the root.
func (t *yamlText) end(n *yamlv3.Node, indent int) int {
	p := t.content(n)
	if p >= len(t.text) {
		return len(t.text)
	}
	switch c := t.text[p]; {
	case n.Kind == yamlv3.AliasNode:
		if c != '*' {
			t.markLost(n)
		}
		return min(p+1+len(n.Value), len(t.text))
	case isCollection(n) && isFlow(n):
		return t.flowEnd(n, p)
	case isCollection(n):
		indent = t.column(p)
		if last := len(n.Content) - 1; n.Kind == yamlv3.MappingNode && last > 0 {
			return t.pairEnd(n, last-1, indent)
		} else if last >= 0 {
			return t.end(n.Content[last], indent)
		}
		t.markLost(n)
		return p
	case n.Style&yamlv3.DoubleQuotedStyle != 0 && c == '"', n.Style&yamlv3.SingleQuotedStyle != 0 && c == '\'':
		return t.quotedEnd(n, p)
	case n.Style&yamlv3.LiteralStyle != 0 && c == '|', n.Style&yamlv3.FoldedStyle != 0 && c == '>':
		return t.blockScalar(p, indent).end
	case n.Style&inQuotes == 0:
		return t.plainEnd(n, p)
	}
	t.markLost(n)
	return p
}

// pairEnd returns the end of the value whose key is the i-th node of a map.
func (t *yamlText) pairEnd(m *yamlv3.Node, i, indent int) int {
	key, value := m.Content[i], m.Content[i+1]
	if !t.isAbsent(value) {
		return t.end(value, indent)
	}
	if colon := t.colon(m, i, indent); colon >= 0 {
		end := colon + 1
		if isFlow(m) && end < len(t.text) && isBlank(t.text[end]) {
			return end + 1 // in flow style, a colon without a blank or line break is part of the key
		} else if isFlow(m) {
			return skipBreak(t.text, end)
		}
		return end
	}
	return t.end(key, indent)
}

// colon returns the offset of the colon after a key of a map, or -1.
func (t *yamlText) colon(m *yamlv3.Node, i, indent int) int {
	p := skipSpace(t.text, t.end(m.Content[i], indent))
	if p == len(t.text) || t.text[p] != ':' {
		return -1
	}
	if next := p + 1; !isFlow(m) && next < len(t.text) && !isBlank(t.text[next]) && !isBreak(t.text[next]) {
		return -1 // the next key begins with a colon
	}
	return p
}

func (t *yamlText) flowEnd(n *yamlv3.Node, p int) int {
	opening := t.text[p]
	if opening != '[' && opening != '{' {
		if n.Kind == yamlv3.MappingNode && len(n.Content) == 2 { // a pair without braces, in a list
			return t.pairEnd(n, 0, -1)
		}
		t.markLost(n)
		return p
	}
	p++
	if last := len(n.Content) - 1; last >= 0 && n.Kind == yamlv3.MappingNode {
		p = t.pairEnd(n, last-1, -1)
	} else if last >= 0 {
		p = t.end(n.Content[last], -1)
	}
	for p = skipSpace(t.text, p); p < len(t.text); p = skipSpace(t.text, p+1) {
		switch t.text[p] {
		case ']', '}':
			return p + 1
		case ',', ':', '?':
		default:
			t.markLost(n)
			return p
		}
	}
	t.markLost(n)
	return p
}

func (t *yamlText) quotedEnd(n *yamlv3.Node, p int) int {
	quote := t.text[p]
	for p++; p < len(t.text); p++ {
		switch c := t.text[p]; {
		case c == '\\' && quote == '"':
			p++
		case c == quote && quote == '\'' && p+1 < len(t.text) && t.text[p+1] == quote:
			p++
		case c == quote:
			return p + 1
		}
	}
	t.markLost(n)
	return len(t.text)
}

// plainEnd compares the value of a plain scalar with the text. A single line break in the text is a space in the value, and
// n line breaks are n-1 line breaks.
func (t *yamlText) plainEnd(n *yamlv3.Node, p int) int {
	words := n.Value
	for words != "" {
		if p >= len(t.text) {
			t.markLost(n)
			return len(t.text)
		}
		if gap := words[:len(words)-len(strings.TrimLeft(words, " \t\n"))]; gap != "" {
			from, breaks := p, 0
			for p < len(t.text) && (isBlank(t.text[p]) || isBreak(t.text[p])) {
				if isBreak(t.text[p]) {
					breaks++
					p = skipBreak(t.text, p)
				} else {
					p++
				}
			}
			if breaks == 0 && string(t.text[from:p]) != gap || breaks == 1 && gap != " " || breaks > 1 && gap != strings.Repeat("\n", breaks-1) {
				t.markLost(n)
				return from
			}
			words = words[len(gap):]
			continue
		}
		if t.text[p] != words[0] {
			t.markLost(n)
			return p
		}
		p, words = p+1, words[1:]
	}
	return p
}
