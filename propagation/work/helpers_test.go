package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// binding returns a binding in the namespace shop with a spec in YAML.
func binding(t testing.TB, spec string) *api.ResourceBinding {
	t.Helper()
	return &api.ResourceBinding{
		ObjectMeta: casetest.Decode[api.ResourceBinding](t, "metadata: {namespace: shop, name: web-deployment, labels: {resourcebinding.karmada.io/permanent-id: id-1}}").ObjectMeta,
		Spec:       *casetest.Decode[api.ResourceBindingSpec](t, spec),
	}
}

// clusters returns clusters that have only a name.
func clusters(names ...string) map[string]*api.Cluster {
	all := map[string]*api.Cluster{}
	for _, name := range names {
		all[name] = &api.Cluster{}
		all[name].Name = name
	}
	return all
}

// overrides compiles policies of the namespace shop from their specs.
func overrides(t testing.TB, specs ...string) work.Overrides {
	t.Helper()
	var policies []api.OverrideSource
	for i, spec := range specs {
		policy := &api.OverridePolicy{Spec: *casetest.Decode[api.OverrideSpec](t, spec)}
		policy.Namespace, policy.Name = "shop", string(rune('a'+i))
		policies = append(policies, policy)
	}
	made, err := work.NewOverrides(policies...)
	require.NoError(t, err)
	return made
}

const web = `
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: shop, name: web, uid: u-1, generation: 3}
spec:
  replicas: 5
  template: {spec: {containers: [{name: app, image: nginx}]}}
`

// worksIn returns the Works of a result.
func worksIn(t *testing.T, v any) []any {
	answer, _ := casetest.Lean(t, v).(map[string]any)
	works, _ := answer["works"].([]any)
	return works
}

// applied returns a Work for an object that has been applied.
func applied(t testing.TB, object *unstructured.Unstructured, cluster string) *api.Work {
	t.Helper()
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName(object.GetKind(), object.GetNamespace(), object.GetName()),
		Generation: 1, Finalizers: []string{api.ExecutionFinalizer},
		Annotations: map[string]string{api.ConflictResolutionAnnotation: "abort"},
	}}
	w, err := work.Assemble(nil, desired, object, nil)
	require.NoError(t, err)
	w.Status.Conditions = []metav1.Condition{
		{Type: api.WorkDispatching, Status: metav1.ConditionTrue, Reason: "Dispatching", Message: "Work is being dispatched to member clusters."},
		{Type: api.WorkApplied, Status: metav1.ConditionTrue, ObservedGeneration: 1, Reason: "AppliedSuccessful", Message: "Manifest has been successfully applied"},
	}
	return w
}

// inMember returns a manifest as an API server stores it.
func inMember(t testing.TB, manifest api.Manifest) *unstructured.Unstructured {
	t.Helper()
	o := (&unstructured.Unstructured{Object: manifest}).DeepCopy()
	o.SetUID("u1")
	o.SetResourceVersion("7")
	o.SetGeneration(1)
	o.Object["status"] = map[string]any{"observedGeneration": int64(1)}
	return o
}

func ready(name string) *api.Cluster {
	return &api.Cluster{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Status:     api.ClusterStatus{Conditions: []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}},
	}
}
