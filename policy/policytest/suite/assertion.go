package suite

import yamlv3 "go.yaml.in/yaml/v3"

// statement is an element of the list assert in case.yaml: a map with one key.
type statement struct {
	key   string
	line  int
	value *yamlv3.Node
}

// statements reads the list assert.
func (p *settingsParser) statements(node *yamlv3.Node) []statement {
	if node.Kind != yamlv3.SequenceNode || len(node.Content) == 0 {
		p.fail(node.Line, "assert: found %s, expected a list of assertions", kindOf(node))
		return nil
	}
	var all []statement
	for _, n := range node.Content {
		before := len(all)
		p.each(n, "assert", func(key string, line int, value *yamlv3.Node) { all = append(all, statement{key, line, value}) })
		if n.Kind == yamlv3.MappingNode && len(all) != before+1 {
			p.fail(n.Line, "assert: found %d keys, expected one in each element", len(n.Content)/2)
		}
	}
	return all
}

// checkMore compares the plan of the case with its golden files, and checks its assertions.
func (c *Case) checkMore(in *input, r *Report, o Options) {
	if plan := c.settings.plan; plan.value != "" {
		r.fail(failuref(c.File, plan.line, "plan: not supported"))
	}
	for _, s := range c.settings.assert {
		r.fail(failuref(c.File, s.line, "assert: %.100q is not supported", s.key))
	}
}
