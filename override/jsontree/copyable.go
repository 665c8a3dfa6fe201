package jsontree

// Copyable reports whether v has at most limit values and [Clone] copies it without an error. Every map, list and scalar counts once. If v has more
// values, the result is false, whether or not Clone accepts it. Copyable visits at most limit values and does not allocate.
func Copyable(v any, limit int) bool {
	left := min(limit, MaxSize/(container+1)) // that many values never exceed MaxSize
	return copyable(v, 0, &left)
}

func copyable(v any, depth int, left *int) bool {
	*left--
	if *left < 0 {
		return false
	}
	switch v := v.(type) {
	case nil, string, int64, bool:
		return true
	case float64:
		return finite(v)
	case map[string]any:
		if v != nil && depth >= MaxDepth {
			return false
		}
		for _, e := range v {
			if !copyable(e, depth+1, left) {
				return false
			}
		}
		return true
	case []any:
		if v != nil && depth >= MaxDepth {
			return false
		}
		for _, e := range v {
			if !copyable(e, depth+1, left) {
				return false
			}
		}
		return true
	}
	return false
}
