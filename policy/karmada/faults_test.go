package karmada_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// requireFaults checks a policy against what Lint and Compile document:
//
//  1. Lint returns the same errors each time, and they are the Faults of the compiled policy.
//  2. A policy without faults has no selector that matches nothing because it is invalid.
//
// It reports whether the policy has no faults.
func requireFaults(t testing.TB, s api.OverrideSource) (*override.Policy, bool) {
	t.Helper()
	errs := karmada.Lint(s)
	require.Equal(t, errs, karmada.Lint(s), "Lint returns other errors the second time")
	p, err := karmada.Compile(s)
	if err != nil {
		require.NotEmpty(t, errs, "a policy that cannot be compiled has faults: %v", err)
		return nil, false
	}
	require.Equal(t, []any{errs}, []any{p.Faults()}, "the Faults are the errors of Lint")
	if len(errs) > 0 {
		return p, false
	}
	for _, r := range specOf(s).ResourceSelectors {
		_, err := selector.NewObjects(selector.ObjectSelector{APIVersion: r.APIVersion, Kind: r.Kind, LabelSelector: r.LabelSelector})
		require.NoError(t, err, "Lint accepts an invalid selector: %s", dialecttest.AsJSON(t, r))
	}
	for _, a := range affinities(specOf(s)) {
		require.NoError(t, clusters(a), "Lint accepts an invalid selector: %s", dialecttest.AsJSON(t, a))
	}
	return p, true
}

// clusters returns the error of a cluster selector.
func clusters(a *api.ClusterAffinity) error {
	s := selector.ClusterSelector{LabelSelector: a.LabelSelector}
	if a.FieldSelector != nil {
		for _, r := range a.FieldSelector.MatchExpressions {
			s.Fields = append(s.Fields, selector.FieldRequirement{Key: r.Key, Operator: r.Operator, Values: r.Values})
		}
	}
	_, err := selector.NewClusters(s)
	return err
}

func affinities(s *api.OverrideSpec) []*api.ClusterAffinity {
	var all []*api.ClusterAffinity
	if s.TargetCluster != nil {
		all = append(all, s.TargetCluster)
	}
	for i := range s.OverrideRules {
		if a := s.OverrideRules[i].TargetCluster; a != nil {
			all = append(all, a)
		}
	}
	return all
}

// TestFaultsOfRecorded calls requireFaults for every recorded policy. A policy without faults never fails with CodeFault.
func TestFaultsOfRecorded(t *testing.T) {
	t.Parallel()
	sound, faulty, failed := 0, 0, 0
	for _, file := range []string{"public", "fields", "panics", "probes"} {
		for _, c := range readRecorded(t, file) {
			for _, s := range c.sources() {
				p, ok := requireFaults(t, s)
				if !ok {
					faulty++
					continue
				}
				sound++
				_, err := override.Apply(dialecttest.Object(t, string(c.Object)), c.Cluster.Facts(), p)
				var e *override.Error
				if errors.As(err, &e) {
					failed++
					require.NotEqual(t, override.CodeFault, e.Code, "%s: valid, but %v", c.Name, err)
				}
			}
		}
	}
	require.Greater(t, failed, 100, "policies without faults fail for other reasons")
	t.Logf("%d policies without faults (%d fail their object), and %d with faults", sound, failed, faulty)
}

// TestFaultsAreStable has many faults in one map, which Go iterates in random order.
func TestFaultsAreStable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, spec string }{
		{"labels", "keys and values", `overriders: {labelsOverrider: [{operator: add, value: {a b: "", c d: "", e f: "", g: h i, j: k l, m: n o}}]}`},
		{"annotations", "keys", `overriders: {annotationsOverrider: [{operator: add, value: {a b: "", c d: "", e f: "", g h: "", i j: ""}}]}`},
		{"selector of objects", "keys and values", `resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {matchLabels: {a b: "", c d: "", e f: "", g: h i, j: k l}}}]`},
		{"selector of clusters", "keys and values", `targetCluster: {labelSelector: {matchLabels: {a b: "", c d: "", e f: "", g: h i, j: k l}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := policyOf(t, c.spec)
			want := karmada.Lint(s)
			require.GreaterOrEqual(t, len(want), 5, c.reason)
			for range 50 {
				require.Equal(t, want, karmada.Lint(s), "%s in the order of the keys", c.reason)
			}
		})
	}
}
