package suite

import (
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/yamltext"
)

// origins knows which step decided each line of an object.
type origins struct {
	of map[int]override.Origin // by line, counted from 1
}

func newOrigins(p *part) *origins {
	o := &origins{of: map[int]override.Origin{}}
	if p.variant.Result == nil {
		return o
	}
	lines, pointers := valuesIn(p.body)
	for i, origin := range p.variant.Result.Origins(pointers) {
		o.of[lines[i]] = origin
	}
	return o
}

// at returns the step that decided the value in a line, or the zero Origin.
func (o *origins) at(line int) override.Origin { return o.of[line] }

// newRemovals returns the steps that removed values that another YAML of the object has, by its lines.
func newRemovals(r *override.Result, body string) *origins {
	o := &origins{of: map[int]override.Origin{}}
	lines, pointers := valuesIn(body)
	var removedIn []int
	var removed []jsontree.Pointer
	for i, at := range pointers {
		if _, exists := jsontree.Get(r.SharedContent(), at); !exists {
			removedIn, removed = append(removedIn, lines[i]), append(removed, at)
		}
	}
	for i, origin := range r.Origins(removed) {
		o.of[removedIn[i]] = origin
	}
	return o
}

// maxPathLength is the depth below which values have no origin.
const maxPathLength = 1000

// valuesIn returns the places of the values in a YAML document that are not maps or lists, or are empty ones, with their lines. It returns nothing for a
// document that cannot be parsed, or with line breaks other than \n.
func valuesIn(body string) (lines []int, pointers []jsontree.Pointer) {
	var document yamlv3.Node
	if strings.ContainsAny(body, "\r\u0085\u2028\u2029") || yamltext.Node([]byte(body), &document) != nil || len(document.Content) == 0 {
		return nil, nil
	}
	var walk func(node *yamlv3.Node, at jsontree.Pointer)
	walk = func(node *yamlv3.Node, at jsontree.Pointer) {
		switch {
		case len(at) > maxPathLength:
		case node.Kind == yamlv3.MappingNode && len(node.Content) > 0:
			for i := 0; i+1 < len(node.Content); i += 2 {
				walk(node.Content[i+1], at.Child(node.Content[i].Value))
			}
		case node.Kind == yamlv3.SequenceNode && len(node.Content) > 0:
			for i, element := range node.Content {
				walk(element, at.Child(strconv.Itoa(i)))
			}
		case node.Kind != yamlv3.AliasNode:
			lines, pointers = append(lines, node.Line), append(pointers, at)
		}
	}
	walk(document.Content[0], nil)
	return lines, pointers
}
