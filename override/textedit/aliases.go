package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// aliases has the aliases of a document, in the order of the text and by the node they repeat.
type aliases struct {
	all  []*yamlv3.Node
	of   map[*yamlv3.Node][]int // for an anchored node: indexes of its aliases in all
	gone map[*yamlv3.Node]bool  // aliases that an edit has removed
}

// index builds of. Most edits do not need it.
func (a *aliases) index() {
	if a.of != nil {
		return
	}
	a.of, a.gone = map[*yamlv3.Node][]int{}, map[*yamlv3.Node]bool{}
	for i, alias := range a.all {
		a.of[alias.Alias] = append(a.of[alias.Alias], i)
	}
}

// drop marks an alias as removed.
func (a *aliases) drop(alias *yamlv3.Node) {
	a.index()
	a.gone[alias] = true
}

// first returns the index in all of the first alias of a node that is neither touched nor removed, or -1.
func (a *aliases) first(n *yamlv3.Node, touched map[*yamlv3.Node]bool) int {
	of := a.of[n]
	for len(of) > 0 && a.gone[a.all[of[0]]] {
		of = of[1:]
		a.of[n] = of
	}
	for _, i := range of {
		if alias := a.all[i]; !touched[alias] && !a.gone[alias] {
			return i
		}
	}
	return -1
}

// checkRepeated returns an error if an alias outside the touched nodes repeats one of them.
func (t *yamlText) checkRepeated(touched map[*yamlv3.Node]bool) error {
	t.aliases.index()
	found := -1
	for n := range touched {
		if i := t.aliases.first(n, touched); i >= 0 && (found < 0 || i < found) {
			found = i
		}
	}
	if found < 0 {
		return nil
	}
	alias := t.aliases.all[found]
	return fmt.Errorf("&%s (line %d) is repeated by *%s in line %d, which the edit would change, too; replace the alias by its value first",
		alias.Alias.Anchor, t.line(alias.Alias), alias.Alias.Anchor, t.line(alias))
}

// checkRemovable returns an error if an alias elsewhere repeats one of the nodes, or a node inside.
func (t *yamlText) checkRemovable(nodes ...*yamlv3.Node) error {
	if len(t.aliases.all) == 0 {
		return nil
	}
	inside := map[*yamlv3.Node]bool{}
	for _, n := range nodes {
		walk(n, func(n *yamlv3.Node) { inside[n] = true })
	}
	return t.checkRepeated(inside)
}

// walk visits a node and all nodes inside.
func walk(n *yamlv3.Node, visit func(*yamlv3.Node)) {
	visit(n)
	for _, c := range n.Content {
		walk(c, visit)
	}
}

// mergeSource is a key that a map gets through a merge key.
type mergeSource struct {
	merge      *yamlv3.Node // the << key of the map; nil if the map does not get the key through a merge key
	key, value *yamlv3.Node
}

// fromMerge finds the last merge key of a map that provides a key, and its index in the nodes of the map.
func (t *yamlText) fromMerge(m *yamlv3.Node, token string) (found mergeSource, at int) {
	merges := t.merges(m)
	for i := len(merges) - 1; i >= 0; i-- {
		at := t.indexOf(m, merges[i])
		if key, value := t.mergedKey(m.Content[at+1], token, map[*yamlv3.Node]bool{}); key != nil {
			return mergeSource{merges[i], key, value}, at
		}
	}
	return mergeSource{}, -1
}

// mergedKey returns the key and value that n, the value of a merge key, provides for a token. In a list, the first map with
// the key counts; in a map, the last key or merge key. Each map is searched once, even if aliases repeat it.
func (t *yamlText) mergedKey(n *yamlv3.Node, token string, seen map[*yamlv3.Node]bool) (key, value *yamlv3.Node) {
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
			if key, value = t.mergedKey(c, token, seen); key != nil {
				return key, value
			}
		}
	case yamlv3.MappingNode:
		own := -1
		if read, _ := t.find(n, token); len(read) > 0 {
			own = read[len(read)-1]
		}
		merges := t.merges(n)
		for i := len(merges) - 1; i >= 0; i-- {
			at := t.indexOf(n, merges[i])
			if at < own {
				break
			}
			if key, value = t.mergedKey(n.Content[at+1], token, seen); key != nil {
				return key, value
			}
		}
		if own >= 0 {
			return n.Content[own], n.Content[own+1]
		}
	}
	return nil, nil
}
