package schema

import (
	"cmp"
	"maps"
	"slices"

	apischema "k8s.io/apimachinery/pkg/runtime/schema"
)

// unknown adds the fields that a schema does not have.
func (c *check) unknown(n *node, v any, at place, kind apischema.GroupVersionKind) {
	if n == nil || n.preserve || len(c.dropped) == maxMisfits || !c.spend(1) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if n.embedded || len(n.properties) == 0 && n.additional == nil {
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inner := at.child(key)
			switch inside := cmp.Or(n.properties[key], n.additional); {
			case inside != nil:
				c.unknown(inside, v[key], inner, kind)
			case len(c.dropped) < maxMisfits && !(at.up == nil && (key == "metadata" || key == "apiVersion" || key == "kind")):
				c.dropped = append(c.dropped, dropped(inner.pointer(), kind))
			}
		}
	case []any:
		for i, e := range v {
			c.unknown(n.items, e, at.element(i), kind)
		}
	}
}
