package lua

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// ReviseReplica calls ReviseReplica with the object and the number, which becomes a float64. The result replaces the object. It is a table with
// a kind.
func (i replicaReviser) ReviseReplica(ctx context.Context, object *unstructured.Unstructured, replicas int64) (revised *unstructured.Unstructured, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(1, func(r results) (err error) {
			revised, err = r.object(object.Object)
			return err
		}, object.Object, replicas)
	})
	return revised, err
}

// Retain calls Retain with the desired and the observed object, which may be nil. The result replaces the desired object. It is a table with
// a kind.
func (i retainer) Retain(ctx context.Context, desired, observed *unstructured.Unstructured) (retained *unstructured.Unstructured, err error) {
	err = i.do(ctx, desired, func(c call) error {
		var present any
		if observed != nil && observed.Object != nil {
			present = observed.Object
		}
		return c.run(1, func(r results) (err error) {
			retained, err = r.object(desired.Object, present)
			return err
		}, desired.Object, present)
	})
	return retained, err
}

// AggregateStatus calls AggregateStatus with the object and the items: nil if they are nil, else a list. The result replaces the object. It
// is a table with a kind, and has no empty list and no empty object.
func (i statusAggregator) AggregateStatus(ctx context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (aggregated *unstructured.Unstructured, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(1, func(r results) (err error) {
			aggregated, err = r.object()
			return err
		}, object.Object, encodeItems(items))
	})
	return aggregated, err
}

// encodeItems returns items as decoded JSON.
func encodeItems(items []interpreter.StatusItem) any {
	if items == nil {
		return nil
	}
	all := make([]any, len(items))
	for i, item := range items {
		e := map[string]any{"clusterName": item.ClusterName}
		if item.Status != nil {
			e["status"] = item.Status
		}
		if item.Applied {
			e["applied"] = true
		}
		if item.AppliedMessage != "" {
			e["appliedMessage"] = item.AppliedMessage
		}
		if item.Health != "" {
			e["health"] = string(item.Health)
		}
		all[i] = e
	}
	return all
}
