package typed

// fits reports whether v decodes as with the converter. It does not allocate.
func (t *Type) fits(v any) bool {
	m, ok := v.(map[string]any)
	if len(t.fields) <= 4*len(m) { // this many look-ups take less time than a walk through the map
		unseen := len(m)
		for _, f := range t.fields {
			if e := m[f.name]; e != nil {
				if !f.fits(e) {
					return false
				}
				if unseen--; unseen == 0 {
					break
				}
			}
		}
		return true
	}
	for key, e := range m {
		if f := t.exact.find(key); f != nil && !f.fits(e) {
			return false
		}
	}
	return ok || v == nil
}

func (n *node) fits(v any) bool {
	if v == nil {
		return true
	}
	switch n.kind {
	case text:
		_, ok := v.(string)
		return ok
	case boolean:
		_, ok := v.(bool)
		return ok
	case int32s:
		i, ok := integer(v)
		return ok && i == int64(int32(i))
	case int64s:
		_, ok := integer(v)
		return ok
	case structure:
		return n.of.fits(v)
	case list:
		l, ok := v.([]any)
		for _, e := range l {
			if !n.elem.fits(e) {
				return false
			}
		}
		return ok
	case mapping:
		m, ok := v.(map[string]any)
		for _, e := range m {
			if !n.elem.fits(e) {
				return false
			}
		}
		return ok
	case bytes:
		return isBytes(v)
	}
	return isNil(v) || n.decodesItself(v) // a type with its own decoder reads a nil map or list as null
}

// decodesItself reports whether v decodes into a type that has its own decoder.
func (n *node) decodesItself(v any) bool {
	switch n.kind {
	case amount:
		return isQuantity(v)
	case intOrString:
		if _, ok := v.(string); ok {
			return true
		}
		i, ok := integer(v)
		return ok && i == int64(int32(i))
	case instant:
		s, ok := v.(string)
		return ok && isTime(s)
	}
	return isJSON(v, 0)
}
