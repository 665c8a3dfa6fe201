package work

import "slices"

// pointers has fields that the API types of Kubernetes declare as pointers, so that false, 0 and empty have a meaning, and no default replaces
// them. API servers do not drop these.
var pointers = []string{
	"allowPrivilegeEscalation", "automountServiceAccountToken", "emptyDir", "fsGroup", "hostUsers", "maxSurge", "maxUnavailable", "minAvailable",
	"namespaceSelector", "podSelector", "privileged", "readOnlyRootFilesystem", "runAsGroup", "runAsNonRoot", "runAsUser", "storageClassName",
}

// dropped reports whether API servers leave out a value of the map at the present place.
func (d *drifter) dropped(key string, v any) bool {
	m, isMap := v.(map[string]any)
	switch {
	case slices.Contains(pointers, key):
		return v == nil
	case !isMap:
		return empty(v)
	}
	d.at = append(d.at, key)
	dropped := len(m) == 0 || !d.usersKeys()
	for key, e := range m {
		if dropped = dropped && d.dropped(key, e); !dropped {
			break
		}
	}
	d.at = d.at[:len(d.at)-1]
	return dropped
}

// empty reports whether a value is null, false, 0, empty or a map of such values.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case int64:
		return v == 0
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, e := range v {
			if !empty(e) {
				return false
			}
		}
		return true
	}
	return false
}
