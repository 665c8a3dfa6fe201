package textedit

import (
	"fmt"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// checkAliases notes whether there are aliases below n, and returns an error for anything that Kubernetes cannot convert to JSON:
//
//  1. An alias inside the node that it repeats, or of another document. open has the anchored nodes so far, with the value true
//     for those around n.
//  2. A scalar that does not match its tag; .inf and .nan, which JSON does not have.
//  3. A key that is null, a list or a map.
//  4. A merge key whose value is neither a map nor a list of maps.
func (t *yamlText) checkAliases(n *yamlv3.Node, open map[*yamlv3.Node]bool) error {
	if n.Anchor != "" {
		open[n] = true
		defer func() { open[n] = false }()
	}
	switch n.Kind {
	case yamlv3.AliasNode:
		around, known := open[n.Alias]
		if !known {
			return fmt.Errorf("line %d: the anchor of *%s is in another document", n.Line, n.Value)
		}
		if around {
			return fmt.Errorf("&%s (line %d) contains itself, as *%s in line %d", n.Value, n.Alias.Line, n.Value, n.Line)
		}
		t.aliased = true
	case yamlv3.ScalarNode:
		return checkScalar(n)
	case yamlv3.SequenceNode:
		for _, c := range n.Content {
			if err := t.checkAliases(c, open); err != nil {
				return err
			}
		}
	case yamlv3.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			if err := t.checkMapKey(key, value); err != nil {
				return err
			}
			if key.Kind == yamlv3.AliasNode || key.Anchor != "" {
				if err := t.checkAliases(key, open); err != nil {
					return err
				}
			}
			if err := t.checkAliases(value, open); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkScalar(n *yamlv3.Node) error {
	words := n.Value
	switch {
	case n.Style&yamlv3.TaggedStyle != 0 && strings.HasPrefix(n.Tag, "!!"):
		words = n.Tag + " " + quoted(words)
	case n.Style&(inQuotes|yamlv3.TaggedStyle) != 0, len(words) != 4 && len(words) != 5,
		!strings.Contains(words, "."), !mayBeTyped(words):
		return nil // neither .inf nor .nan
	}
	if _, err := yamltext.ToJSON([]byte(words)); err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	return nil
}

func (t *yamlText) checkMapKey(key, value *yamlv3.Node) error {
	meant := key
	if key.Kind == yamlv3.AliasNode {
		meant = key.Alias
	}
	switch {
	case isMerge(key):
		maps := []*yamlv3.Node{value}
		if value.Kind == yamlv3.SequenceNode {
			maps = value.Content
		}
		for _, m := range maps {
			if m.Kind != yamlv3.MappingNode && (m.Kind != yamlv3.AliasNode || m.Alias.Kind != yamlv3.MappingNode) {
				return fmt.Errorf("line %d: the value of << is neither a map nor a list of maps", key.Line)
			}
		}
	case meant.Kind != yamlv3.ScalarNode:
		return fmt.Errorf("line %d has a key that is a list or a map, expected a string, a number or a boolean", key.Line)
	case meant.Tag == "!!null" && meant.Style&inQuotes == 0 && !t.isBare(meant):
		return fmt.Errorf("line %d has a key that is null, expected a string, a number or a boolean", key.Line)
	case meant.Style&yamlv3.TaggedStyle != 0:
		return checkScalar(meant)
	case meant.Tag == "!!int" && len(meant.Value) > len("0x") && !t.isBare(meant) && !isDecimal(meant.Value):
		if _, err := yamltext.ToJSON([]byte("? " + meant.Value + "\n: 0")); err != nil {
			return fmt.Errorf("line %d has the key %s, expected a number of at most 63 bits", key.Line, shorten(meant.Value))
		}
	}
	return nil
}
