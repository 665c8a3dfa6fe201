package simulation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// importedSlice is an imported slice of a Service.
type importedSlice struct{ service, name string }

// lose notes the objects that a cluster keeps when it leaves while it is disconnected.
func (w *wild) lose(name string) {
	for _, o := range w.members[name].All() {
		if w.lost[name] == nil {
			w.lost[name] = map[override.Ref]bool{}
		}
		w.lost[name][override.RefOf(o)] = true
	}
}

// importedFrom returns the endpoints of the imported slices of a cluster.
func (w *wild) importedFrom(name string) map[importedSlice][]any {
	all := map[importedSlice][]any{}
	for ref, o := range w.templates {
		if from, err := api.ClusterOfNamespace(o.GetAnnotations()[api.WorkNamespaceAnnotation]); err == nil && from == name && ref.Kind == "EndpointSlice" {
			all[importedSlice{strings.TrimPrefix(o.GetLabels()["kubernetes.io/service-name"], "derived-"), ref.Name}] = endpointsOf(o.DeepCopy())
		}
	}
	return all
}

// drift changes an object in a cluster.
func (w *wild) drift(t *testing.T, cluster string) string {
	server := w.members[cluster]
	if server == nil || len(server.All()) == 0 || w.frozen[cluster] != "" {
		return "nothing"
	}
	objects := server.All()
	if workloads := server.Kind("apps/v1", "Deployment"); len(workloads) > 0 && w.One(2) {
		objects = workloads
	}
	o := objects[w.IntN(len(objects))]
	what, replicas := w.IntN(5), int64(1+w.IntN(9))
	change := func(o *unstructured.Unstructured) error {
		switch {
		case what == 1 && o.GetLabels()["app"] != "":
			return unstructured.SetNestedField(o.Object, "edited", "metadata", "labels", "app")
		case what == 2:
			return unstructured.SetNestedField(o.Object, "yes", "metadata", "labels", "team")
		case what == 3 && o.GetKind() == "ConfigMap":
			return unstructured.SetNestedField(o.Object, "x", "data", "added")
		case what == 3 && len(endpointsOf(o)) > 0:
			o.Object["endpoints"] = []any{map[string]any{"addresses": []any{"192.0.2.1"}}}
		case o.GetKind() == "Deployment":
			if retains(o) {
				w.scaled[scalable{cluster, o.GetUID()}] = replicas
			}
			return unstructured.SetNestedField(o.Object, replicas, "spec", "replicas")
		}
		return nil
	}
	if what == 0 {
		change = nil
	}
	require.NoError(t, w.Edit(cluster, override.RefOf(o), change))
	return fmt.Sprint("drift ", cluster, " ", override.RefOf(o), " ", what)
}

// retains reports whether an autoscaler in the cluster chooses the replicas.
func retains(o *unstructured.Unstructured) bool {
	return o.GetLabels()["resourcetemplate.karmada.io/retain-replicas"] == "true"
}
