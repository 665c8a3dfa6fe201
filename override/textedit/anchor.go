package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// repeated is the error of an edit that touches nodes while an alias elsewhere repeats one of them.
func (t *yamlText) repeated(touched map[*yamlv3.Node]bool) error {
	for _, alias := range t.aliases {
		if n := alias.Alias; touched[n] && !touched[alias] {
			return fmt.Errorf("&%s (line %d) is repeated by *%s in line %d, which the edit would change, too; write that out first",
				n.Anchor, n.Line, n.Anchor, alias.Line)
		}
	}
	return nil
}

// taken refuses to take away nodes of which something is repeated elsewhere.
func (t *yamlText) taken(nodes ...*yamlv3.Node) error {
	if len(t.aliases) == 0 {
		return nil
	}
	inside := map[*yamlv3.Node]bool{}
	var walk func(n *yamlv3.Node)
	walk = func(n *yamlv3.Node) {
		inside[n] = true
		for _, c := range n.Content {
			walk(c)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	return t.repeated(inside)
}

// merged is where a map gets a key from that stands in what a merge key brings.
type merged struct {
	merge      *yamlv3.Node // the map's own << key; nil if no merge key brings it
	key, value *yamlv3.Node
}

// fromMerge finds the last merge key behind the own-th node of a map, or anywhere with own -1, that brings a key.
func (t *yamlText) fromMerge(m *yamlv3.Node, token string) (found merged, at int) {
	for i := len(m.Content) - 2; i >= 0; i -= 2 {
		if !isMerge(m.Content[i]) {
			continue
		}
		if key, value := t.brought(m.Content[i+1], token, map[*yamlv3.Node]bool{}); key != nil {
			return merged{m.Content[i], key, value}, i
		}
	}
	return merged{}, -1
}

// brought is the key and value that n, the value of a merge key, brings under a token; of a list, the first map that has
// it counts. Every map is looked at once, however often it is repeated.
func (t *yamlText) brought(n *yamlv3.Node, token string, seen map[*yamlv3.Node]bool) (key, value *yamlv3.Node) {
	if n.Kind == yamlv3.AliasNode {
		n = n.Alias
	}
	if seen[n] {
		return nil, nil
	}
	seen[n] = true
	switch n.Kind {
	case yamlv3.SequenceNode:
		for _, c := range n.Content {
			if key, value = t.brought(c, token, seen); key != nil {
				return key, value
			}
		}
	case yamlv3.MappingNode:
		for i := len(n.Content) - 2; i >= 0; i -= 2 {
			if isMerge(n.Content[i]) {
				if key, value = t.brought(n.Content[i+1], token, seen); key != nil {
					return key, value
				}
			} else if t.reads(n.Content[i], token) {
				return n.Content[i], n.Content[i+1]
			}
		}
	}
	return nil, nil
}
