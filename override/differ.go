package override

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// clues is the way to a place where two values differ, token by token. The elements of a list in front of the one that the way leads
// through are alike. Nil is a way that is not known, or ends.
type clues struct {
	token string
	index int // of a list; then the token is the same in words
	in    *clues
}

// at is what is known of what is at a key or an index, and whether it is known to differ.
func (c *clues) at(token string) (*clues, bool) {
	if c == nil || c.token != token {
		return nil, false
	}
	return c.in, true
}

// differ is the opposite of jsontree.Equal, with the way to a difference. It counts its looks.
func differ(a, b any, depth int, looks *int) (*clues, bool) {
	*looks++
	if depth > jsontree.MaxDepth {
		return nil, true
	}
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return nil, true
		}
		for key, v := range a {
			w, there := b[key]
			if !there {
				return nil, true
			}
			if in, differs := differ(v, w, depth+1, looks); differs {
				return &clues{token: key, in: in}, true
			}
		}
		return nil, false
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return nil, true
		}
		for i, v := range a {
			if in, differs := differ(v, b[i], depth+1, looks); differs {
				return &clues{token: strconv.Itoa(i), index: i, in: in}, true
			}
		}
		return nil, false
	}
	return nil, !jsontree.Equal(a, b)
}

// sortedKeys adds the keys that only one of two maps has to those of the other, and sorts them.
func sortedKeys(was, is map[string]any) []string {
	keys := make([]string, 0, max(len(was), len(is)))
	for key := range was {
		keys = append(keys, key)
	}
	for key := range is {
		if _, both := was[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
