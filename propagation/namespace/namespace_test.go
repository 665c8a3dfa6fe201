package namespace_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestGolden has a namespace as a typed client returns it, a policy and a new Work.
func TestGolden(t *testing.T) {
	t.Parallel()
	works, err := render(namespace.Input{
		Namespace: casetest.Object(t, "{metadata: {name: shop, uid: u-1, resourceVersion: '7', labels: {kubernetes.io/metadata.name: shop}}, status: {phase: Active}}"),
		Clusters:  clusters("m1"),
		Overrides: overrides(t, "overriders: {labelsOverrider: [{operator: add, value: {tier: gold}}]}"),
		NewID:     func(of override.Ref) string { return "id of " + of.String() },
	})
	require.NoError(t, err)
	require.Len(t, works, 1)
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata:
  annotations:
    policy.karmada.io/applied-cluster-overrides: '[{"policyName":"a","overriders":{"labelsOverrider":[{"operator":"add","value":{"tier":"gold"}}]}}]'
  finalizers:
  - karmada.io/execution-controller
  labels:
    work.karmada.io/permanent-id: id of Work karmada-es-m1/shop-55c4c4674c
  name: shop-55c4c4674c
  namespace: karmada-es-m1
  ownerReferences:
  - apiVersion: v1
    blockOwnerDeletion: true
    controller: true
    kind: Namespace
    name: shop
    uid: u-1
spec:
  workload:
    manifests:
    - apiVersion: v1
      kind: Namespace
      metadata:
        annotations:
          resourcetemplate.karmada.io/managed-annotations: resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/name,work.karmada.io/namespace
          resourcetemplate.karmada.io/managed-labels: karmada.io/managed,kubernetes.io/metadata.name,tier,work.karmada.io/permanent-id
          resourcetemplate.karmada.io/uid: u-1
          work.karmada.io/name: shop-55c4c4674c
          work.karmada.io/namespace: karmada-es-m1
        labels:
          karmada.io/managed: "true"
          kubernetes.io/metadata.name: shop
          tier: gold
          work.karmada.io/permanent-id: id of Work karmada-es-m1/shop-55c4c4674c
        name: shop
      spec: {}
`, casetest.Text(t, works[0]))
}

func TestRenderClusters(t *testing.T) {
	t.Parallel()
	deleted := casetest.Decode[api.Cluster](t, "metadata: {name: m3, deletionTimestamp: '2026-01-01T00:00:00Z'}\nspec: {taints: [{key: k, effect: NoExecute}]}\nstatus: {conditions: [{type: Ready, status: 'False', reason: r, message: m, lastTransitionTime: null}]}")
	for name, c := range map[string]struct {
		clusters []*api.Cluster
		want     []string
		reason   string
	}{
		"none":     {nil, nil, "there is nothing to render"},
		"unsorted": {clusters("b", "a", "c"), []string{"karmada-es-a", "karmada-es-b", "karmada-es-c"}, "Works are sorted"},
		"nil":      {[]*api.Cluster{nil, clusters("a")[0], nil}, []string{"karmada-es-a"}, "nil is not a cluster"},
		"twice":    {clusters("b", "a", "b"), []string{"karmada-es-a", "karmada-es-b"}, "a cluster has one Work"},
		"state":    {[]*api.Cluster{deleted}, []string{"karmada-es-m3"}, "the state does not matter"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := namespace.Input{Namespace: casetest.Object(t, shop), Clusters: c.clusters}
			before := casetest.Frozen(t, []any{in.Namespace.Object, in.Clusters})
			works, err := render(in)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, []any{in.Namespace.Object, in.Clusters}))
			var got []string
			for _, w := range works {
				got = append(got, w.Namespace)
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// TestRenderErrors has policies that fail in one of two clusters, and namespaces that are not valid.
func TestRenderErrors(t *testing.T) {
	t.Parallel()
	works, err := render(namespace.Input{
		Namespace: casetest.Object(t, shop), Clusters: clusters("m1", "m2"), NewID: func(of override.Ref) string { return of.Namespace },
		Overrides: overrides(t, "overrideRules: [{targetCluster: {clusterNames: [m1]}, overriders: {plaintext: [{path: /none/x, operator: remove}]}}]"),
	})
	require.ErrorContains(t, err, "Namespace shop in cluster m1: ClusterOverridePolicy a: spec.overrideRules[0]")
	var failed *work.Error
	require.ErrorAs(t, err, &failed)
	require.Equal(t, "m1", failed.Cluster)
	require.Len(t, works, 1)
	require.Equal(t, "karmada-es-m2", works[0].Namespace, "the other cluster gets its Work")

	for name, c := range map[string]struct {
		namespace string
		change    func(map[string]any)
		want      string
	}{
		"not JSON": {shop, func(o map[string]any) { o["spec"] = 1 }, "Namespace shop: /spec is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
		"no name":  {"{metadata: {uid: u}}", nil, "found a Namespace without a name, expected one"},
		"labels":   {"{metadata: {name: shop, labels: {a: 1}}}", nil, "Namespace shop in cluster m1: /metadata/labels/a is the number 1, expected a string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := namespace.Input{Namespace: casetest.Object(t, c.namespace), Clusters: clusters("m1")}
			if c.change != nil {
				c.change(in.Namespace.Object)
			}
			works, err := render(in)
			require.EqualError(t, err, c.want)
			require.Empty(t, works)
		})
	}
}

// TestRenderSpec has namespaces with and without a spec.
func TestRenderSpec(t *testing.T) {
	t.Parallel()
	for namespaceText, want := range map[string]any{
		"{metadata: {name: shop}}":                                   map[string]any{},
		"{metadata: {name: shop}, spec: null}":                       map[string]any{},
		"{metadata: {name: shop}, spec: {finalizers: [kubernetes]}}": map[string]any{"finalizers": []any{"kubernetes"}},
	} {
		works, err := render(namespace.Input{Namespace: casetest.Object(t, namespaceText), Clusters: clusters("m1")})
		require.NoError(t, err)
		require.Equal(t, want, works[0].Spec.Workload.Manifests[0]["spec"], namespaceText)
	}
}

// TestRenderSharesNothing modifies the results.
func TestRenderSharesNothing(t *testing.T) {
	t.Parallel()
	in := namespace.Input{
		Namespace: casetest.Object(t, "{apiVersion: v1, kind: Namespace, metadata: {name: shop, annotations: {a: b}}, spec: {finalizers: [kubernetes]}}"),
		Clusters:  clusters("m1", "m2"), Overrides: overrides(t, "overriders: {plaintext: [{path: /spec/more, operator: add, value: {a: [b]}}]}"),
	}
	works, err := render(in)
	require.NoError(t, err)
	before, second := casetest.Frozen(t, in.Namespace), casetest.Frozen(t, works[1])
	spec := works[0].Spec.Workload.Manifests[0]["spec"].(map[string]any)
	spec["finalizers"].([]any)[0], spec["more"].(map[string]any)["a"].([]any)[0] = "x", "x"
	works[0].Annotations["x"], works[0].Finalizers[0], works[0].OwnerReferences[0].Name = "x", "x", "x"
	*works[0].OwnerReferences[0].Controller, *works[0].OwnerReferences[0].BlockOwnerDeletion = false, false
	require.Equal(t, before, casetest.Frozen(t, in.Namespace))
	require.Equal(t, second, casetest.Frozen(t, works[1]))
	again, err := render(in)
	require.NoError(t, err)
	require.Equal(t, second, casetest.Frozen(t, again[1]))
}

// TestRenderOrder shuffles clusters and stored Works.
func TestRenderOrder(t *testing.T) {
	t.Parallel()
	in := namespace.Input{Namespace: casetest.Object(t, shop), Clusters: clusters("m1", "m2", "m3"), NewID: func(of override.Ref) string { return of.Namespace }}
	works, err := render(in)
	require.NoError(t, err)
	in.Stored = slices.Clone(works)
	slices.Reverse(in.Stored)
	slices.Reverse(in.Clusters)
	in.NewID = func(of override.Ref) string { panic(fmt.Sprintf("%s has an id", of)) }
	again, err := render(in)
	require.NoError(t, err)
	require.Equal(t, casetest.Frozen(t, works), casetest.Frozen(t, again), "rendering again changes nothing")
}
