package work_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// render returns the Work of a binding whose only target is m1.
func render(t *testing.T, template, spec string, change func(*work.Input)) (*api.Work, error) {
	t.Helper()
	in := work.Input{Binding: binding(t, "{resource: {}, clusters: [{name: m1, replicas: 2}]}\n"), Template: casetest.Object(t, template), Clusters: clusters("m1"), Interpreter: hooks}
	if spec != "" {
		in.Binding = binding(t, spec)
	}
	if change != nil {
		change(&in)
	}
	before := casetest.Frozen(t, []any{in.Binding, in.Template, in.Clusters, in.Stored})
	works, err := work.Render(context.Background(), in)
	require.Equal(t, before, casetest.Frozen(t, []any{in.Binding, in.Template, in.Clusters, in.Stored}), "the input has not changed")
	if err != nil {
		require.Empty(t, works)
		return nil, err
	}
	require.Len(t, works, 1)
	return works[0], nil
}

func TestRenderReplicas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spec   string
		want   int64
		reason string
	}{
		"divided":        {"{resource: {}, replicas: 5, clusters: [{name: m1, replicas: 2}]}", 2, "the target's"},
		"not a workload": {"{resource: {}, clusters: [{name: m1, replicas: 2}]}", 5, "an object without replicas is not revised"},
		"requirements":   {"{resource: {}, replicaRequirements: {}, clusters: [{name: m1}]}", 0, "even empty requirements make a workload"},
		"components":     {"{resource: {}, components: [{name: a, replicas: 1}], clusters: [{name: m1, replicas: 4}]}", 4, "components make a workload"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := render(t, web, c.spec, nil)
			require.NoError(t, err)
			require.Equal(t, c.want, w.Spec.Workload.Manifests[0]["spec"].(map[string]any)["replicas"], c.reason)
		})
	}
}

// TestRenderRevisedIdentity has interpreters that return another object than the template.
func TestRenderRevisedIdentity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		at           []string
		value, want  string // want is a part of the error
	}{
		{"an equal name", "it is the object of the template", []string{"metadata", "name"}, "web", ""},
		{"another version", "it is the same object in the cluster", []string{"apiVersion"}, "apps/v1beta1", ""},
		{"another name", "the template would be in no cluster", []string{"metadata", "name"}, "api", "with revised replicas, the interpreter returned apps/v1 Deployment shop/api, expected apps/v1 Deployment shop/web"},
		{"another namespace", "the template would be in no cluster", []string{"metadata", "namespace"}, "bank", "returned apps/v1 Deployment bank/web"},
		{"another kind", "the template would be in no cluster", []string{"kind"}, "StatefulSet", "returned apps/v1 StatefulSet shop/web"},
		{"another group", "the template would be in no cluster", []string{"apiVersion"}, "apps.kruise.io/v1", "returned apps.kruise.io/v1 Deployment shop/web"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := render(t, web, "{resource: {}, replicas: 5, clusters: [{name: m1, replicas: 2}]}", func(in *work.Input) {
				revised := in.Template.DeepCopy()
				require.NoError(t, unstructured.SetNestedField(revised.Object, c.value, c.at...))
				in.Interpreter = interpreter.NewRegistry(wildReviser{revised})
			})
			if c.want == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.ErrorContains(t, err, c.want, c.reason)
		})
	}
}

func TestRenderConflictResolution(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ annotation, binding, want, reason string }{
		"default":              {"", "", "abort", "it is Karmada's default"},
		"the binding":          {"", "Overwrite", "overwrite", "the policy decides"},
		"the object":           {"overwrite", "Abort", "overwrite", "the object takes precedence"},
		"the object the other": {"abort", "Overwrite", "abort", "in both directions"},
		"the object, wrong":    {"Overwrite", "", "abort", "the value is case-sensitive"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := render(t, web, "{resource: {}, clusters: [{name: m1}], conflictResolution: '"+c.binding+"'}", func(in *work.Input) {
				if c.annotation != "" {
					in.Template.SetAnnotations(map[string]string{"work.karmada.io/conflict-resolution": c.annotation})
				}
			})
			require.NoError(t, err)
			require.Equal(t, c.want, w.Annotations["work.karmada.io/conflict-resolution"], c.reason)
			manifest := unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
			require.Equal(t, c.want, manifest.GetAnnotations()["work.karmada.io/conflict-resolution"], "the manifest has the same value")
		})
	}
}

