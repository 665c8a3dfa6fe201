package work

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestForPruning has an object of each kind from which prune removes all that it can, and one of another kind. A draft does not write the object.
// Each place that a kind lists is one that prune writes.
func TestForPruning(t *testing.T) {
	t.Parallel()
	objects := map[string]string{
		"Deployment": "metadata: {annotations: {deployment.kubernetes.io/revision: '1', deployment.kubernetes.io/revision-history: '1', a: b}}",
		"Job": `
metadata: {name: j}
spec:
  ttlSecondsAfterFinished: 1
  selector: {matchLabels: {controller-uid: u, batch.kubernetes.io/controller-uid: u, a: b}}
  template: {metadata: {labels: {controller-uid: u, batch.kubernetes.io/controller-uid: u, job-name: j, batch.kubernetes.io/job-name: j, a: b}}}`,
		"Secret":                "{type: kubernetes.io/service-account-token, metadata: {annotations: {kubernetes.io/service-account.uid: u}}, data: {a: Yg==}}",
		"ServiceAccount":        "{metadata: {name: a}, secrets: [{name: a-token-1}, {name: b}, {name: a-token-2}, {name: c}]}",
		"Service":               "spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ports: []}",
		"PersistentVolumeClaim": "metadata: {annotations: {volume.kubernetes.io/selected-node: node1}}",
		"Other":                 "{}",
	}
	for kind := range kindRules {
		require.Contains(t, objects, kind, "each kind that prune knows needs an object here")
	}
	for kind, text := range objects {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			o := casetest.Object(t, text)
			o.SetKind(kind)
			o.SetGeneration(1)
			o.SetUID("u")
			o.SetFinalizers([]string{"f"})
			o.Object["status"] = map[string]any{"a": "b"}
			before := o.DeepCopy()
			desired := &api.Work{}
			desired.Namespace, desired.Name, desired.Annotations = "karmada-es-m", "w", map[string]string{api.ConflictResolutionAnnotation: "abort"}
			draft, err := NewDraft(desired, o)
			require.NoError(t, err)
			require.Equal(t, before, o, "the draft has written the object")
			want, err := Assemble(nil, desired, o, nil)
			require.NoError(t, err)
			made, err := draft.For("m", nil, nil)
			require.NoError(t, err)
			require.Equal(t, withoutWork(want.Spec.Workload.Manifests[0]), withoutWork(made.Work().Spec.Workload.Manifests[0]))

			pruned, err := Prune(o)
			require.NoError(t, err)
			for _, at := range kindRules[kind].writes {
				is, _ := jsontree.Get(pruned.Object, at)
				was, found := jsontree.Get(o.Object, at)
				require.True(t, found && !jsontree.Equal(was, is), "prune does not write %s", at)
			}
			o.SetKind("Other")
			other, err := Prune(o)
			require.NoError(t, err)
			other.SetKind(kind)
			require.Equal(t, kind != "Other", !jsontree.Equal(other.Object, pruned.Object), "an object of this kind must have something to prune")
		})
	}
}

// withoutWork returns a manifest without the reference of its Work, which is that of a cluster.
func withoutWork(m api.Manifest) map[string]any {
	o := (&unstructured.Unstructured{Object: m}).DeepCopy()
	removeAnnotation(o, api.WorkNamespaceAnnotation)
	return o.Object
}
