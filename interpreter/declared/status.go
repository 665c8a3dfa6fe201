package declared

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// reported knows which fields of its status a member reports.
type reported struct {
	kind
	fields []jsontree.Pointer
}

// InterpretStatus gives the fields that are reported, each at its place in the status. One that is absent is left out; without
// any there is no status.
func (r reported) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	status, err := r.read(object)
	if err != nil {
		return nil, fail(interpreter.InterpretStatus, object, err)
	}
	return status, nil
}

func (r reported) read(object *unstructured.Unstructured) (any, error) {
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
			return nil, &misplaced{at: at, reason: "is no JSON: " + err.Error()}
		}
		if err := put(report, at, v); err != nil {
			return nil, err
		}
	}
	return report["status"], nil
}

// aggregated knows how the statuses of the members come together.
type aggregated struct {
	kind
	fields []aggregatedField
}

type aggregatedField struct {
	at   jsontree.Pointer
	fold fold
}

// AggregateStatus writes each field that is aggregated, and leaves the rest of the status as it is.
//
//  1. A member without a status is skipped; whether the object was applied there, and is healthy, does not matter. The others are
//     read in the order of their clusters' names, so the order of the items does not matter.
//  2. What comes together is said by the [Aggregation]. A field of which it makes nothing is removed.
//  3. A field of a wrong type is an error, which names the cluster.
func (a aggregated) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	summed, err := a.aggregate(object, items)
	if err != nil {
		return nil, fail(interpreter.AggregateStatus, object, err)
	}
	return summed, nil
}

func (a aggregated) aggregate(object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	summed, err := fresh(object)
	if err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(slices.Clone(items), func(i interpreter.StatusItem) bool { return isNull(i.Status) })
	slices.SortStableFunc(items, func(a, b interpreter.StatusItem) int { return cmp.Compare(a.ClusterName, b.ClusterName) })
	for _, field := range a.fields {
		var said []member
		for _, item := range items {
			m := member{cluster: item.ClusterName}
			if m.value, err = find(map[string]any{"status": item.Status}, field.at); err != nil {
				return nil, of(m.owner(), err)
			}
			said = append(said, m)
		}
		v, err := field.fold(field.at, said)
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

// remove takes away the key that p ends in, from a document that nobody else has.
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
