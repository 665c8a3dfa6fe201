package policy

import (
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// positions knows where the fields of a document stand. It reads the document once, when the first of them is asked for.
type positions struct {
	document
	read bool
	root yamlv3.Node
}

// lineOf finds the line of the stream on which a field stands, or 0. The path is as sigs.k8s.io/json writes it.
func (p *positions) lineOf(path string) int {
	if p.line == 0 {
		return 0 // it is an item of a list, whose text is not that of the stream
	}
	if !p.read {
		p.read = true
		if yamlv3.Unmarshal(p.text, &p.root) != nil {
			p.root.Content = nil
		}
	}
	if len(p.root.Content) == 0 {
		return 0
	}
	node, line := p.root.Content[0], 0
	for path != "" {
		for node.Kind == yamlv3.AliasNode {
			node = node.Alias
		}
		var ok bool
		if index, rest, isIndex := cutIndex(path); isIndex {
			if node.Kind != yamlv3.SequenceNode || index >= len(node.Content) {
				return 0
			}
			node, path, ok = node.Content[index], rest, true
			line = node.Line
		} else {
			for i := 0; i+1 < len(node.Content) && node.Kind == yamlv3.MappingNode; i += 2 {
				key := node.Content[i]
				rest, found := strings.CutPrefix(path, key.Value)
				if found && (rest == "" || rest[0] == '.' || rest[0] == '[') {
					node, path, line, ok = node.Content[i+1], strings.TrimPrefix(rest, "."), key.Line, true
					break
				}
			}
		}
		if !ok {
			return 0
		}
	}
	return line + p.line - 1
}

// cutIndex takes "[3].rest" or "[3]" apart.
func cutIndex(path string) (index int, rest string, ok bool) {
	inner, found := strings.CutPrefix(path, "[")
	if !found {
		return 0, "", false
	}
	digits, rest, _ := strings.Cut(inner, "]")
	index, err := strconv.Atoi(digits)
	return index, strings.TrimPrefix(rest, "."), err == nil && index >= 0
}
