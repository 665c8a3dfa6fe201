package textedit

import (
	"slices"
	"sort"

	yamlv3 "go.yaml.in/yaml/v3"
)

// yamlKeys has the keys of a map, equal ones in the order of the text.
type yamlKeys struct {
	read    map[string][]*yamlv3.Node // by what they read as
	written map[string][]*yamlv3.Node // by how they are written, if they read as something else
	merges  []*yamlv3.Node
}

// indexed returns the index of the keys of a map, or nil if searching all keys is cheaper.
func (t *yamlText) indexed(m *yamlv3.Node) *yamlKeys {
	return t.keys.lookup(m, len(m.Content)/2, t.turn, func() yamlKeys {
		keys := yamlKeys{read: make(map[string][]*yamlv3.Node, len(m.Content)/2), written: map[string][]*yamlv3.Node{}}
		for i := 0; i+1 < len(m.Content); i += 2 {
			t.addKey(&keys, m.Content[i])
		}
		return keys
	})
}

func (t *yamlText) addKey(keys *yamlKeys, key *yamlv3.Node) {
	if isMerge(key) {
		keys.merges = append(keys.merges, key)
		return
	}
	meant := key
	if key.Kind == yamlv3.AliasNode {
		meant = key.Alias
	}
	if meant.Kind != yamlv3.ScalarNode {
		return
	}
	token := t.keyText(meant)
	keys.read[token] = append(keys.read[token], key)
	if key.Kind == yamlv3.ScalarNode && key.Value != token {
		keys.written[key.Value] = append(keys.written[key.Value], key)
	}
}

// dropKeys removes keys of a map from its index.
func (t *yamlText) dropKeys(m *yamlv3.Node, gone []*yamlv3.Node) {
	keys := t.keys.built(m)
	if keys == nil {
		return
	}
	for _, key := range gone {
		meant := key
		if key.Kind == yamlv3.AliasNode {
			meant = key.Alias
		}
		token := t.keyText(meant)
		for _, of := range []struct {
			keys map[string][]*yamlv3.Node
			name string
		}{{keys.read, token}, {keys.written, key.Value}} {
			if rest := slices.DeleteFunc(of.keys[of.name], func(n *yamlv3.Node) bool { return n == key }); len(rest) > 0 {
				of.keys[of.name] = rest
			} else {
				delete(of.keys, of.name)
			}
		}
	}
}

// find returns the indexes, in the nodes of a map, of the keys that read as token, and of the keys that are only
// written like it.
func (t *yamlText) find(m *yamlv3.Node, token string) (read, written []int) {
	if keys := t.indexed(m); keys != nil {
		return t.indexesOf(m, keys.read[token]), t.indexesOf(m, keys.written[token])
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		switch key := m.Content[i]; {
		case isMerge(key):
		case t.reads(key, token):
			read = append(read, i)
		case key.Kind == yamlv3.ScalarNode && key.Value == token:
			written = append(written, i)
		}
	}
	return read, written
}

// merges returns the merge keys of a map.
func (t *yamlText) merges(m *yamlv3.Node) (found []*yamlv3.Node) {
	if keys := t.indexed(m); keys != nil {
		return keys.merges
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if isMerge(m.Content[i]) {
			found = append(found, m.Content[i])
		}
	}
	return found
}

func (t *yamlText) indexesOf(m *yamlv3.Node, keys []*yamlv3.Node) (found []int) {
	for _, key := range keys {
		found = append(found, t.indexOf(m, key))
	}
	return found
}

// indexOf returns the index of a key in the nodes of its map, which are in the order of the text.
func (t *yamlText) indexOf(m, key *yamlv3.Node) int {
	if entries := len(m.Content) / 2; entries >= minIndexed {
		at := t.start(key)
		i := 2 * sort.Search(entries, func(i int) bool { return t.start(m.Content[2*i]) >= at })
		if i < len(m.Content) && m.Content[i] == key {
			return i
		}
	}
	return slices.Index(m.Content, key)
}
