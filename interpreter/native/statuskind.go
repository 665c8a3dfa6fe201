package native

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// statusKind is a kind whose status is made anew by AggregateStatus: what the members' statuses do not add up to is not kept.
type statusKind struct{ apiVersion, kind string }

func (k statusKind) status() *typed.Type { return typed.Named(k.kind + "Status") }

// check is an error if a field anywhere in the object has a wrong type: upstream decodes all of it.
func (k statusKind) check(op interpreter.Operation, o *unstructured.Unstructured) error {
	return failTyped(op, o, nil, typed.Of(k.apiVersion, k.kind).Check(content(o)))
}

// report is what InterpretStatus gives: some fields of the status, nil if there is no status.
//
//  1. Only the status is decoded, but all of it: a field of a wrong type is an error even if it is not reported.
//  2. A status that is no object is an error, and so is null.
//  3. Fields that the Go type always writes are there, as 0 or null, if the object has none.
//
// A number beyond int32 is an error; upstream it wraps.
func (k statusKind) report(o *unstructured.Unstructured, fields ...string) (any, error) {
	const op = interpreter.InterpretStatus
	at := jsontree.Pointer{"status"}
	found, ok := content(o)["status"]
	if !ok {
		return nil, nil
	}
	status, ok := found.(map[string]any)
	if !ok {
		return nil, fail(op, o, at, &misfit{at, found, "an object"})
	}
	if err := k.status().Check(status); err != nil {
		return nil, failTyped(op, o, at, err)
	}
	reported := make(map[string]any, len(fields))
	for _, field := range fields {
		if v, ok := status[field]; ok {
			reported[field] = v
		}
	}
	encoded, err := k.status().Encode(reported)
	return encoded, failTyped(op, o, at, err)
}

// member is a status as a member cluster reported it, decoded and encoded again by its Go type.
type member struct {
	cluster string
	status  map[string]any
}

// members are the statuses that there are, in the order of the items.
func (k statusKind) members(o *unstructured.Unstructured, items []interpreter.StatusItem) ([]member, error) {
	var all []member
	for _, item := range items {
		if item.Status == nil {
			continue
		}
		decoded, err := k.status().DecodeJSON(item.Status)
		if err != nil {
			return nil, fail(interpreter.AggregateStatus, o, nil, fmt.Errorf("status of cluster %s: %w", item.ClusterName, err))
		}
		status, _ := decoded.(map[string]any)
		all = append(all, member{item.ClusterName, status})
	}
	return all, nil
}

// total adds the named counters of all members up in a status. A total beyond int32 is an error; upstream it wraps.
func total(all []member, status map[string]any, counters ...string) error {
	var errs []error
	for _, counter := range counters {
		var n int64
		for _, m := range all {
			n += number(m.status[counter])
		}
		_, err := toInt32(counter, n)
		errs = append(errs, err)
		status[counter] = n
	}
	return errors.Join(errs...)
}

// replace gives the object with a status. If it has the same already, it stays as it is, with all that its Go type does not know.
// A list or map that is empty is not the same as none, unless the type does not know it.
func (k statusKind) replace(o *unstructured.Unstructured, status map[string]any) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	replaced, err := copyOf(op, o)
	if err != nil {
		return nil, err
	}
	was := object(replaced.Object, "status")
	before, err := k.status().Encode(was)
	if err != nil {
		return nil, failTyped(op, o, jsontree.Pointer{"status"}, err)
	}
	after, err := k.status().Encode(status)
	if err != nil {
		return nil, failTyped(op, o, jsontree.Pointer{"status"}, err)
	}
	if k.sameEmpty(was, status) && k.sameEmpty(status, was) && jsontree.Equal(before, after) {
		return replaced, nil
	}
	replaced.Object["status"] = after
	return replaced, nil
}

// sameEmpty tells whether all empty lists and maps of a that the type knows are in b, too. They are not encoded.
func (k statusKind) sameEmpty(a, b map[string]any) bool {
	for key, v := range a {
		list, isList := v.([]any)
		m, isMap := v.(map[string]any)
		if (isList || isMap) && len(list)+len(m) == 0 && b[key] == nil && k.knows(key) {
			return false
		}
	}
	return true
}

// knows tells whether the Go type of the status has a list or map of a name: there a boolean is refused, and ignored where there is
// no such field.
func (k statusKind) knows(list string) bool {
	return k.status().Check(map[string]any{list: false}) != nil
}
