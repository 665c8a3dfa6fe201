package declared

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// statusInterpreter finds the fields of its status that a member reports.
type statusInterpreter struct {
	kind
	fields []jsontree.Pointer
}

// InterpretStatus returns the reported fields, each at its place in the status. Absent fields are left out; if all are absent, there is
// no status.
func (r statusInterpreter) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	status, err := r.read(object)
	if err != nil {
		return nil, fail(interpreter.InterpretStatus, object, err)
	}
	return status, nil
}

func (r statusInterpreter) read(object *unstructured.Unstructured) (any, error) {
	root, err := content(object)
	if err != nil {
		return nil, err
	}
	report := map[string]any{}
	for _, at := range r.fields {
		v, err := find(root, at)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		if v, err = jsontree.Clone(v); err != nil {
			return nil, &valueError{at: at, reason: "is not valid JSON: " + err.Error()}
		}
		if err := put(report, at, v); err != nil {
			return nil, err
		}
	}
	return report["status"], nil
}

// statusAggregator aggregates the statuses of the members.
type statusAggregator struct {
	kind
	fields []aggregatedField
}

type aggregatedField struct {
	at   jsontree.Pointer
	fold fold
}

// AggregateStatus writes each aggregated field, and keeps the rest of the status.
//
//  1. A member without a status is skipped; whether the object was applied there, and is healthy, does not matter. The others are
//     read in the order of their clusters' names, so the order of the items does not matter.
//  2. The [Aggregation] defines the value. A field whose aggregation gives nothing is removed.
//  3. A field of a wrong type is an error, which names the cluster.
func (a statusAggregator) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	summed, err := a.aggregate(object, items)
	if err != nil {
		return nil, fail(interpreter.AggregateStatus, object, err)
	}
	return summed, nil
}

func (a statusAggregator) aggregate(object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	summed, err := fresh(object)
	if err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(slices.Clone(items), func(i interpreter.StatusItem) bool { return isNull(i.Status) })
	slices.SortStableFunc(items, func(a, b interpreter.StatusItem) int { return cmp.Compare(a.ClusterName, b.ClusterName) })
	for _, field := range a.fields {
		var members []member
		for _, item := range items {
			m := member{cluster: item.ClusterName}
			if m.value, err = find(map[string]any{"status": item.Status}, field.at); err != nil {
				return nil, of(m.owner(), err)
			}
			members = append(members, m)
		}
		v, err := field.fold(field.at, members)
		if err != nil {
			return nil, err
		}
		if v == nil {
			err = remove(summed.Object, field.at)
		} else {
			err = put(summed.Object, field.at, v)
		}
		if err != nil {
			return nil, err
		}
	}
	return summed, nil
}

// remove removes the last key of p from a document that is not shared.
func remove(root map[string]any, p jsontree.Pointer) error {
	last := len(p) - 1
	parent, err := find(root, p[:last])
	if err != nil || parent == nil {
		return err
	}
	object, ok := parent.(map[string]any)
	if !ok {
		return unexpected(p[:last], parent, "an object")
	}
	delete(object, p[last])
	return nil
}
