package native

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// aggregate gives the object with the sums of the members' counters as its status.
//
//  1. Members without a status add nothing. A status that is no valid JSON of the kind's status is an error; the names of its
//     fields may be written in any case.
//  2. observedGeneration becomes the generation of the object if every member is current, see isCurrent, and stays otherwise. A
//     member without a status is not current. Without members all are.
//  3. Other fields of the status stay, but for unknown ones.
//  4. If nothing changes, the object stays as it is, unknown fields of its status included. Where w.wholeStatus, other fields in the
//     status count as a change.
//
// The whole object is decoded, see check. Upstream encodes the whole again, too; here all but the status stays as it is.
//
// A sum beyond int32 is an error; upstream it wraps.
func (w workload) aggregate(o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	if err := w.check(op, o); err != nil {
		return nil, err
	}
	old := object(content(o), "status")
	next, err := w.total(number(object(content(o), "metadata")[generation]), items)
	if err != nil {
		return nil, fail(op, o, nil, err)
	}
	if _, all := next[observedGeneration]; !all {
		next[observedGeneration] = number(old[observedGeneration])
	}
	copied, err := copyOf(op, o)
	if err != nil {
		return nil, err
	}
	changed, err := w.changes(old, next)
	if err != nil || !changed {
		return copied, fail(op, o, nil, err)
	}
	status := map[string]any{}
	maps.Copy(status, object(copied.Object, "status"))
	maps.Copy(status, next)
	copied.Object["status"], err = w.statusType().Encode(status)
	if err != nil {
		return nil, fail(op, o, jsontree.Pointer{"status"}, err)
	}
	return copied, nil
}

// total is the sum of each counter, and observedGeneration if every member is current.
func (w workload) total(template int64, items []interpreter.StatusItem) (map[string]any, error) {
	totals := make([]int64, len(w.counted))
	current := 0
	for _, item := range items {
		if item.Status == nil {
			continue
		}
		decoded, err := w.statusType().DecodeJSON(item.Status)
		if err != nil {
			return nil, fmt.Errorf("status of cluster %s: %w", item.ClusterName, err)
		}
		status, _ := decoded.(map[string]any)
		for i, field := range w.counted {
			totals[i] += number(status[field])
		}
		isCurrent, err := w.isCurrent(template, item.Status, number(status[observedGeneration]))
		if err != nil {
			return nil, fmt.Errorf("status of cluster %s: %w", item.ClusterName, err)
		}
		if isCurrent {
			current++
		}
	}
	next := make(map[string]any, len(w.counted)+1)
	for i, field := range w.counted {
		n, err := toInt32(field, totals[i])
		if err != nil {
			return nil, err
		}
		next[field] = int64(n)
	}
	if current == len(items) {
		next[observedGeneration] = template
	}
	return next, nil
}

// isCurrent tells whether a member's controller has seen the newest object there, and this was made of the newest template: both
// observed and the template's generation in the status must be at least what they should be. Where w.ownGeneration, the latter is
// compared with the generation of the member's object, which is an oddity of upstream.
func (w workload) isCurrent(template int64, status any, observed int64) (bool, error) {
	own, err := integer(status, generation)
	if err != nil {
		return false, err
	}
	made, err := integer(status, templateGeneration)
	if err != nil {
		return false, err
	}
	if w.ownGeneration {
		template = own
	}
	return observed >= own && made >= template, nil
}

// integer reads an integer of an object, as encoding/json reads one: the case of the name does not matter, and null is none. If
// there are several, the last by name counts. Absent is 0.
func integer(status any, name string) (n int64, err error) {
	object, _ := status.(map[string]any)
	var names []string
	for key, v := range object {
		if v != nil && strings.EqualFold(key, name) {
			names = append(names, key)
		}
	}
	slices.Sort(names)
	for _, key := range names {
		v, isInteger := object[key].(int64)
		if !isInteger {
			return 0, fmt.Errorf("/%s %w", key, &misfit{jsontree.Pointer{key}, object[key], "an integer"})
		}
		n = v
	}
	return n, nil
}

// changes tells whether a status becomes another one.
func (w workload) changes(old, next map[string]any) (bool, error) {
	if w.wholeStatus {
		before, err := w.statusType().Encode(old)
		if err != nil {
			return false, err
		}
		after, err := w.statusType().Encode(next)
		return !jsontree.Equal(before, after), err
	}
	for field, n := range next {
		if number(old[field]) != n {
			return true, nil
		}
	}
	return false, nil
}
