package impact_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestAffectedByRecompiled decodes each kind of override twice. The two policies are the same, so nothing is affected; and they are not the same as
// the policy without the override.
func TestAffectedByRecompiled(t *testing.T) {
	t.Parallel()
	const karmada, kubeadmiral = "policy.karmada.io/v1alpha1", "core.kubeadmiral.io/v1alpha1"
	index := impact.NewIndex(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{
		"name": "web", "namespace": "shop", "labels": map[string]any{"kubeadmiral.io/cluster-override-policy-name": "p"},
	}}})
	compile := func(apiVersion, overriders string) *override.Policy {
		spec := "{overrideRules: [{overriders: {" + overriders + "}}]}"
		return decode("apiVersion: " + apiVersion + "\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec: " + spec).Policies[0]
	}
	for overriders, apiVersion := range map[string]string{
		"imageOverrider: [{component: Tag, operator: replace, value: v1}]":                                                   karmada,
		"imageOverrider: [{predicate: {path: /spec/image}, component: Tag, operator: replace, value: v1}]":                   karmada,
		"imageOverrider: [{component: Unknown, operator: replace, value: v1}]":                                               karmada,
		"imageOverrider: [{component: Tag, operator: unknown, value: v1}]":                                                   karmada,
		"commandOverrider: [{containerName: c, operator: add, value: [x]}]":                                                  karmada,
		"argsOverrider: [{containerName: c, operator: remove, value: [x, z]}]":                                               karmada,
		"argsOverrider: [{containerName: c, operator: unknown, value: [x]}]":                                                 karmada,
		"labelsOverrider: [{operator: add, value: {a: b}}]":                                                                  karmada,
		"labelsOverrider: [{operator: remove, value: {a: b, c: d, e: f, g: h, i: j, k: l, m: o}}]":                           karmada,
		"labelsOverrider: [{operator: unknown, value: {a: b}}]":                                                              karmada,
		"annotationsOverrider: [{operator: replace, value: {a: b}}]":                                                         karmada,
		"plaintext: [{path: /spec/replicas, operator: replace, value: 3}]":                                                   karmada,
		"plaintext: [{path: spec, operator: replace, value: 3}]":                                                             karmada,
		"fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: add, value: 1}]}]":                             karmada,
		"fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: remove}]}]":                                    karmada,
		"image: [{operations: [{imageComponent: Tag, operator: overwrite, value: v1}]}]":                                     kubeadmiral,
		"image: [{containerNames: [a, b], operations: [{imageComponent: Tag, operator: addIfAbsent, value: v1}]}]":           kubeadmiral,
		"image: [{operations: [{imageComponent: Tag, operator: unknown, value: v1}]}]":                                       kubeadmiral,
		"image: [{imagePath: /spec/image, operations: [{imageComponent: Tag, operator: overwrite, value: v}]}]":              kubeadmiral,
		"command: [{containerName: c, operator: append, value: [x]}]":                                                        kubeadmiral,
		"args: [{containerName: c, value: [x]}]":                                                                             kubeadmiral,
		"args: [{containerName: c, operator: unknown, value: [x]}]":                                                          kubeadmiral,
		"envs: [{containerName: c, operator: addIfAbsent, value: [{name: a, value: b}]}]":                                    kubeadmiral,
		"envs: [{containerName: c, value: [{name: a, value: b}]}, {containerName: c, operator: delete, value: [{name: a}]}]": kubeadmiral,
		"envs: [{containerName: c, operator: unknown, value: [{name: a, value: b}]}]":                                        kubeadmiral,
		"labels: [{operator: delete, value: {a: b, c: d, e: f, g: h, i: j}}]":                                                kubeadmiral,
		"annotations: [{operator: addIfAbsent, value: {a: b}}]":                                                              kubeadmiral,
		"jsonpatch: [{path: /spec/replicas, operator: replace, value: 3}]":                                                   kubeadmiral,
		"jsonpatch: [{path: /metadata/finalizers/-, operator: add, value: a}]":                                               kubeadmiral,
	} {
		p, q, none := compile(apiVersion, overriders), compile(apiVersion, overriders), compile(apiVersion, "")
		require.NotSame(t, p, q)
		require.Empty(t, index.Affected(nil, p, q), overriders)
		require.Equal(t, []impact.Affected{{Object: override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}}}, index.Affected(nil, none, q), overriders)
	}
}

// TestAffectedByEqualFault changes a label of a cluster for which a condition is faulty, in the same way before and after.
func TestAffectedByEqualFault(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /a 1")}}}
	spec := p.Spec(t)
	spec.Rules[0].Clusters, _ = selector.NewClusters(selector.ClusterSelector{Strict: true,
		Fields: []selector.FieldRequirement{{Key: "region", Operator: "Like", Values: []string{"eu"}}}})
	compiled, err := override.NewPolicy(spec)
	require.NoError(t, err)
	set := override.NewSet(compiled)
	index := impact.NewIndex(random(1).object())
	before := selector.Cluster{Name: "m", Region: "eu", Labels: map[string]string{"env": "prod"}}
	after := selector.Cluster{Name: "m", Region: "eu", Labels: map[string]string{"env": "dev"}}
	require.Error(t, spec.Rules[0].Clusters.Fault(&before), "the case is about a fault")
	require.Empty(t, index.AffectedByCluster(set, &before, &after))
}

// TestErrorsOfSameName has an error of a policy before, and one of a policy with the same kind and name of another system after.
func TestErrorsOfSameName(t *testing.T) {
	t.Parallel()
	state := func(apiVersion string) impact.State {
		spec := overridetest.Policy{Name: "p", Steps: overridetest.Do("remove /nowhere")}.Spec(t)
		spec.Ref.APIVersion = apiVersion
		p, err := override.NewPolicy(spec)
		require.NoError(t, err)
		return impact.State{Policies: override.NewSet(p), Clusters: []selector.Cluster{{Name: "m"}}}
	}
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": "a"}}}
	i := impact.Change{Before: state("a/v1"), After: state("b/v1"), Objects: impact.Same(object)}.Impact(impact.Limits{})
	require.Equal(t, 1, i.Counts.Changed, "the policies are not the same")
	i = impact.Change{Before: state("a/v1"), After: state("a/v1"), Objects: impact.Same(object)}.Impact(impact.Limits{})
	require.Zero(t, i.Counts.Changed)
}
