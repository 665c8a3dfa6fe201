package simulation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Edit changes an object in a cluster, as a user of that cluster does. change gets a copy to modify; a nil change deletes the object. The error is a
// [*NotFoundError], that of change, or that of the API server, for example because a field is immutable. An edit to another apiVersion, kind,
// namespace, name or uid is an error, and so are an edit to the status, which the simulated controllers write, and what [World.PutTemplate] refuses.
// After an error, the object is as before.
func (w *World) Edit(cluster string, of override.Ref, change func(*unstructured.Unstructured) error) error {
	if w.members[cluster] == nil {
		return &NotFoundError{cluster, override.Ref{}}
	}
	server := w.members[cluster]
	object := server.Get(&unstructured.Unstructured{Object: map[string]any{
		"apiVersion": of.APIVersion, "kind": of.Kind, "metadata": map[string]any{"namespace": of.Namespace, "name": of.Name},
	}})
	if object == nil {
		return &NotFoundError{cluster, of}
	}
	if change == nil {
		return in(cluster, server.Delete(object))
	}
	before := runtime.DeepCopyJSONValue(object.Object["status"])
	if err := change(object); err != nil {
		return err
	}
	if after := override.RefOf(object); after != of {
		after = content.ClipRef(after)
		return fmt.Errorf("%s in cluster %s: found %s %s after the edit, expected the same object", of, cluster, after.APIVersion, after)
	}
	if err := checkObject(object); err != nil {
		return fmt.Errorf("%s in cluster %s: %w", of, cluster, err)
	}
	if !jsontree.Equal(before, object.Object["status"]) {
		return fmt.Errorf("%s in cluster %s: the edit changes /status, expected another field: only the simulated controllers write a status", of, cluster)
	}
	return in(cluster, server.Update(object))
}

// in adds a cluster to an error of its API server.
func in(cluster string, err error) error {
	if err != nil {
		return fmt.Errorf("cluster %s: %w", cluster, err)
	}
	return nil
}

// NotFoundError means that a cluster does not exist, or does not have an object.
type NotFoundError struct {
	Cluster string
	Object  override.Ref // zero: the cluster does not exist
}

// Error returns, for example, "cluster m1 has no Deployment shop/web".
func (e *NotFoundError) Error() string {
	if e.Object == (override.Ref{}) {
		return "cluster " + content.Clip(e.Cluster) + " does not exist"
	}
	return "cluster " + content.Clip(e.Cluster) + " has no " + content.ClipRef(e.Object).String()
}
