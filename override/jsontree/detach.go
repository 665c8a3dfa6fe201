package jsontree

import "strconv"

// Detach gives the document as it is now, in memory that nothing else shares: what the view has copied already is handed over,
// and only the rest is copied. The view is of no use afterwards. The errors are those of [Clone].
func (t *Tree) Detach() (any, error) {
	if t == nil {
		return nil, nil
	}
	root, own := t.root, t.own
	t.root, t.own = nil, nil
	if own == nil {
		return Clone(root)
	}
	left := MaxSize
	if bad := own.detach(0, &left); bad != nil {
		return nil, firstMisfit(root, bad).err()
	}
	return root, nil
}

// detach copies what is shared inside the map or list, and inside those marked in it.
func (o *owned) detach(depth int, left *int) *misfit {
	switch v := o.is.(type) {
	case map[string]any:
		if bad := enter(len(v), depth, left); bad != nil {
			return bad
		}
		for key, e := range v {
			switch f := e.(type) {
			case string, int64, bool, nil:
				continue
			case float64:
				if finite(f) {
					continue
				}
			}
			var bad *misfit
			if inside := o.get(key, 0); inside != nil {
				bad = inside.detach(depth+1, left)
			} else {
				if e, bad = clone(e, depth+1, left); bad == nil {
					v[key] = e
				}
			}
			if bad != nil {
				return bad.under(key)
			}
		}
	case []any:
		if bad := enter(len(v), depth, left); bad != nil {
			return bad
		}
		for i, e := range v {
			switch f := e.(type) {
			case string, int64, bool, nil:
				continue
			case float64:
				if finite(f) {
					continue
				}
			}
			var bad *misfit
			if inside := o.get("", i); inside != nil {
				bad = inside.detach(depth+1, left)
			} else {
				if e, bad = clone(e, depth+1, left); bad == nil {
					v[i] = e
				}
			}
			if bad != nil {
				return bad.under(strconv.Itoa(i))
			}
		}
	}
	return nil
}
