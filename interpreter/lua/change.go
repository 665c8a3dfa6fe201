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
		results, err := c.run(1, object.Object, replicas)
		if err != nil {
			return err
		}
		revised, err = c.object(results[0], object.Object)
		return err
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
		results, err := c.run(1, desired.Object, present)
		if err != nil {
			return err
		}
		retained, err = c.object(results[0], desired.Object, present)
		return err
	})
	return retained, err
}

// AggregateStatus calls AggregateStatus with the object and the items: nil if they are nil, else a list. The result replaces the object. It
// is a table with a kind, and has no empty list and no empty object.
func (i statusAggregator) AggregateStatus(ctx context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (aggregated *unstructured.Unstructured, err error) {
	err = i.do(ctx, object, func(c call) error {
		results, err := c.run(1, object.Object, encodeItems(items))
		if err != nil {
			return err
		}
		aggregated, err = c.object(results[0])
		return err
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
