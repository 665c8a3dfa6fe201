package textedit

import "sort"

// jsonKeys has the entries of an object by key, equal keys in the order of the text.
type jsonKeys map[string][]*jsonNode

func (k jsonKeys) add(n *jsonNode) { k[n.name()] = append(k[n.name()], n) }

// find returns the indexes of all entries with a key.
func (t *jsonText) find(n *jsonNode, token string) (found []int) {
	keys := t.keys.lookup(n, len(n.items), t.turn, func() jsonKeys {
		keys := make(jsonKeys, len(n.items))
		for _, item := range n.items {
			keys.add(item)
		}
		return keys
	})
	if keys != nil {
		for _, item := range (*keys)[token] {
			at := t.entryStart(item)
			found = append(found, sort.Search(len(n.items), func(i int) bool { return t.entryStart(n.items[i]) >= at }))
		}
		return found
	}
	for i, item := range n.items {
		if item.named(token) {
			found = append(found, i)
		}
	}
	return found
}
