package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenderOverriddenTargets has four targets: nothing applies to the first, one policy changes the second, another fails in the third, and the
// fourth does not exist.
func TestRenderOverriddenTargets(t *testing.T) {
	t.Parallel()
	in := work.Input{
		Binding:  binding(t, "{resource: {}, clusters: [{name: plain}, {name: changed}, {name: failed}, {name: gone}]}"),
		Template: casetest.Object(t, web), Clusters: clusters("plain", "changed", "failed"),
		Overrides: overrides(t, `
overrideRules:
- targetCluster: {clusterNames: [changed]}
  overriders:
    imageOverrider: [{component: Registry, operator: add, value: reg.io}]
    labelsOverrider: [{operator: replace, value: {missing: x}}]
`, `
overrideRules:
- targetCluster: {clusterNames: [failed]}
  overriders: {plaintext: [{path: /none/x, operator: remove}]}
`),
	}
	type seen struct{ Cluster, Applied, Changes, Skips string }
	var got []seen
	in.Overridden = func(clusters []string, result *override.Result) {
		require.Len(t, clusters, 1)
		require.Equal(t, clusters[0], result.Cluster())
		s := seen{Cluster: clusters[0]}
		for _, a := range result.Applied() {
			s.Applied += a.Policy.Name + " " + a.At
		}
		for _, c := range result.Changes() {
			s.Changes += c.String()
		}
		for _, skip := range result.Skips() {
			s.Skips += skip.Origin.At
		}
		got = append(got, s)
	}
	works, err := work.Render(context.Background(), in)
	require.Error(t, err)
	require.Len(t, works, 2)
	require.Equal(t, []seen{
		{Cluster: "plain"},
		{"changed", "a spec.overrideRules[0]", `/spec/template/spec/containers/0/image: "nginx" -> "reg.io/nginx"`, "spec.overrideRules[0].overriders.labelsOverrider[0]"},
	}, got)
}

// TestRenderOverriddenDivergence has an image with a tag and a digest: Karmada drops the digest.
func TestRenderOverriddenDivergence(t *testing.T) {
	t.Parallel()
	var codes []string
	_, err := render(t, "{apiVersion: v1, kind: Pod, metadata: {namespace: shop, name: p}, spec: {containers: [{name: c, image: 'nginx:1.2@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'}]}}", "", func(in *work.Input) {
		in.Overrides = overrides(t, "overriders: {imageOverrider: [{component: Registry, operator: replace, value: reg.io}]}")
		in.Overridden = func(_ []string, result *override.Result) {
			for _, d := range result.Divergences() {
				codes = append(codes, d.Code)
			}
		}
	})
	require.NoError(t, err)
	require.Equal(t, []string{karmada.CodeLostDigest}, codes)
}

// TestRenderOverriddenIsolated has a callback that modifies everything that the result returns. The Works stay the same, and so do results that the
// callback keeps.
func TestRenderOverriddenIsolated(t *testing.T) {
	t.Parallel()
	in := work.Input{
		Binding:  binding(t, "{resource: {}, clusters: [{name: m1}, {name: m2}]}"),
		Template: casetest.Object(t, web), Clusters: clusters("m1", "m2"),
		Overrides: overrides(t, `
overriders:
  labelsOverrider: [{operator: add, value: {tier: gold}}]
  plaintext:
  - {path: /spec/more, operator: add, value: {a: [b]}}
  - {path: /spec/more/c, operator: add, value: d}
`),
	}
	want, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	var kept []*override.Result
	var before []string
	in.Overridden = func(_ []string, result *override.Result) {
		before = append(before, casetest.Frozen(t, []any{result.Changes(), result.SharedContent()}))
		kept = append(kept, result)
		object, err := result.Object()
		require.NoError(t, err)
		scribble(object.Object)
		for _, c := range result.Changes() {
			scribble(c.Old)
			scribble(c.New)
		}
	}
	got, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, casetest.Frozen(t, want), casetest.Frozen(t, got), "the result does not share the manifest")
	for _, w := range got {
		scribble(map[string]any(w.Spec.Workload.Manifests[0]))
	}
	require.Len(t, kept, 1, "both clusters have it")
	for i, result := range kept {
		require.Equal(t, before[i], casetest.Frozen(t, []any{result.Changes(), result.SharedContent()}), "the manifest does not share the result")
	}
}

// scribble writes into all maps and lists of a value.
func scribble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			scribble(e)
			v[key] = "scribbled"
		}
		v["more"] = "scribbled"
	case []any:
		for i, e := range v {
			scribble(e)
			v[i] = "scribbled"
		}
	}
}
