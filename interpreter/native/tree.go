package native

// object reads the map at a path of a checked object; nil if it is absent or null.
func object(m map[string]any, path ...string) map[string]any {
	for _, key := range path {
		m, _ = m[key].(map[string]any)
	}
	return m
}

// objects reads a list of maps of a checked object. A null element is a nil map, as it is an empty struct upstream.
func objects(m map[string]any, key string) func(yield func(map[string]any) bool) {
	list, _ := m[key].([]any)
	return func(yield func(map[string]any) bool) {
		for _, e := range list {
			if e, _ := e.(map[string]any); !yield(e) {
				return
			}
		}
	}
}

// text reads a string of a checked object; empty if it is absent or null.
func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}
