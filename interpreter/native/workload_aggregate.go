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

// aggregate returns the object with the sums of the members' counters as its status.
//
//  1. Members without a status add nothing. The other statuses are decoded by members.
//  2. observedGeneration becomes the generation of the object if every member is current, see isCurrent, and stays otherwise. A
//     member without a status is not current. Without members all are.
//  3. Other fields of the status stay, except for unknown ones.
//  4. If nothing changes, the status keeps even its unknown fields. With w.wholeStatus, other fields of the status count as a
//     change.
//
// The whole object is decoded, see check. Upstream encodes the whole object again, too; here only the status changes.
//
// A sum beyond int32 is an error; upstream it wraps.
func (w workload) aggregate(o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	if err := w.check(op, o); err != nil {
		return nil, err
	}
	members, err := w.members(o, items)
	if err != nil {
		return nil, err
	}
	old, next := object(content(o), "status"), map[string]any{}
	if err := total(members, next, w.counted...); err != nil {
		return nil, fail(op, o, nil, err)
	}
	template := number(object(content(o), "metadata")[generation])
	current, err := w.countCurrent(o, template, members)
	if err != nil {
		return nil, err
	}
	next[observedGeneration] = number(old[observedGeneration])
	if current == len(items) {
		next[observedGeneration] = template
	}
	copied, err := copyOf(op, o)
	if err != nil {
		return nil, err
	}
	changed, err := w.changes(o, old, next)
	if err != nil {
		return nil, err
	}
	if !changed {
		return copied, nil
	}
	status := map[string]any{}
	maps.Copy(status, old)
	maps.Copy(status, next)
	if copied.Object["status"], err = w.encode(o, status); err != nil {
		return nil, err
	}
	return copied, nil
}

// countCurrent returns how many members are current, see isCurrent.
func (w workload) countCurrent(o *unstructured.Unstructured, template int64, members []member) (int, error) {
	current := 0
	for _, m := range members {
		is, err := w.isCurrent(template, m)
		if err != nil {
			return 0, failMember(o, m.cluster, err)
		}
		if is {
			current++
		}
	}
	return current, nil
}

// isCurrent reports whether a member's controller has observed the newest object there, made of the newest template: both the observed
// generation and the template's generation in the status must be large enough. With w.ownGeneration, the latter is compared with the
// generation of the member's object, which is an oddity of upstream.
func (w workload) isCurrent(template int64, m member) (bool, error) {
	own, err := integer(m.reported, generation)
	if err != nil {
		return false, err
	}
	made, err := integer(m.reported, templateGeneration)
	if err != nil {
		return false, err
	}
	if w.ownGeneration {
		template = own
	}
	return number(m.status[observedGeneration]) >= own && made >= template, nil
}

// integer reads an integer of an object as encoding/json does: the case of the name does not matter, and null is ignored. If there are
// several, the last by name is used. Absent is 0.
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
			return 0, fmt.Errorf("/%s %w", key, &typeError{jsontree.Pointer{key}, object[key], "an integer"})
		}
		n = v
	}
	return n, nil
}

// changes reports whether the status of the object changes: one of the numbers in next or, with w.wholeStatus, anything in it.
func (w workload) changes(o *unstructured.Unstructured, old, next map[string]any) (bool, error) {
	if w.wholeStatus {
		before, err := w.encode(o, old)
		if err != nil {
			return false, err
		}
		after, err := w.encode(o, next)
		return !jsontree.Equal(before, after), err
	}
	for field, n := range next {
		if number(old[field]) != n {
			return true, nil
		}
	}
	return false, nil
}
