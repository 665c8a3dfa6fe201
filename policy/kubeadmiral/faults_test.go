package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// requireFaults checks a policy against what Lint and Compile document:
//
//  1. Lint returns the same errors each time, and they are the Faults of the compiled policy.
//  2. In a policy without faults no rule has an invalid selector.
//
// It reports whether the policy has no faults.
func requireFaults(t testing.TB, s api.OverrideSource) bool {
	t.Helper()
	errs := kubeadmiral.Lint(s)
	require.Equal(t, errs, kubeadmiral.Lint(s), "Lint returns other errors the second time")
	p, err := kubeadmiral.Compile(s)
	if err != nil {
		require.NotEmpty(t, errs, "a policy that cannot be compiled has faults: %v", err)
		return false
	}
	require.Equal(t, []any{errs}, []any{p.Faults()}, "the Faults are the errors of Lint")
	if len(errs) > 0 {
		return false
	}
	for _, rule := range kubeadmiral.Rules(s) {
		for _, c := range []selector.Cluster{{}, member1} {
			require.NoError(t, rule.Clusters.Fault(&c), "valid, but a selector is not: %s", dialecttest.AsJSON(t, s))
		}
	}
	return true
}

// TestFaultsOfRecorded calls requireFaults for every recorded policy. A policy without faults never fails with CodeFault.
func TestFaultsOfRecorded(t *testing.T) {
	t.Parallel()
	sound, faulty, failed := 0, 0, 0
	for _, c := range dialecttest.Recorded[recorded](t, "testdata/public.jsonl.gz") {
		ok := true
		for _, s := range c.sources() {
			ok = requireFaults(t, s) && ok
		}
		if !ok {
			faulty++
			continue
		}
		sound++
		if o := replay(t, c); o.err != nil {
			failed++
			require.NotEqual(t, override.CodeFault, o.err.Code, "%s: valid, but %v", c.Name, o.err)
		}
	}
	require.Greater(t, sound, 100, "recordings without faults")
	require.Greater(t, faulty, 100, "recordings with faults")
	require.Greater(t, failed, 20, "policies without faults fail for other reasons")
}

// TestFaultyPolicies applies policies with faults: they fail the clusters that their rule selects, and nothing else.
func TestFaultyPolicies(t *testing.T) {
	t.Parallel()
	const object = `{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, labels: {a: b}}, data: {k: v}}`
	for _, c := range []struct {
		name, reason string
		rule         string
		err          string   // its beginning; empty: no error
		skips        []string // reasons
	}{
		{"no fault", "the other cases are variations of this one", `{overriders: {jsonpatch: [{path: /data/k, value: w}]}}`, "", nil},
		{"another cluster", "the rule does not select it", `{targetClusters: {clusters: [member2]}, overriders: {jsonpatch: [{path: /data/k, operator: move}]}}`, "", nil},
		{"selector after another name", "it is not reached", `{targetClusters: {clusters: [member2], clusterSelector: {a b: c}}}`, "", nil},
		{"selector", "it is reached", `{targetClusters: {clusters: [member1], clusterSelector: {a b: c}}}`, `labelSelector.matchLabels[a b]: Invalid value: "a b": `, nil},
		{"affinity after another label", "it is not reached", `{targetClusters: {clusterSelector: {region: elsewhere}, clusterAffinity: [{matchExpressions: [{key: a, operator: Like}]}]}}`, "", nil},
		{"affinity after a term that matches", "it is not reached", `{targetClusters: {clusterAffinity: [{matchExpressions: [{key: region, operator: Exists}]}, {matchExpressions: [{key: a, operator: Like}]}]}}`, "", nil},
		{"affinity", "it is reached", `{targetClusters: {clusterAffinity: [{matchExpressions: [{key: a, operator: Like}]}]}}`, `terms[0].matchExpressions[0].operator: Unsupported value: "Like": `, nil},
		{"fields after labels that differ", "they are not reached", `{targetClusters: {clusterAffinity: [{matchExpressions: [{key: region, operator: DoesNotExist}], matchFields: [{key: metadata.name, operator: Exists}]}]}}`, "", nil},
		{"empty term", "it selects nothing, which is not an error", `{targetClusters: {clusterAffinity: [{}]}, overriders: {jsonpatch: [{path: /data/k, operator: move}]}}`, "", nil},

		{"patch operator", "KubeAdmiral fails, too", `{overriders: {jsonpatch: [{path: /data/k, operator: move, value: w}]}}`, `operator "move" is unknown, expected add, remove or replace`, nil},
		{"patch of the whole object", "this version of json-patch does not support the root, with any operator", `{overriders: {jsonpatch: [{path: "", operator: add, value: {kind: ConfigMap}}]}}`, `the path is empty, but only places in the object can be patched`, nil},
		{"patch of a protected place", "the object would get another identity", `{overriders: {jsonpatch: [{path: /metadata/name, value: other}]}}`, `/metadata/name is protected, no policy may change it`, nil},
		{"image at a protected place", "the same", `{overriders: {image: [{imagePath: /metadata/name, operations: [{imageComponent: Tag, value: v1}]}]}}`, `/metadata/name is protected, no policy may change it`, nil},
		{"image component", "the component is named as the policy has it", `{overriders: {image: [{imagePath: /data/k, operations: [{imageComponent: tag, value: v1}]}]}}`, `component "tag" is unknown, expected Registry, Repository, Tag or Digest`, nil},
		{"label operator", "KubeAdmiral ignores it", `{overriders: {labels: [{operator: set, value: {a: c}}]}}`, "", []string{`operator "set" is unknown, expected addIfAbsent, overwrite, delete`}},
		{"annotation operator", "the same, but it creates an absent map", `{overriders: {annotations: [{operator: set, value: {a: c}}]}}`, "", []string{`operator "set" is unknown, expected addIfAbsent, overwrite, delete`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := apply(t, object, "overrideRules: ["+c.rule+"]")
			if c.err != "" {
				require.NotNil(t, err, c.reason)
				require.Equal(t, override.CodeFault, err.Code, c.reason)
				require.Equal(t, c.err, err.Err.Error()[:min(len(c.err), len(err.Err.Error()))], c.reason)
				return
			}
			require.Nil(t, err, c.reason)
			var skips []string
			for _, s := range result.Skips() {
				skips = append(skips, s.Reason)
			}
			require.Equal(t, c.skips, skips, c.reason)
		})
	}
}
