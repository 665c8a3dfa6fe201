package typed

// Exact reports whether v passes [Type.Check], and encoding/json decodes the same from it: no key differs from the name of a field only in
// case, and no number is a float64. It does not allocate, unless v has unknown keys.
func (t *Type) Exact(v any) bool {
	return t != nil && t.fits(v) && (&node{kind: structure, of: t}).exact(v)
}

func (n *node) exact(v any) bool {
	switch v := v.(type) {
	case float64:
		return false
	case []any:
		if n.kind == list {
			for _, e := range v {
				if !n.elem.exact(e) {
					return false
				}
			}
		}
	case map[string]any:
		switch n.kind {
		case structure:
			return n.of.exactKeys(v)
		case mapping:
			for _, e := range v {
				if !n.elem.exact(e) {
					return false
				}
			}
		}
	}
	return true
}

func (t *Type) exactKeys(m map[string]any) bool {
	for key, e := range m {
		f := t.exact.find(key)
		if f == nil && t.folded[fold(key)] != nil || f != nil && !f.exact(e) {
			return false
		}
	}
	return true
}
