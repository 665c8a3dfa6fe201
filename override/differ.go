package override

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// diffPath is the path to the first difference found between two values, token by token. The elements of a list before the one on the
// path are equal. Nil means that the path is unknown or ends here.
type diffPath struct {
	token string
	index int // in a list; token is the same index as a string
	in    *diffPath
}

// at returns the rest of the path after a token, and reports whether the path continues with it.
func (c *diffPath) at(token string) (*diffPath, bool) {
	if c == nil || c.token != token {
		return nil, false
	}
	return c.in, true
}

// differ reports whether two values are not equal, and returns the path to a difference. It adds its comparisons to looks.
func differ(a, b any, depth int, looks *int) (*diffPath, bool) {
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
				return &diffPath{token: key, in: in}, true
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
				return &diffPath{token: strconv.Itoa(i), index: i, in: in}, true
			}
		}
		return nil, false
	}
	return nil, !jsontree.Equal(a, b)
}

// sortedKeys returns the sorted union of the keys of two maps.
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
