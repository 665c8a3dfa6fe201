package textedit

import yamlv3 "go.yaml.in/yaml/v3"

// layout has the first examples in a text of a map in a map, and of a list in a map.
type layout struct{ maps, lists example }

// example is the first block collection of a kind in a map.
type example struct {
	known  bool
	at     *yamlv3.Node // the collection, or nil
	deeper int          // its indentation relative to the map
}

// style returns a writer with the indentation of the examples.
func (t *yamlText) style() yamlWriter {
	w := yamlWriter{step: 2}
	if l := t.learn(&t.layout.maps, yamlv3.MappingNode); l.at != nil && l.deeper > 0 {
		w.step = l.deeper
	}
	if l := t.learn(&t.layout.lists, yamlv3.SequenceNode); l.at != nil {
		w.list = max(l.deeper, 0)
	}
	return w
}

func (t *yamlText) learn(l *example, kind yamlv3.Kind) example {
	if !l.known {
		l.known = true
		around := (*yamlv3.Node)(nil)
		if around, l.at = firstInMap(t.top, kind); l.at != nil {
			l.deeper = t.column(t.content(l.at)) - t.column(t.content(around))
		}
	}
	return *l
}

// firstInMap finds the first block collection of a kind that is a value in a map.
func firstInMap(n *yamlv3.Node, kind yamlv3.Kind) (around, found *yamlv3.Node) {
	for i, c := range n.Content {
		if !isCollection(c) || isFlow(c) {
			continue
		}
		if c.Kind == kind && n.Kind == yamlv3.MappingNode && i%2 == 1 {
			return n, c
		}
		if around, found = firstInMap(c, kind); found != nil {
			return around, found
		}
	}
	return nil, nil
}

// noteAdded resets the examples if a node that was added to another may be the first example.
func (t *yamlText) noteAdded(in, n *yamlv3.Node) {
	pair := &yamlv3.Node{Kind: in.Kind, Content: []*yamlv3.Node{n}}
	if in.Kind == yamlv3.MappingNode {
		pair.Content = []*yamlv3.Node{n, n}
	}
	if _, found := firstInMap(pair, yamlv3.MappingNode); found != nil {
		t.layout.maps = example{}
	}
	if _, found := firstInMap(pair, yamlv3.SequenceNode); found != nil {
		t.layout.lists = example{}
	}
}

// noteFlattened resets the examples if a collection that is no longer in block style was an example.
func (t *yamlText) noteFlattened(n *yamlv3.Node) {
	if n == t.layout.maps.at {
		t.layout.maps = example{}
	}
	if n == t.layout.lists.at {
		t.layout.lists = example{}
	}
}

// noteRemoved updates the aliases, examples and indexes for a removed node, and all nodes inside.
func (t *yamlText) noteRemoved(n *yamlv3.Node) {
	walk(n, func(n *yamlv3.Node) {
		if n.Kind == yamlv3.AliasNode || n.Anchor != "" && t.aliased {
			t.drop(n)
		}
		t.noteFlattened(n)
		delete(t.keys, n)
	})
}
