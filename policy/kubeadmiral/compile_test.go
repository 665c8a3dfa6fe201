package kubeadmiral_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// every is a rule with every overrider, for the Deployment web of everyObject.
const (
	every = `
		overrideRules:
		- targetClusters: {clusters: [member1], clusterSelector: {region: beijing}, clusterAffinity: [{matchExpressions: [{key: region, operator: Exists}], matchFields: [{key: metadata.name, operator: In, values: [member1]}]}]}
		  overriders:
		    image: [{containerNames: [web], operations: [{imageComponent: Tag, value: v1}]}]
		    command: [{containerName: web, operator: append, value: [-c]}]
		    args: [{containerName: web, value: [-a]}]
		    envs: [{containerName: web, operator: addIfAbsent, value: [{name: A, value: b}, {name: B, value: ""}]}]
		    annotations: [{operator: addIfAbsent, value: {a: b}}]
		    labels: [{operator: addIfAbsent, value: {a: b}}]
		    jsonpatch: [{path: /spec/paused, value: true}, {path: /spec/list, value: [{a: b}]}]`
	everyObject = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: team, labels: {kubeadmiral.io/override-policy-name: p}}, spec: {template: {spec: {containers: [{name: web, image: nginx, command: [run]}]}}}}`
)

// everything returns all that a result reports.
func everything(t testing.TB, set *override.Set) []any {
	t.Helper()
	result, err := set.Select(dialecttest.Object(t, everyObject)).Apply(member1)
	require.NoError(t, err)
	return []any{objectOf(t, result).Object, result.Changes(), result.Applied(), result.Skips(), result.Divergences()}
}

// TestCompileRefuses has policies that cannot be named or cannot act.
func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		source       api.OverrideSource
	}{
		{"no name", "a label cannot name it", &api.ClusterOverridePolicy{}},
		{"no namespace", "it would act nowhere", policyOf(t, "{kind: OverridePolicy, metadata: {name: p}}")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := kubeadmiral.Compile(c.source)
			require.Nil(t, p, c.reason)
			require.Error(t, err, c.reason)
		})
	}
}

// TestCompileKeepsNothing writes a policy after compiling it. The compiled policy must not change.
func TestCompileKeepsNothing(t *testing.T) {
	t.Parallel()
	s := policyOf(t, every).(*api.OverridePolicy)
	p, err := kubeadmiral.Compile(s)
	require.NoError(t, err)
	set := override.NewSet(p)
	want := everything(t, set)
	require.Len(t, want[1], 8, "each entry changes the object")
	for i := range s.Spec.OverrideRules {
		rule := &s.Spec.OverrideRules[i]
		rule.TargetClusters.Clusters[0], rule.TargetClusters.ClusterSelector["region"] = "x", "x"
		rule.TargetClusters.ClusterAffinity[0].MatchFields[0].Values[0] = "x"
		o := rule.Overriders
		o.Image[0].ContainerNames[0], o.Image[0].Operations[0].Value = "x", "x"
		o.Command[0].Value[0], o.Args[0].Value[0] = "x", "x"
		o.Annotations[0].Value["a"], o.Labels[0].Value["a"] = "x", "x"
		clear(o.Envs[0].Value[0].Raw)
		clear(o.JSONPatch[1].Value.Raw)
		clear(o.Envs)
	}
	clear(s.Spec.OverrideRules)
	require.Equal(t, want, everything(t, set), "nothing of the source is kept that could be written")
}

// TestConcurrentUse applies one policy many times at once. KubeAdmiral itself writes to the policy while it does so.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	set := override.NewSet(compiled(t, every))
	want := everything(t, set)
	all := make([][]any, 16)
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() { all[i] = everything(t, set) })
	}
	wait.Wait()
	for _, got := range all {
		require.Equal(t, want, got, "each gives the same")
	}
}

// TestImageConflicts has two policies override one image.
func TestImageConflicts(t *testing.T) {
	t.Parallel()
	pod := "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, image: nginx}]}}"
	policy := func(name, operation string) *override.Policy {
		p := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, "overrideRules: [{overriders: {image: [{operations: ["+operation+"]}]}}]"))}
		p.Name = name
		return anywhere(t, p)
	}
	registry, tag := "{imageComponent: Registry, value: host.example}", "{imageComponent: Tag, value: v1}"
	for _, c := range []struct {
		name, reason string
		first        string
		want         int
	}{
		{"registry and tag", "each policy overrides a component of its own", registry, 0},
		{"tag and tag", "the later policy overrides what the first one wrote", "{imageComponent: Tag, value: v0}", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := override.Apply(dialecttest.Object(t, pod), member1, policy("a", c.first), policy("b", tag))
			require.NoError(t, err)
			require.Len(t, result.Conflicts(), c.want, c.reason)
		})
	}
}
