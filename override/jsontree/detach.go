package jsontree

import "strconv"

// Detach gives the document as it is now, in memory that nothing else shares: what the view has copied already is handed over,
// and only the rest is copied. The view is of no use afterwards. The errors are those of [Clone].
func (t *Tree) Detach() (any, error) {
	root, own := t.root, t.own
	t.root, t.own = nil, nil
	detached, bad := detach(root, own, 0)
	if bad != nil {
		return nil, bad.err()
	}
	return detached, nil
}

func detach(v any, own *owned, depth int) (any, *misfit) {
	if own == nil {
		return clone(v, depth)
	}
	if depth == MaxDepth {
		return nil, &misfit{tooDeep: true}
	}
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			switch e.(type) {
			case string, int64, bool, float64, nil:
				continue
			}
			child, bad := detach(e, own.get(key, 0), depth+1)
			if bad != nil {
				return nil, bad.under(key)
			}
			v[key] = child
		}
	case []any:
		for i, e := range v {
			switch e.(type) {
			case string, int64, bool, float64, nil:
				continue
			}
			child, bad := detach(e, own.get("", i), depth+1)
			if bad != nil {
				return nil, bad.under(strconv.Itoa(i))
			}
			v[i] = child
		}
	}
	return v, nil
}
