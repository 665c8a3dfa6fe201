package textedit

import (
	"fmt"
	"slices"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// piece is a part of a text that is parsed with aliases of nodes outside of it.
type piece struct {
	kept           map[string]*yamlv3.Node // these nodes, by name
	opening        string                  // text before everything
	each           string                  // an entry for a node, with a verb for its name
	lead, trailing string                  // text around the part
}

// blockPiece returns the piece of a block collection. list says which kind; lead is the text before the part on its line.
func blockPiece(kept map[string]*yamlv3.Node, list bool, depth int, lead string) piece {
	if list {
		return piece{kept: kept, each: spaces(depth) + "- &%s 0\n", lead: lead}
	}
	return piece{kept: kept, each: spaces(depth) + "k: &%s 0\n", lead: lead}
}

// flowPiece returns the piece of a list or map in brackets.
func flowPiece(kept map[string]*yamlv3.Node, list bool) piece {
	if list {
		return piece{kept: kept, opening: "[", each: "&%s 0, ", trailing: "]"}
	}
	return piece{kept: kept, opening: "{", each: "k: &%s 0, ", trailing: "}"}
}

// rereadPiece parses the text between two offsets after an edit, and returns its nodes.
func (t *yamlText) rereadPiece(p piece, from, to int) ([]*yamlv3.Node, error) {
	var b strings.Builder
	b.WriteString(p.opening)
	for name := range p.kept {
		fmt.Fprintf(&b, p.each, name)
	}
	n, err := t.reread(b.String()+p.lead, from, to, p.trailing)
	if err != nil {
		return nil, err
	}
	first := len(p.kept)
	if n.Kind == yamlv3.MappingNode {
		first *= 2
	}
	if len(n.Content) <= first {
		return nil, ErrNotInPlace
	}
	outside := n.Content[:first]
	for _, c := range n.Content[first:] {
		walk(c, func(n *yamlv3.Node) {
			if n.Kind == yamlv3.AliasNode && slices.Contains(outside, n.Alias) {
				n.Alias = p.kept[n.Value]
			}
		})
	}
	return n.Content[first:], nil
}

// sameReading reports whether two nodes read the same.
func (t *yamlText) sameReading(a, b *yamlv3.Node) bool {
	a, b = target(a), target(b)
	if a == b {
		return true
	}
	if a.Kind != b.Kind || len(a.Content) != len(b.Content) {
		return false
	}
	if a.Kind == yamlv3.ScalarNode && a.Value == b.Value && a.Style == b.Style && a.Tag == b.Tag {
		return t.isBare(a) == t.isBare(b)
	}
	if a.Kind == yamlv3.ScalarNode {
		kindOfA, wordsOfA := t.read(a)
		kindOfB, wordsOfB := t.read(b)
		return kindOfA == kindOfB && wordsOfA == wordsOfB
	}
	for i := range a.Content {
		if !t.sameReading(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// adopt adds nodes that were copied into a list or map to the indexes.
func (t *yamlText) adopt(in *yamlv3.Node, nodes ...*yamlv3.Node) {
	for _, n := range nodes {
		t.aliases.add(n, in)
		t.noteAdded(in, n)
	}
	delete(t.keys, in)
}
