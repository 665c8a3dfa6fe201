package thirdparty

import (
	"slices"
	"strings"
)

// hasCondition reports whether a status has a condition of a type with a value: Ready, True. If reasons are given, its reason must be one
// of them. The conditions after the first such one are not read.
func (r *run) hasCondition(status any, kind, value string, reasons ...string) bool {
	if r.get(status, "conditions") == nil {
		return false
	}
	for _, c := range r.list(status, "conditions") {
		if r.get(c, "type") != kind || r.get(c, "status") != value {
			continue
		}
		reason, isText := r.get(c, "reason").(string)
		if len(reasons) == 0 || isText && slices.Contains(reasons, reason) {
			return true
		}
	}
	return false
}

// merged is a condition of one or more members, with a message for each of them.
type merged struct {
	condition map[string]any
	message   strings.Builder
}

// mergeConditions returns the conditions of all members.
//
//  1. Each message starts with the name of its cluster: "member1=ready". A condition without a message is an error.
//  2. Conditions of the same type, status and reason are one, that of the first member. The messages are joined.
//  3. The order is that of the first of each.
func (r *run) mergeConditions(items []item) []any {
	type key struct{ kind, status, reason any }
	var all []*merged
	first := map[key]*merged{}
	for cluster, status := range r.reports(items) {
		if r.get(status, "conditions") == nil {
			continue
		}
		for _, c := range r.list(status, "conditions") {
			message := r.text(cluster) + "=" + r.text(r.get(c, "message"))
			k := key{r.get(c, "type"), r.get(c, "status"), r.get(c, "reason")}
			comparable := isScalar(k.kind) && isScalar(k.status) && isScalar(k.reason)
			if comparable && first[k] != nil {
				first[k].message.WriteString(", " + message)
				continue
			}
			condition, isObject := c.(map[string]any)
			if !isObject {
				continue // it has no message, which is an error
			}
			m := &merged{condition: condition}
			m.message.WriteString(message)
			all = append(all, m)
			if comparable {
				first[k] = m
			}
		}
	}
	conditions := make([]any, len(all))
	for i, m := range all {
		m.condition["message"] = m.message.String()
		conditions[i] = m.condition
	}
	return conditions
}
