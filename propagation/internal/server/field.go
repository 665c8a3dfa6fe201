package server

// objectIn returns the object at a path, and makes it if it does not exist.
func objectIn(m map[string]any, path ...string) map[string]any {
	for _, key := range path {
		child, ok := m[key].(map[string]any)
		if !ok {
			child = map[string]any{}
			m[key] = child
		}
		m = child
	}
	return m
}

// objectsIn returns the elements of a list of objects.
func objectsIn(m map[string]any, key string) []map[string]any {
	list, _ := m[key].([]any)
	var all []map[string]any
	for _, e := range list {
		if o, ok := e.(map[string]any); ok {
			all = append(all, o)
		}
	}
	return all
}

func setDefault(m map[string]any, key string, v any) {
	if m[key] == nil {
		m[key] = v
	}
}

// copyField makes a field of one map that of another, even if it is missing there.
func copyField(to, from map[string]any, key string) {
	delete(to, key)
	if v, found := from[key]; found {
		to[key] = v
	}
}
