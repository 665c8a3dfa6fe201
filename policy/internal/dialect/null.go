package dialect

import "github.com/overridekit/overridekit/override/jsontree"

// TestCrashes reports whether json-patch crashes when it compares two values: it does on two lists of the same length when it reaches a
// null in either.
func TestCrashes(found, value any) bool {
	switch found := found.(type) {
	case map[string]any:
		value, _ := value.(map[string]any)
		if len(found) != len(value) {
			return false
		}
		for key := range found {
			if TestCrashes(found[key], value[key]) {
				return true
			}
		}
	case []any:
		value, _ := value.([]any)
		if len(found) != len(value) {
			return false
		}
		for i := range found {
			switch {
			case found[i] == nil || value[i] == nil || TestCrashes(found[i], value[i]):
				return true
			case !jsontree.Equal(found[i], value[i]):
				return false
			}
		}
	}
	return false
}
