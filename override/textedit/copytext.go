package textedit

import (
	"errors"
	"fmt"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// maxCopied limits the bytes that all operations of a patch copy to write aliases out.
const maxCopied = 1 << 20

var (
	errCopied  = fmt.Errorf("the operations of a patch would write out aliases as more than %d MiB", maxCopied>>20)
	errNotAKey = errors.New("it is a key that is not a scalar on one line")
	errTooLong = fmt.Errorf("it is a key of more than %d bytes", maxKey)
)

// copier copies nodes as text to another place. Anchors are not copied. Aliases are copied if they repeat the same node there; else
// they are written out, too.
type copier struct {
	*yamlText
	at   int                     // the offset of the copy
	kept map[string]*yamlv3.Node // the nodes that copied aliases repeat, by name
	err  error

	quoted    *yamlv3.Node // a literal or folded scalar to copy in double quotes, which ends at quotedEnd
	quotedEnd int
}

func (t *yamlText) copier(at int) *copier {
	return &copier{yamlText: t, at: at, kept: map[string]*yamlv3.Node{}}
}

// count adds the size of copied text.
func (c *copier) count(text string) string {
	if c.copied += len(text); c.copied > maxCopied && c.err == nil {
		c.err = errCopied
	}
	if c.err != nil {
		return ""
	}
	return text
}

// keeps reports whether an alias can be copied.
func (c *copier) keeps(alias *yamlv3.Node) bool {
	if !c.visible(alias.Alias, c.at) {
		return false
	}
	c.kept[alias.Value] = alias.Alias
	return true
}

// flow copies a node in flow style.
func (c *copier) flow(n *yamlv3.Node) string {
	switch {
	case c.err != nil:
		return ""
	case n.Kind == yamlv3.AliasNode && c.keeps(n):
		return c.count("*" + n.Value)
	case n.Kind == yamlv3.AliasNode:
		return c.flow(n.Alias)
	case n.Kind == yamlv3.ScalarNode:
		return c.count(c.tag(n) + c.scalar(n))
	case isFlow(n) && c.onOneLine(n) && n.Kind != 0 && c.text[c.content(n)] != '[' && c.text[c.content(n)] != '{':
		return c.collection(n) // a pair without braces
	case isFlow(n) && c.onOneLine(n):
		return c.count(c.raw(n, c.start(n), c.end(n, -1)))
	}
	return c.tag(n) + c.collection(n)
}

func (c *copier) onOneLine(n *yamlv3.Node) bool { return !hasBreak(c.text[c.start(n):c.end(n, -1)]) }

// collection copies a list or map in brackets on one line.
func (c *copier) collection(n *yamlv3.Node) string {
	var b strings.Builder
	opening, closing := "[", "]"
	if n.Kind == yamlv3.MappingNode {
		opening, closing = "{", "}"
	}
	b.WriteString(opening)
	for i, item := range n.Content {
		switch {
		case n.Kind == yamlv3.MappingNode && i%2 == 1:
			b.WriteString(": ")
		case i > 0:
			b.WriteString(", ")
		}
		if n.Kind == yamlv3.MappingNode && i%2 == 0 {
			b.WriteString(c.key(item))
		} else {
			b.WriteString(c.flow(item))
		}
	}
	return b.String() + closing
}

// tag returns the tag of a node as written, and a blank.
func (c *copier) tag(n *yamlv3.Node) string {
	p, end := c.start(n), c.properties(n)
	for p < end {
		switch c.text[p] {
		case '!':
			return string(c.text[p:tagEnd(c.text, p)]) + " "
		case '&':
			p = skipSpace(c.text, min(p+1+len(n.Anchor), end))
		default:
			return ""
		}
	}
	return ""
}

// scalar copies a scalar, without its tag, to one line in flow style. It keeps its notation if that is possible.
func (c *copier) scalar(n *yamlv3.Node) string {
	if n.Value == "" && n.Style&inQuotes == 0 {
		if c.tag(n) != "" {
			return `""`
		}
		return "null"
	}
	start, end := c.content(n), c.end(n, -1)
	isBlock := n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) != 0
	if isBlock || hasBreak(c.text[start:end]) || n.Style&inQuotes == 0 && strings.ContainsAny(n.Value, ",[]{}?") {
		return inDouble(n.Value)
	}
	if k, _ := c.read(n); k == str && n.Style&inQuotes == 0 && strings.ContainsAny(n.Value, ":") {
		return inDouble(n.Value)
	}
	return string(c.text[start:end])
}

// key copies the key of a map.
func (c *copier) key(n *yamlv3.Node) string {
	if n = target(n); n.Kind != yamlv3.ScalarNode {
		c.err = errNotAKey
		return ""
	}
	text := c.tag(n) + c.scalar(n)
	if len(text) > maxKey {
		c.err = errTooLong
	}
	return c.count(text)
}

// raw copies the text of a node from one offset to another, without its anchors.
func (c *copier) raw(n *yamlv3.Node, from, to int) string {
	var s splices
	walk(n, func(n *yamlv3.Node) {
		if n.Kind == yamlv3.AliasNode && !c.keeps(n) {
			start := c.start(n)
			s = append(s, splice{start - from, c.end(n, -1) - from, c.flow(n.Alias)})
		} else if n.Anchor != "" && c.start(n) >= from {
			e := c.anchor(n)
			s = append(s, splice{max(e.start-from, 0), e.end - from, e.text})
		}
		if n == c.quoted {
			s = append(s, splice{c.content(n) - from, c.quotedEnd - from, inDouble(n.Value)})
		}
	})
	s.sort()
	return string(s.apply(c.text[from:to], nil, 0))
}

// anchor returns the splice that removes the anchor of a node, with blanks on one side. A node without any text becomes null.
func (t *yamlText) anchor(n *yamlv3.Node) splice {
	start := t.start(n)
	if t.text[start] == '!' {
		start = skipSpace(t.text, tagEnd(t.text, start))
	}
	end := min(start+1+len(n.Anchor), len(t.text))
	if n.Kind == yamlv3.ScalarNode && n.Value == "" && n.Style&(inQuotes|yamlv3.TaggedStyle) == 0 && !t.isBare(n) {
		return splice{start, end, "null"}
	}
	if after := skipBlanks(t.text, end); after < len(t.text) && !isBreak(t.text[after]) {
		return splice{start, after, ""}
	}
	for start > 0 && isBlank(t.text[start-1]) {
		start--
	}
	return splice{start, end, ""}
}
