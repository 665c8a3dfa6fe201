package dialect

// HoldsNullItem tells whether there is a null in a list.
func HoldsNullItem(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if HoldsNullItem(e) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if e == nil || HoldsNullItem(e) {
				return true
			}
		}
	}
	return false
}
