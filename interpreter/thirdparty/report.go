package thirdparty

import "iter"

// reports yields the name and the status of each member that has a status. Errors in between name the member.
func (r *run) reports(items []item) iter.Seq2[any, any] {
	return func(yield func(cluster, status any) bool) {
		defer func(before source) { r.status = before }(r.status)
		for _, i := range items {
			if i.status == nil {
				continue
			}
			r.status = i.source()
			if r.err != nil || !yield(i.cluster, i.status) {
				return
			}
		}
	}
}

// reportFields returns a hook that reports these fields of a status, those that are there.
func reportFields(fields ...string) func(*run, any) any {
	return func(r *run, object any) any { return r.report(object, fields...) }
}

// latest returns the largest value of a member in the statuses of the items, and at least from, unless that is nil. Times are compared as
// strings.
func (r *run) latest(items []item, from any, field string) any {
	for _, status := range r.reports(items) {
		if v := r.get(status, field); v != nil && (from == nil || r.less(from, v)) {
			from = v
		}
	}
	return from
}

// first returns the first member of a name in the statuses of the items; nil if none has it.
func (r *run) first(items []item, field string) any {
	for _, status := range r.reports(items) {
		if v := r.get(status, field); v != nil {
			return v
		}
	}
	return nil
}

// joined returns the elements of a list in the statuses of all items.
func (r *run) joined(items []item, field string) []any {
	var all []any
	for _, status := range r.reports(items) {
		if r.get(status, field) != nil {
			all = append(all, r.list(status, field)...)
		}
	}
	return all
}

// aggregateMany returns a hook that aggregates the statuses of several members.
//
//  1. Without a cluster, the object does not change.
//  2. The status of a single member is that of the object.
//  3. Otherwise many writes the status of the object, which keeps its other members.
func aggregateMany(many func(r *run, status map[string]any, items []item)) func(*run, map[string]any, []item) map[string]any {
	return func(r *run, object map[string]any, items []item) map[string]any {
		switch {
		case items == nil:
		case len(items) == 1:
			set(object, "status", items[0].status)
		default:
			many(r, r.statusOf(object), items)
		}
		return object
	}
}