func TestRenderSuspension(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]bool{
		"{}":                                 false,
		"{suspension: {}}":                   false,
		"{suspension: {dispatching: false}}": false,
		"{suspension: {dispatching: true}}":  true,
		"{suspension: {dispatchingOnClusters: {clusterNames: [m0, m1]}}}": true,
		"{suspension: {dispatchingOnClusters: {clusterNames: [m0]}}}":     false,
		"{suspension: {scheduling: true}}":                                false,
	} {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			w, err := render(t, web, "", func(in *work.Input) {
				in.Binding.BindingSpec().Suspension = casetest.Decode[api.ResourceBindingSpec](t, spec).Suspension
			})
			require.NoError(t, err)
			require.Equal(t, want, *w.Spec.SuspendDispatching)
			require.False(t, *w.Spec.PreserveResourcesOnDeletion, "it is set to the default")
		})
	}
}

// TestRenderOverridden has what policies can and cannot change in a Work.
func TestRenderOverridden(t *testing.T) {
	t.Parallel()
	w, err := render(t, web, "", func(in *work.Input) {
		in.Overrides = overrides(t,
			"overriders: {plaintext: [{path: /metadata/name, operator: replace, value: other}]}",
			"overriders: {labelsOverrider: [{operator: add, value: {karmada.io/managed: mine, resourcebinding.karmada.io/permanent-id: mine}}]}",
			"overriders: {plaintext: [{path: /metadata/uid, operator: remove}]}",
		)
	})
	require.NoError(t, err)
	manifest := unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
	require.Equal(t, "other", manifest.GetName())
	require.Regexp(t, "^other-", w.Name, "the Work is named after the overridden object")
	require.Equal(t, map[string]string{"karmada.io/managed": "true", "resourcebinding.karmada.io/permanent-id": "id-1"}, manifest.GetLabels(), "the labels of Karmada are kept")
	require.Contains(t, manifest.GetAnnotations(), "resourcetemplate.karmada.io/uid")
	require.Empty(t, manifest.GetAnnotations()["resourcetemplate.karmada.io/uid"])
	require.Equal(t, `[{"policyName":"a","overriders":{"plaintext":[{"path":"/metadata/name","operator":"replace","value":"other"}]}},`+
		`{"policyName":"b","overriders":{"labelsOverrider":[{"operator":"add","value":{"karmada.io/managed":"mine","resourcebinding.karmada.io/permanent-id":"mine"}}]}},`+
		`{"policyName":"c","overriders":{"plaintext":[{"path":"/metadata/uid","operator":"remove","value":null}]}}]`, w.Annotations["policy.karmada.io/applied-overrides"])
}

// TestRenderIsOverride compares a manifest with the result of package override for the revised object.
func TestRenderIsOverride(t *testing.T) {
	t.Parallel()
	policies := overrides(t, "overriders: {imageOverrider: [{component: Tag, operator: add, value: v2}], annotationsOverrider: [{operator: add, value: {a: b}}]}")
	w, err := render(t, web, "{resource: {}, replicas: 5, clusters: [{name: m1, replicas: 2}]}", func(in *work.Input) { in.Overrides = policies })
	require.NoError(t, err)

	reviser, _ := hooks.ReplicaReviser(casetest.Object(t, web).GroupVersionKind())
	revised, err := reviser.ReviseReplica(context.Background(), casetest.Object(t, web), 2)
	require.NoError(t, err)
	result, err := policies.Set.Select(revised).Apply(clusters("m1")["m1"].Facts())
	require.NoError(t, err)
	require.Equal(t, result.SharedContent()["spec"], w.Spec.Workload.Manifests[0]["spec"])
}

func TestRenderState(t *testing.T) {
	t.Parallel()
	const left = "gracefulEvictionTasks: [{fromCluster: m0, purgeMode: Gracefully, reason: r, producer: p}, {fromCluster: m0, purgeMode: MODE, reason: r, producer: p, preservedLabelState: {state: x}, clustersBeforeFailover: [BEFORE]}]"
	for name, c := range map[string]struct {
		mode, before string
		inject       bool
		want         string
		reason       string
	}{
		"injected":   {"Directly", "m0", true, "x", "it comes from m0"},
		"off":        {"Directly", "m0", false, "", "the gate is off"},
		"gracefully": {"Gracefully", "m0", true, "", "the old one still exists"},
		"was here":   {"Directly", "m1", true, "", "the cluster had it before"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tasks := strings.NewReplacer("MODE", c.mode, "BEFORE", c.before).Replace(left)
			w, err := render(t, web, "resource: {}\nclusters: [{name: m1}]\n"+tasks, func(in *work.Input) { in.FeatureGates = api.FeatureGates{api.GateStatefulFailoverInjection: c.inject} })
			require.NoError(t, err)
			manifest := unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
			require.Equal(t, c.want, manifest.GetLabels()["state"], c.reason)
			require.NotContains(t, w.Labels, "state")
		})
	}
}

func TestRenderErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		template string
		change   func(*work.Input)
		want     string
	}{
		"no binding":       {web, func(in *work.Input) { in.Binding = nil }, "found no binding, expected a ResourceBinding or a ClusterResourceBinding"},
		"nil binding":      {web, func(in *work.Input) { in.Binding = (*api.ResourceBinding)(nil) }, "found no binding, expected a ResourceBinding or a ClusterResourceBinding"},
		"no cluster":       {web, func(in *work.Input) { in.Clusters = nil }, "ResourceBinding shop/web-deployment in cluster m1: the cluster does not exist"},
		"label no text":    {"{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {a: x, c: [], b: 1}}}", nil, "ResourceBinding shop/web-deployment in cluster m1: /metadata/labels/b is the number 1, expected a string"},
		"labels no object": {"{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: []}}", nil, "ResourceBinding shop/web-deployment in cluster m1: /metadata/labels is a list, expected an object"},
		"metadata null":    {"{apiVersion: v1, kind: ConfigMap, metadata: null}", nil, "ResourceBinding shop/web-deployment in cluster m1: /metadata is null, expected an object"},
		"a secret no name": {"{apiVersion: v1, kind: ServiceAccount, metadata: {name: c}, secrets: [x]}", nil, `ResourceBinding shop/web-deployment in cluster m1: /secrets has the entry the string "x", expected an object with a string as its name`},
		"not JSON":         {web, func(in *work.Input) { in.Template.Object["spec"] = 1 }, "ResourceBinding shop/web-deployment in cluster m1: Deployment shop/web: /spec is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
		"deleting": {web, func(in *work.Input) {
			in.Stored = []*api.Work{nil, casetest.Decode[api.Work](t, "metadata: {namespace: karmada-es-m1, name: web-7d7c898bdd, deletionTimestamp: '2026-01-01T00:00:00Z'}\nspec: {}")}
			in.Stored[1].Name = nameOf(t)
		}, "ResourceBinding shop/web-deployment in cluster m1: Work karmada-es-m1/" + nameOf(t) + ": the stored Work is being deleted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := render(t, c.template, "", c.change)
			require.EqualError(t, err, c.want)
		})
	}
}

// nameOf returns the name of the Work of web.
func nameOf(t *testing.T) string {
	w, err := render(t, web, "", nil)
	require.NoError(t, err)
	return w.Name
}

func TestRenderNothing(t *testing.T) {
	t.Parallel()
	works, err := work.Render(context.Background(), work.Input{Binding: binding(t, "{resource: {}, clusters: [{name: m1}]}")})
	require.NoError(t, err, "a missing template is not an error")
	require.Empty(t, works)
}

// TestRenderSharesNothing modifies the results.
func TestRenderSharesNothing(t *testing.T) {
	t.Parallel()
	in := work.Input{Binding: binding(t, "{resource: {}, clusters: [{name: m1}, {name: m2}]}"), Template: casetest.Object(t, web), Clusters: clusters("m1", "m2")}
	works, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	in.Stored = works
	before := casetest.Frozen(t, []any{in.Binding, in.Template, in.Stored})
	again, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, casetest.Frozen(t, works), casetest.Frozen(t, again), "rendering again changes nothing")
	for i := range again {
		again[i].Labels["x"], again[i].Annotations["x"], again[i].Finalizers[0] = "x", "x", "x"
		*again[i].Spec.SuspendDispatching = true
		again[i].Spec.Workload.Manifests[0]["spec"].(map[string]any)["template"].(map[string]any)["spec"] = nil
	}
	require.Equal(t, before, casetest.Frozen(t, []any{in.Binding, in.Template, in.Stored}))
}

// TestRenderErrorsHideNothing has three clusters: one does not exist, and for one a policy fails.
func TestRenderErrorsHideNothing(t *testing.T) {
	t.Parallel()
	works, err := work.Render(context.Background(), work.Input{
		Binding: binding(t, "{resource: {}, clusters: [{name: gone}, {name: m2}, {name: m3}]}"), Template: casetest.Object(t, web), Clusters: clusters("m2", "m3"),
		Overrides: overrides(t, "overrideRules: [{targetCluster: {clusterNames: [m3]}, overriders: {plaintext: [{path: /none/x, operator: remove}]}}]"),
	})
	require.Len(t, works, 1)
	require.Equal(t, "karmada-es-m2", works[0].Namespace)
	joined, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok)
	require.Len(t, joined.Unwrap(), 2)
	var failed *work.Error
	require.ErrorAs(t, joined.Unwrap()[1], &failed)
	require.Equal(t, "m3", failed.Cluster)
}
