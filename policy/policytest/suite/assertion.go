package suite

import yamlv3 "go.yaml.in/yaml/v3"

// statement is an element of the list assert in case.yaml: a map with one key.
type statement struct {
	key   string
	line  int
	value *yamlv3.Node
	of    Assertion
}

// statements reads the list assert.
func (p *settingsParser) statements(node *yamlv3.Node) []statement {
	switch {
	case node.Kind != yamlv3.SequenceNode:
		p.fail(node.Line, "assert: found %s, expected a list of assertions", kindOf(node))
		return nil
	case len(node.Content) == 0:
		p.fail(node.Line, "assert: found an empty list, expected at least one assertion")
		return nil
	case len(node.Content) > maxElements:
		p.fail(node.Line, "assert: found %d assertions, expected at most %d", len(node.Content), maxElements)
		return nil
	}
	var all []statement
	for _, n := range node.Content {
		before := len(all)
		p.each(n, "assert", func(key string, line int, value *yamlv3.Node) {
			all = append(all, statement{key: key, line: line, value: value})
		})
		if n.Kind == yamlv3.MappingNode && len(all) != before+1 {
			p.fail(n.Line, "assert: found %d keys, expected one in each element", len(n.Content)/2)
		}
	}
	for i := range all {
		all[i].of = p.assertion(all[i])
	}
	return all
}
