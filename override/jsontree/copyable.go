package jsontree

// Copyable reports whether [Clone] copies v without an error, if v has at most most values. A map, a list, and every value inside count one each.
// Beyond most values it returns false, which says nothing about Clone. So it can come before Clone where a document is usually valid and small: it
// looks at most values at the most, and does not allocate.
func Copyable(v any, most int) bool {
	left := min(most, MaxSize/(container+1)) // that many values never exceed MaxSize
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
