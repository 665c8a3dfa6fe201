package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// workload has the fields of a Workload that are read. It is never written back: fields that this type does not know would be lost.
type workload struct {
	Spec struct {
		Replicas *int32         `json:"replicas"` // nil is 1
		Paused   *bool          `json:"paused"`
		Template map[string]any `json:"template"`
	} `json:"spec"`
	Status workloadStatus `json:"status"`
}

type workloadStatus struct {
	ReadyReplicas int32 `json:"readyReplicas"`
}

func (w workload) replicas() int32 {
	if w.Spec.Replicas == nil {
		return 1
	}
	return *w.Spec.Replicas
}

// as decodes an object, or a status, into a Go type. A field of a wrong type is an error.
func as[T any](v any) (T, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		var none T
		return none, err
	}
	return webhook.Decode[T](raw)
}

// workloads has every hook for Workloads.
type workloads struct{}

// Kinds implements [interpreter.Interpreter].
func (workloads) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "workload.example.io", Version: "v1alpha1", Kind: "Workload"}}
}

// InterpretReplica returns the number of replicas, and what each of them needs.
func (workloads) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	w, err := as[workload](object.Object)
	if err != nil {
		return 0, nil, err
	}
	requirements, err := native.PodRequirements(w.Spec.Template)
	return w.replicas(), requirements, err
}

// InterpretComponent returns the Workload as one component.
func (h workloads) InterpretComponent(ctx context.Context, object *unstructured.Unstructured) ([]interpreter.Component, error) {
	replicas, requirements, err := h.InterpretReplica(ctx, object)
	if err != nil {
		return nil, err
	}
	return []interpreter.Component{{Name: "workload", Replicas: replicas, Requirements: requirements}}, nil
}

// InterpretDependency returns the objects that the pods need.
func (workloads) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	w, err := as[workload](object.Object)
	if err != nil {
		return nil, err
	}
	return native.PodDependencies(object.GetNamespace(), w.Spec.Template)
}

// ReviseReplica sets the replicas of a cluster.
func (workloads) ReviseReplica(_ context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	if _, err := as[workload](object.Object); err != nil {
		return nil, err
	}
	revised := object.DeepCopy()
	return revised, unstructured.SetNestedField(revised.Object, replicas, "spec", "replicas")
}

// Retain keeps spec.paused of the member cluster, where a controller decides it.
func (workloads) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if _, err := as[workload](desired.Object); err != nil {
		return nil, err
	}
	w, err := as[workload](observed.Object)
	if err != nil {
		return nil, fmt.Errorf("observed: %w", err)
	}
	retained := desired.DeepCopy()
	if w.Spec.Paused == nil {
		unstructured.RemoveNestedField(retained.Object, "spec", "paused")
		return retained, nil
	}
	return retained, unstructured.SetNestedField(retained.Object, *w.Spec.Paused, "spec", "paused")
}

// InterpretStatus reports the ready replicas.
func (workloads) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	w, err := as[workload](object.Object)
	if err != nil {
		return nil, err
	}
	return map[string]any{"readyReplicas": int64(w.Status.ReadyReplicas)}, nil
}

// InterpretHealth reports whether every replica is ready.
func (workloads) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	w, err := as[workload](object.Object)
	return err == nil && w.Status.ReadyReplicas == w.replicas(), err
}

// AggregateStatus adds up the ready replicas of the clusters. It ignores a cluster without a status.
func (workloads) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	var ready int64
	for _, item := range items {
		if item.Status == nil {
			continue
		}
		status, err := as[workloadStatus](item.Status)
		if err != nil {
			return nil, fmt.Errorf("status of %s: %w", item.ClusterName, err)
		}
		ready += int64(status.ReadyReplicas)
	}
	aggregated := object.DeepCopy()
	return aggregated, unstructured.SetNestedField(aggregated.Object, ready, "status", "readyReplicas")
}
