package textedit_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/jsontree"
)

const quotes = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle

var (
	ordinary      = regexp.MustCompile(`^[a-z]+( [a-z]+)*$`)
	ordinaryLines = regexp.MustCompile(`^([a-z]+( [a-z]+)*\n)+[a-z]*$`)
)

// checkStyle checks the style of the value that was written at the path. old is the replaced value, or nil.
//
//  1. A plain scalar is not ambiguous between YAML parsers.
//  2. Keys are in the order of the operation's JSON.
//  3. Collections are in brackets if they are inside brackets, or replace a collection in brackets that has entries, and end in
//     column 80 or before; else they are blocks.
//  4. A string keeps the quotes of the string that it replaces. Other scalars have no quotes.
//  5. A plain string remains plain, or has double quotes if it would be ambiguous.
//  6. Several lines become a literal block, except in brackets or if they replace a quoted string.
func (at spot) checkStyle(c trial, t testing.TB, after string, path jsontree.Pointer, old *part) {
	t.Helper()
	raw := c.ops[0].Value
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		c.fail(t, "", "the value is not JSON: %v", err)
	}
	n := nodeAt(c.piece(after), path)
	if n == nil || n.Kind == yamlv3.AliasNode {
		c.fail(t, after, "%s is missing", path)
	}
	if found := ambiguous(n, value); len(found) > 0 {
		c.fail(t, after, "%q is a string, but written plain", found)
	}
	if got, want := keysOfNode(n), keysOfJSON(raw); !slices.Equal(got, want) {
		c.fail(t, after, "the keys are in the order %q, expected %q", got, want)
	}
	bracketed := at.inFlow || old != nil && old.flow && len(old.entries) > 0
	if bracketed && !at.inFlow && len(n.Content) > 0 && n.Style&yamlv3.FlowStyle == 0 {
		if bracketed = false; len(raw)+n.Column < 50 {
			c.fail(t, after, "the collection in line %d fits in the line", n.Line)
		}
	}
	within(n, func(n *yamlv3.Node) {
		if len(n.Content) > 0 && (n.Style&yamlv3.FlowStyle != 0) != bracketed {
			c.fail(t, after, "in line %d of the document, a collection is in brackets: %t, expected: %t", n.Line, !bracketed, bracketed)
		}
	})
	if line := strings.Split(c.piece(after), "\n")[n.Line-1]; bracketed && !at.inFlow && n.Kind != yamlv3.ScalarNode {
		if end := strings.LastIndexAny(withoutComments(line), "]}"); utf8.RuneCountInString(line[:end+1]) > 80 {
			c.fail(t, after, "the collection in line %d is too long for the line", n.Line)
		}
	}
	if n.Kind != yamlv3.ScalarNode {
		return
	}
	text, isText := value.(string)
	wanted := n.Style
	// A literal block ends with a line break, and comments below would become part of it.
	cramped := strings.HasSuffix(text, "\n") && !strings.HasSuffix(after, "\n") || len(at.entry.under) > 0
	switch was := styleOf(old); {
	case !isText:
		wanted = 0
	case ordinary.MatchString(text) && was&quotes != 0 && !notString.MatchString(text):
		wanted = was
	case ordinary.MatchString(text) && old != nil && old.shape == scalar && was == 0 && !at.inFlow:
		if wanted = 0; notString.MatchString(text) {
			wanted = yamlv3.DoubleQuotedStyle
		}
	case ordinaryLines.MatchString(text) && was&(quotes|yamlv3.TaggedStyle) == 0 && !at.inFlow && !cramped && (old == nil || !old.flow):
		wanted = yamlv3.LiteralStyle
	case ordinaryLines.MatchString(text) && at.inFlow:
		wanted = yamlv3.DoubleQuotedStyle
	}
	if n.Style != wanted {
		c.fail(t, after, "the scalar has style %d of yaml.v3, expected %d", n.Style, wanted)
	}
}

func styleOf(old *part) yamlv3.Style {
	switch {
	case old == nil || old.shape != scalar:
		return 0
	case strings.HasPrefix(old.lines[0], "!"):
		return yamlv3.TaggedStyle
	case strings.HasPrefix(old.lines[0], "'"):
		return yamlv3.SingleQuotedStyle
	case strings.HasPrefix(old.lines[0], `"`):
		return yamlv3.DoubleQuotedStyle
	}
	return 0
}

// nodeAt returns the node at a path of plain indexes and keys as they are read.
func nodeAt(text string, path jsontree.Pointer) *yamlv3.Node {
	var doc yamlv3.Node
	if err := yamlv3.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) == 0 {
		return nil
	}
	n := doc.Content[0]
	for _, token := range path {
		var next *yamlv3.Node
		for i := range n.Content {
			switch {
			case n.Kind == yamlv3.SequenceNode && (jsontree.Pointer{}).Index(i)[0] == token:
				next = n.Content[i]
			case n.Kind == yamlv3.MappingNode && i%2 == 0:
				if text, _ := reads(n.Content[i]); text == token && !isMerge(n.Content[i]) {
					next = n.Content[i+1]
				}
			}
		}
		if n = next; n == nil {
			break
		}
	}
	return n
}

// keysOfNode returns all keys below a node, in the order of the text.
func keysOfNode(n *yamlv3.Node) (keys []string) {
	for i, c := range n.Content {
		if n.Kind == yamlv3.MappingNode && i%2 == 0 {
			text, _ := reads(c)
			keys = append(keys, text)
		} else {
			keys = append(keys, keysOfNode(c)...)
		}
	}
	return keys
}

// keysOfJSON returns all keys of a JSON text.
func keysOfJSON(text []byte) (keys []string) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a number may be out of the range of float64
	var open []json.Delim
	isKey := false
	for token, err := decoder.Token(); err == nil; token, err = decoder.Token() {
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open = append(open, token)
			} else {
				open = open[:len(open)-1]
			}
			isKey = len(open) > 0 && open[len(open)-1] == '{'
		case string:
			if isKey {
				keys, isKey = append(keys, token), false
				continue
			}
			isKey = len(open) > 0 && open[len(open)-1] == '{'
		default:
			isKey = len(open) > 0 && open[len(open)-1] == '{'
		}
	}
	return keys
}
