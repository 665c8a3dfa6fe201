package textedit

import yamlv3 "go.yaml.in/yaml/v3"

// mergeSource is a key that a map gets through a merge key.
type mergeSource struct {
	merge      *yamlv3.Node // the << key of the map; nil if the map does not get the key through a merge key
	in         *yamlv3.Node // the map that has the key
	key, value *yamlv3.Node
}

// fromMerge finds the last merge key of a map that provides a key, and its index in the nodes of the map.
func (t *yamlText) fromMerge(m *yamlv3.Node, token string) (found mergeSource, at int) {
	merges := t.merges(m)
	for i := len(merges) - 1; i >= 0; i-- {
		at := t.indexOf(m, merges[i])
		if found := t.mergedKey(m.Content[at+1], token, map[*yamlv3.Node]bool{}); found.key != nil {
			found.merge = merges[i]
			return found, at
		}
	}
	return mergeSource{}, -1
}

// mergedKey returns the key and value that n, the value of a merge key, provides for a token. In a list, the first map with
// the key counts; in a map, the last key or merge key. Each map is searched once, even if aliases repeat it.
func (t *yamlText) mergedKey(n *yamlv3.Node, token string, seen map[*yamlv3.Node]bool) (found mergeSource) {
	n = target(n)
	if seen[n] {
		return found
	}
	seen[n] = true
	switch n.Kind {
	case yamlv3.SequenceNode:
		for _, c := range n.Content {
			if found = t.mergedKey(c, token, seen); found.key != nil {
				return found
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
			if found = t.mergedKey(n.Content[at+1], token, seen); found.key != nil {
				return found
			}
		}
		if own >= 0 {
			return mergeSource{in: n, key: n.Content[own], value: n.Content[own+1]}
		}
	}
	return found
}

// mergedMaps returns the maps, or their aliases, in the value of a merge key.
func mergedMaps(value *yamlv3.Node) []*yamlv3.Node {
	if value.Kind == yamlv3.SequenceNode {
		return value.Content
	}
	return []*yamlv3.Node{value}
}

// target returns the node that an alias repeats, or the node itself.
func target(n *yamlv3.Node) *yamlv3.Node {
	if n.Kind == yamlv3.AliasNode {
		return n.Alias
	}
	return n
}

// provided returns all keys that n, the value of a merge key, provides, in the order of the text, except those in known. known gets
// their names.
func (t *yamlText) provided(n *yamlv3.Node, known map[string]bool) (found []mergeSource) {
	for at := t.providedChain(n, known, map[*yamlv3.Node]bool{}).first; at != nil; at = at.next {
		found = append(found, at.mergeSource)
	}
	return found
}

// sourceChain is a linked list of keys: maps may be nested deeply, and joining the keys of one with those around it copies nothing.
type sourceChain struct{ first, last *sourceLink }

type sourceLink struct {
	mergeSource
	next *sourceLink
}

// join returns the keys of both chains, which must not be used afterwards.
func (c sourceChain) join(next sourceChain) sourceChain {
	if c.first == nil {
		return next
	} else if next.first == nil {
		return c
	}
	c.last.next = next.first
	return sourceChain{c.first, next.last}
}

// providedChain reads a list from its start, because an earlier map of a list counts, and a map from its end, because a later key
// counts.
func (t *yamlText) providedChain(n *yamlv3.Node, known map[string]bool, seen map[*yamlv3.Node]bool) (found sourceChain) {
	n = target(n)
	if seen[n] {
		return found // all of its keys are known
	}
	seen[n] = true
	if n.Kind == yamlv3.SequenceNode {
		for _, c := range n.Content {
			found = found.join(t.providedChain(c, known, seen))
		}
		return found
	}
	for i := len(n.Content) - 2; i >= 0; i -= 2 {
		key, value := n.Content[i], n.Content[i+1]
		if isMerge(key) {
			found = t.providedChain(value, known, seen).join(found)
		} else if token := t.keyToken(key); !known[token] {
			known[token] = true
			link := &sourceLink{mergeSource: mergeSource{in: n, key: key, value: value}}
			found = sourceChain{link, link}.join(found)
		}
	}
	return found
}

// provider returns the map, or its alias, in a merge key of m that provides a changed key for m, or would if the changed node had the key.
// It returns nil if a key of m after the merge keys counts instead, or if none has the key.
func (t *yamlText) provider(m *yamlv3.Node, c change) *yamlv3.Node {
	own := -1
	if read, _ := t.find(m, c.token); len(read) > 0 {
		own = read[len(read)-1]
	}
	merges := t.merges(m)
	for i := len(merges) - 1; i >= 0; i-- {
		at := t.indexOf(m, merges[i])
		if at < own {
			return nil
		}
		for _, source := range mergedMaps(m.Content[at+1]) {
			if c.isNew && target(source) == c.node || t.mergedKey(source, c.token, map[*yamlv3.Node]bool{}).key != nil {
				return source
			}
		}
	}
	return nil
}
