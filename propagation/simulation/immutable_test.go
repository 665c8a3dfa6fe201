package simulation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestImmutable changes fields of templates that API servers do not change, and some that they do.
func TestImmutable(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, before, after string
		want                string // the field; empty: the change is accepted
	}{
		{"selector", "apiVersion: apps/v1, kind: Deployment, spec: {selector: {matchLabels: {of: a}}}", "apiVersion: apps/v1, kind: Deployment, spec: {selector: {matchLabels: {of: b}}}", "/spec/selector"},
		{"replicas", "apiVersion: apps/v1, kind: Deployment, spec: {replicas: 1}", "apiVersion: apps/v1, kind: Deployment, spec: {replicas: 2}", ""},
		{"pods of a Job", "apiVersion: batch/v1, kind: Job, spec: {template: {spec: {containers: [{image: 'a:1'}]}}}", "apiVersion: batch/v1, kind: Job, spec: {template: {spec: {containers: [{image: 'a:2'}]}}}", "/spec/template"},
		{"parallelism of a Job", "apiVersion: batch/v1, kind: Job, spec: {parallelism: 1}", "apiVersion: batch/v1, kind: Job, spec: {parallelism: 2}", ""},
		{"serviceName", "apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: a}", "apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: b}", "/spec/serviceName"},
		{"data", "apiVersion: v1, kind: ConfigMap, immutable: true, data: {k: v}", "apiVersion: v1, kind: ConfigMap, immutable: true, data: {k: w}", "/data"},
		{"data that is not immutable", "apiVersion: v1, kind: ConfigMap, data: {k: v}", "apiVersion: v1, kind: ConfigMap, immutable: true, data: {k: w}", ""},
		{"immutable", "apiVersion: v1, kind: Secret, immutable: true", "apiVersion: v1, kind: Secret, immutable: false", "/immutable"},
		{"roleRef", "apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, roleRef: {name: a}", "apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, roleRef: {name: b}", "/roleRef"},
		{"accessModes", "apiVersion: v1, kind: PersistentVolumeClaim, spec: {accessModes: [a]}", "apiVersion: v1, kind: PersistentVolumeClaim, spec: {accessModes: [b]}", "/spec/accessModes"},
		{"size of a claim", "apiVersion: v1, kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 1Gi}}}", "apiVersion: v1, kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 2Gi}}}", ""},
		{"a kind of another group", "apiVersion: example.io/v1, kind: Deployment, spec: {selector: {of: a}}", "apiVersion: example.io/v1, kind: Deployment, spec: {selector: {of: b}}", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
			put := func(text string) override.Ref {
				o := casetest.Object(t, "{metadata: {namespace: shop, name: a}, "+text+"}")
				require.NoError(t, w.PutTemplate(o))
				require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: "+o.GetAPIVersion()+", kind: "+o.GetKind()+"}]}}")))
				return override.RefOf(o)
			}
			settle := func() *Step {
				step, err := w.Settle(context.Background())
				require.NoError(t, err)
				return step
			}
			put(tc.before)
			settle()
			ref := put(tc.after)
			actions := settle().Actions
			require.Len(t, actions, 1)
			require.Equal(t, work.ActionUpdate, actions[0].Action)
			if tc.want == "" {
				require.NoError(t, actions[0].Err)
				return
			}
			require.EqualError(t, actions[0].Err, ref.String()+": "+tc.want+": the field is immutable")
		})
	}
}

// TestPlainKinds has objects of CRDs with the names of kinds and fields that mean something elsewhere. A cluster stores them as they are.
func TestPlainKinds(t *testing.T) {
	t.Parallel()
	w := newWorld()
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: example.io/v1, kind: Certificate}, {apiVersion: example.io/v1, kind: Deployment}, {apiVersion: example.io/v1, kind: Service}]}}")))
	for _, kind := range []string{"Certificate", "Deployment", "Service"} {
		require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: example.io/v1, kind: "+kind+", metadata: {namespace: shop, name: a}, spec: {unknownField: a}}")))
	}
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	objects := w.members["m1"].All()
	require.Len(t, objects, 3)
	for _, o := range objects {
		spec, _, err := unstructured.NestedMap(o.Object, "spec")
		require.NoError(t, err)
		require.Equal(t, map[string]any{"unknownField": "a"}, spec, o.GetKind())
		require.NotContains(t, o.Object, "status", o.GetKind())
	}
}

// TestImmutableEdit names the cluster and the field.
func TestImmutableEdit(t *testing.T) {
	t.Parallel()
	w := newWorld()
	service := casetest.Object(t, "{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: web}}")
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: Service}]}}")))
	require.NoError(t, w.PutTemplate(service))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.EqualError(t, w.Edit("m1", override.RefOf(service), func(o *unstructured.Unstructured) error {
		return unstructured.SetNestedField(o.Object, "10.9.9.9", "spec", "clusterIP")
	}), "cluster m1: Service shop/web: /spec/clusterIP: the field is immutable")
}
