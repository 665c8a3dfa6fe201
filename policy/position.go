package policy

import (
	"slices"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// fieldPath is the path to a value in an object.
type fieldPath []pathStep

// pathStep is a field, the key of a map, or the index of a list.
type pathStep struct {
	name  string
	index int
	kind  stepKind
}

type stepKind int

const (
	fieldStep stepKind = iota
	keyStep
	indexStep
)

// String returns the path as package field of apimachinery writes it: spec.rules[0].labels[app]. Long names are shortened.
func (p fieldPath) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.kind == indexStep:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.kind == keyStep:
			b.WriteString("[" + short(s.name) + "]")
		case i > 0:
			b.WriteString("." + short(s.name))
		default:
			b.WriteString(short(s.name))
		}
	}
	return b.String()
}

// positions finds the lines of the fields of a document, or of an item of a list in it. It parses the document when the first line is needed.
type positions struct {
	document
	read  bool
	root  yamlv3.Node
	lines lineMap

	outer *positions // the list; nil for a document
	index int        // in the list
}

// lineOf returns the line of the stream on which a value begins, for a field that of its name; or 0 if that is not known.
func (p *positions) lineOf(path fieldPath) int {
	line, whole := p.follow(path)
	if !whole {
		return 0
	}
	return line
}

// nearestLine is lineOf for the part of the path that the document has.
func (p *positions) nearestLine(path fieldPath) int {
	line, _ := p.follow(path)
	return line
}

// follow returns the line of the last value on the path that is there, and whether it is the end of the path.
func (p *positions) follow(path fieldPath) (line int, whole bool) {
	if p.outer != nil {
		var lists fieldPath // from the inside
		for ; p.outer != nil; p = p.outer {
			lists = append(lists, pathStep{index: p.index, kind: indexStep}, pathStep{name: "items"})
		}
		slices.Reverse(lists)
		path = append(lists, path...)
		if len(p.text) > maxParsed {
			return 0, false
		}
	}
	if !p.read {
		p.read, p.lines = true, p.lineMap()
		if yamltext.Node(p.text, &p.root) != nil {
			p.root.Content = nil
		}
	}
	if len(p.root.Content) == 0 {
		return 0, false
	}
	node := p.root.Content[0]
	line = node.Line
	for _, step := range path {
		for node.Kind == yamlv3.AliasNode {
			node = node.Alias
		}
		next, at := child(node, step)
		if next == nil {
			return p.lines.line(line), false
		}
		node, line = next, at
	}
	return p.lines.line(line), true
}

// child returns the value at one step and its line, or nil.
func child(node *yamlv3.Node, step pathStep) (*yamlv3.Node, int) {
	switch {
	case step.kind == indexStep && node.Kind == yamlv3.SequenceNode && step.index < len(node.Content):
		return node.Content[step.index], node.Content[step.index].Line
	case node.Kind == yamlv3.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if key := node.Content[i]; key.Value == step.name {
				return node.Content[i+1], key.Line
			}
		}
	}
	return nil, 0
}
