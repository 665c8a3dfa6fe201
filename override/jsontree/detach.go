package jsontree

import "strconv"

// Detach returns the current document as a copy that shares nothing: maps and lists that the view has copied already
// are not copied again. Do not use the view afterwards. The errors are those of [Clone].
func (t *Tree) Detach() (any, error) {
	root, own := t.root, t.own
	t.root, t.own = nil, nil
	if own == nil {
		return Clone(root)
	}
	left := MaxSize
	if bad := own.detach(0, &left); bad != nil {
		return nil, firstInvalid(root, bad).err()
	}
	return root, nil
}

// detach copies the shared values inside the map or list, and inside the marked ones in it.
func (o *mark) detach(depth int, left *int) *invalidValue {
	switch v := o.value.(type) {
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
			var bad *invalidValue
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
			var bad *invalidValue
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
