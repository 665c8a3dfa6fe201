package schema

import "encoding/json"

func (c *check) list(n *node, v []any, at place) {
	if n.items != nil {
		for i, e := range v {
			if c.node(n.items, e, at.element(i)); c.left < 0 {
				return
			}
		}
	}
	if n.minItems != nil && int64(len(v)) < *n.minItems {
		c.refuse(at, "should have at least %d items", *n.minItems)
	}
	if n.maxItems != nil && int64(len(v)) > *n.maxItems {
		c.refuse(at, "should have at most %d items", *n.maxItems)
	}
	if n.unique && c.repeats(v) {
		c.refuse(at, "shouldn't contain duplicates")
	}
}

// repeats reports whether two elements of a list are equal. Elements that are not JSON are not equal to any.
func (c *check) repeats(list []any) bool {
	seen := make(map[string]bool, len(list))
	for _, e := range list {
		text, err := json.Marshal(e) // with sorted keys, and 1.0 as 1
		if err != nil || !c.spend(1+int64(len(text))/16) {
			continue
		}
		if seen[string(text)] {
			return true
		}
		seen[string(text)] = true
	}
	return false
}
