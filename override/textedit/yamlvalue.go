package textedit

import (
	"encoding/json"
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/jsontree"
)

// value returns the value of the document as Kubernetes reads it. The text must not have been edited. Aliases share what they repeat.
//
//  1. The entries of a map are read in the order of the text, and a later one replaces an earlier one of the same name.
//  2. A merge key stands for the entries of the map that is merged. Of a list of maps, the last is read first.
func (t *yamlText) value() (any, error) {
	r := yamlValues{yamlText: t, anchored: map[*yamlv3.Node]any{}}
	v := r.value(t.top)
	if r.merged > maxMerged {
		return nil, fmt.Errorf("the merge keys (<<) of the text provide %d keys, expected at most %d", r.merged, maxMerged)
	}
	return v, nil
}

// maxMerged limits the keys that all maps together get through merge keys.
const maxMerged = 1 << 20

// yamlValues decodes nodes.
type yamlValues struct {
	*yamlText
	anchored map[*yamlv3.Node]any
	merged   int
}

func (r *yamlValues) value(n *yamlv3.Node) (v any) {
	switch n.Kind {
	case yamlv3.AliasNode:
		return r.anchored[n.Alias]
	case yamlv3.SequenceNode:
		items := make([]any, len(n.Content))
		for i, c := range n.Content {
			items[i] = r.value(c)
		}
		v = items
	case yamlv3.MappingNode:
		v = r.object(n)
	default:
		v = r.scalar(n)
	}
	if n.Anchor != "" {
		r.anchored[n] = v
	}
	return v
}

func (r *yamlValues) object(n *yamlv3.Node) map[string]any {
	members := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Anchor != "" {
			r.value(key)
		}
		v := r.value(n.Content[i+1])
		if !isMerge(key) {
			members[r.keyToken(key)] = v
			continue
		}
		sources, ok := v.([]any)
		if !ok {
			sources = []any{v}
		}
		for j := len(sources) - 1; j >= 0 && r.merged <= maxMerged; j-- {
			source, _ := sources[j].(map[string]any)
			r.merged += len(source)
			for name, v := range source {
				members[name] = v
			}
		}
	}
	return members
}

func (r *yamlValues) scalar(n *yamlv3.Node) any {
	switch k, words := r.read(n); k {
	case null:
		return nil
	case boolean:
		return words == "true"
	case number:
		return json.Number(words)
	default:
		return words
	}
}

// names returns a path with the names of keys as they are read, see yamlCursor.key.
func (t *yamlText) names(path jsontree.Pointer) jsontree.Pointer {
	names := path.Child()
	var at node = t.rootCursor()
	for i, token := range path {
		var next node
		var err error
		switch at.kind() {
		case object:
			if next, err = at.key(token); err == nil && next != nil {
				if c := next.(*yamlCursor); c.at > 0 {
					names[i] = t.keyToken(c.in.node.Content[c.at-1])
				}
			}
		case list:
			var j int
			if j, err = index(at, path[:i], token, 0); err == nil {
				next, err = at.item(j)
			}
		}
		if err != nil || next == nil {
			break
		}
		at = next
	}
	return names
}

// outside returns the text before and after the document. The comments above the first document belong to it.
func (t *yamlText) outside(text []byte) (before, after []byte) {
	if t.empty {
		return nil, nil
	}
	lines := t.columns.lines
	if t.document > 0 {
		before = text[:lines[t.head]]
	}
	line := t.head
	for line < len(lines) && isAboveMarker(text, lines[line]) {
		line++
	}
	for line++; line < len(lines); line++ {
		if p := lines[line]; isMarker(text, p) && (p+3 == len(text) || isBlank(text[p+3]) || isBreak(text[p+3])) {
			return before, text[p:]
		}
	}
	return before, nil
}

// isAboveMarker reports whether a line at p may be above the marker that begins a document: a directive, a comment or a blank line.
func isAboveMarker(text []byte, p int) bool {
	p = skipBlanks(text, p)
	return p == len(text) || isBreak(text[p]) || text[p] == '#' || text[p] == '%'
}
