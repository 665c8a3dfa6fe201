package native

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// report returns the result of InterpretStatus: some fields of the status; nil if there is no status.
//
//  1. The whole status is decoded, but nothing else: a field of a wrong type is an error even if it is not reported.
//  2. A status that is not an object is an error, and so is null.
//  3. Fields that the Go type always writes are set, to 0 or null, if the object lacks them.
//
// A number beyond int32 is an error; upstream it wraps.
func (k kind) report(o *unstructured.Unstructured, fields ...string) (any, error) {
	const op = interpreter.InterpretStatus
	at := jsontree.Pointer{"status"}
	found, ok := content(o)["status"]
	if !ok {
		return nil, nil
	}
	status, ok := found.(map[string]any)
	if !ok {
		return nil, fail(op, o, at, &typeError{at, found, "an object"})
	}
	if err := k.statusType().Check(status); err != nil {
		return nil, failTyped(op, o, at, err)
	}
	reported := make(map[string]any, len(fields))
	for _, field := range fields {
		if v, ok := status[field]; ok {
			reported[field] = v
		}
	}
	encoded, err := k.statusType().Encode(reported)
	return encoded, failTyped(op, o, at, err)
}

// member is what a member cluster reported.
type member struct {
	cluster  string
	reported any            // the status as reported
	status   map[string]any // decoded and encoded again by its Go type
}

// members returns the members with a status, in the order of the items. A status that is not valid JSON of the kind's status is an error;
// the names of its fields may be in any case.
func (k kind) members(o *unstructured.Unstructured, items []interpreter.StatusItem) ([]member, error) {
	all := make([]member, 0, len(items))
	for _, item := range items {
		if item.Status == nil {
			continue
		}
		decoded, err := k.statusType().DecodeJSON(item.Status)
		if err != nil {
			return nil, failMember(o, item.ClusterName, err)
		}
		status, _ := decoded.(map[string]any)
		all = append(all, member{item.ClusterName, item.Status, status})
	}
	return all, nil
}

// failMember is fail for the report of a member.
func failMember(o *unstructured.Unstructured, cluster string, err error) error {
	return fail(interpreter.AggregateStatus, o, nil, fmt.Errorf("status of cluster %s: %w", cluster, err))
}

// total adds up the named counters of all members in a status. A total beyond int32 is an error; upstream it wraps.
func total(all []member, status map[string]any, counters ...string) error {
	var errs []error
	for _, counter := range counters {
		var n int64
		for _, m := range all {
			n += number(m.status[counter])
		}
		errs = append(errs, checkInt32(counter, n))
		status[counter] = n
	}
	return errors.Join(errs...)
}

// encode returns a status as its Go type encodes it, for AggregateStatus.
func (k kind) encode(o *unstructured.Unstructured, status map[string]any) (any, error) {
	encoded, err := k.statusType().Encode(status)
	return encoded, failTyped(interpreter.AggregateStatus, o, jsontree.Pointer{"status"}, err)
}

// replace returns the object with a status. An equal status does not change, and keeps its unknown fields. An empty list or map differs
// from an absent one, unless the type does not know it.
func (k kind) replace(o *unstructured.Unstructured, status map[string]any) (*unstructured.Unstructured, error) {
	replaced, err := copyOf(interpreter.AggregateStatus, o)
	if err != nil {
		return nil, err
	}
	was := object(replaced.Object, "status")
	before, err := k.encode(o, was)
	if err != nil {
		return nil, err
	}
	after, err := k.encode(o, status)
	if err != nil {
		return nil, err
	}
	if k.sameEmpty(was, status) && k.sameEmpty(status, was) && jsontree.Equal(before, after) {
		return replaced, nil
	}
	replaced.Object["status"] = after
	return replaced, nil
}

// sameEmpty reports whether all empty lists and maps of a that the type knows are in b, too. They are not encoded.
func (k kind) sameEmpty(a, b map[string]any) bool {
	for key, v := range a {
		list, isList := v.([]any)
		m, isMap := v.(map[string]any)
		if (isList || isMap) && len(list)+len(m) == 0 && b[key] == nil && k.knows(key) {
			return false
		}
	}
	return true
}

// knows reports whether the Go type of the status has a list or map of a name: there it refuses a boolean, and it ignores one in an
// unknown field.
func (k kind) knows(list string) bool {
	return k.statusType().Check(map[string]any{list: false}) != nil
}
