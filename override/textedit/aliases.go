package textedit

import (
	"slices"

	yamlv3 "go.yaml.in/yaml/v3"
)

// aliases has the aliases and the anchors of a document.
type aliases struct {
	of     map[*yamlv3.Node][]*yamlv3.Node // for an anchored node: its aliases
	gone   map[*yamlv3.Node]bool           // aliases and anchored nodes that an edit has removed
	in     map[*yamlv3.Node]*yamlv3.Node   // for an alias: the list or map around it
	merged map[*yamlv3.Node]*yamlv3.Node   // for an alias in the value of a merge key: the map with that key
	named  map[string][]*yamlv3.Node       // the anchored nodes of a name
	moved  map[*yamlv3.Node]*yamlv3.Node   // for a node whose anchor was moved to another node, but is still in the text: the other node
}

// indexAliases builds the maps. Most edits do not need them.
func (t *yamlText) indexAliases() {
	if t.aliases.of == nil {
		t.aliases = aliases{
			of:   map[*yamlv3.Node][]*yamlv3.Node{},
			gone: map[*yamlv3.Node]bool{}, moved: map[*yamlv3.Node]*yamlv3.Node{},
			in: map[*yamlv3.Node]*yamlv3.Node{}, merged: map[*yamlv3.Node]*yamlv3.Node{},
			named: map[string][]*yamlv3.Node{},
		}
		t.aliases.add(t.top, nil)
	}
}

// add adds the aliases and anchors of a node. in is the list or map around it.
func (a *aliases) add(n, in *yamlv3.Node) {
	if n.Kind == yamlv3.AliasNode {
		a.of[n.Alias] = append(a.of[n.Alias], n)
		a.in[n] = in
	} else if n.Anchor != "" {
		a.named[n.Anchor] = append(a.named[n.Anchor], n)
	}
	for i, c := range n.Content {
		a.add(c, n)
		if n.Kind == yamlv3.MappingNode && i%2 == 1 && isMerge(n.Content[i-1]) {
			for _, source := range mergedMaps(c) {
				a.merged[source] = n
			}
		}
	}
}

// drop marks an alias or an anchored node as removed.
func (t *yamlText) drop(n *yamlv3.Node) {
	t.indexAliases()
	t.aliases.gone[n] = true
}

// live returns the aliases of a node that no edit has removed, in the order of the text, except those in gone.
func (t *yamlText) live(n *yamlv3.Node, gone map[*yamlv3.Node]bool) (found []*yamlv3.Node) {
	t.aliases.of[n] = slices.DeleteFunc(t.aliases.of[n], func(alias *yamlv3.Node) bool { return t.aliases.gone[alias] })
	for _, alias := range t.aliases.of[n] {
		if !gone[alias] {
			found = append(found, alias)
		}
	}
	return found
}

// visible reports whether an alias at an offset repeats a node: whether the node is the last one before it with that anchor.
func (t *yamlText) visible(n *yamlv3.Node, at int) bool {
	last, lastAt := (*yamlv3.Node)(nil), -1
	for _, anchored := range t.aliases.named[n.Anchor] {
		if t.aliases.gone[anchored] || anchored.Anchor != n.Anchor {
			continue
		}
		if p := t.start(anchored); lastAt < p && p < at {
			last, lastAt = anchored, p
		}
	}
	return last == n
}

// walk visits a node and all nodes inside.
func walk(n *yamlv3.Node, visit func(*yamlv3.Node)) {
	visit(n)
	for _, c := range n.Content {
		walk(c, visit)
	}
}

// cursorAround returns a cursor of the list or map around an alias, which knows nothing of its own surroundings, and the index of
// the alias.
func (t *yamlText) cursorAround(alias *yamlv3.Node) (in *yamlCursor, at int) {
	n := t.aliases.in[alias]
	return &yamlCursor{yamlText: t, written: n, node: n}, slices.Index(n.Content, alias)
}
