package suite

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// idlePolicies have no effect on the ConfigMap in member1 and member2, but the first rule of the first.
const idlePolicies = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: some}
spec:
  overrideRules:
  - overriders:
      labelsOverrider: [{operator: add, value: {a: b}}]
      annotationsOverrider: [{operator: remove, value: {absent: x}}]
  - targetCluster: {clusterNames: [member9]}
    overriders:
      labelsOverrider: [{operator: add, value: {c: d}}]
---
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: none}
spec:
  resourceSelectors: [{apiVersion: v1, kind: Secret}]
  overrideRules:
  - overriders:
      labelsOverrider: [{operator: add, value: {c: d}}]
`

// TestUntested has the policies of paths, shared folders and read in one golden file.
func TestUntested(t *testing.T) {
	t.Parallel()
	want := "# No case tests:\n" +
		"# OverridePolicy default/some: spec.overrideRules[1]: the rule reaches no cluster\n" +
		"# OverridePolicy default/some: spec.overrideRules[0].overriders.annotationsOverrider[0]: the step changes nothing\n" +
		"# ClusterOverridePolicy none: the policy selects no object\n"
	for name, files := range map[string]map[string]string{
		"path":   {"p.yaml": idlePolicies, "tests/a/input.yaml": stream("a case", configMap, member1, member2)},
		"shared": {"p.yaml": "{apiVersion: v1, kind: List, items: []}\n", "tests/shared/p.yaml": idlePolicies, "tests/a/input.yaml": stream("a case", configMap, member1, member2)},
		"read": {"p.yaml": "{apiVersion: v1, kind: List, items: []}\n", "q.yaml": idlePolicies, "tests/a/case.yaml": "# a case\nread: ../../q.yaml\n",
			"tests/a/input.yaml": configMap + "---\n" + member1 + "---\n" + member2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, files)
			tests, path := folder+"/tests", folder+"/p.yaml"
			require.Contains(t, failures(tests, false, path), "ROOT/untested.yaml: the file is missing")
			require.Empty(t, failures(tests, true, path))
			require.Empty(t, failures(tests, false, path))
			require.Equal(t, want, tree(t, tests)["untested.yaml"])
			require.NotContains(t, tree(t, tests)["a/want.yaml"], "no effect", "the policies are not those of the case")

			s, err := Load(tests, path)
			require.NoError(t, err)
			require.NoError(t, os.Remove(tests+"/untested.yaml"))
			require.Empty(t, s.Untested(nil, Options{Update: true}), "only with the reports of all cases")
			require.NoFileExists(t, tests+"/untested.yaml")
		})
	}
}

// TestNoEffect has what the policies of a case itself do not do in its golden file.
func TestNoEffect(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", configMap, member1, idlePolicies)})
	require.Empty(t, failures(folder, true))
	require.Equal(t, `# OverridePolicy default/some
# no effect: spec.overrideRules[1]: the rule reaches no cluster
---
# ClusterOverridePolicy none
# no effect: the policy selects no object
---
# ConfigMap default/settings in member1
# skip: OverridePolicy default/some: spec.overrideRules[0].overriders.annotationsOverrider[0]: /metadata/annotations is missing, expected an object of strings
apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    a: b
  name: settings
  namespace: default
`, tree(t, folder)["a/want.yaml"])
	require.NoFileExists(t, folder+"/untested.yaml")
}

// TestEffectsOfErrors does not claim that a rule reaches no cluster because an earlier one fails.
func TestEffectsOfErrors(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	failing := strings.Replace(relabel, "labelsOverrider:\n      - {operator: add, value: {tier: web}}", "plaintext:\n      - {path: /no/where, operator: replace, value: 1}", 1)
	failing += "  - overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}\n  - targetCluster: {clusterNames: [member1]}\n    overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}\n"
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", configMap, member2, failing)})
	require.Empty(t, failures(folder, true))
	require.True(t, strings.HasPrefix(tree(t, folder)["a/want.yaml"], `# OverridePolicy default/relabel
# no effect: spec.overrideRules[2]: the rule reaches no cluster
---
# ConfigMap default/settings in member2
# error: `), tree(t, folder)["a/want.yaml"])
}

// TestSelectedLater knows a namespaced policy that selects an object by a label that a cluster-wide one adds.
func TestSelectedLater(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first := strings.NewReplacer("kind: OverridePolicy", "kind: ClusterOverridePolicy", "- targetCluster: {clusterNames: [member2]}\n    overriders", "- overriders").Replace(relabel)
	second := "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: second}\nspec:\n" +
		"  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {tier: web}}}]\n" +
		"  overrideRules: [{targetCluster: {clusterNames: [member9]}, overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]\n"
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", configMap, member2, first, second)})
	require.Empty(t, failures(folder, true))
	require.True(t, strings.HasPrefix(tree(t, folder)["a/want.yaml"],
		"# OverridePolicy default/second\n# no effect: spec.overrideRules[0]: the rule reaches no cluster\n---\n"), tree(t, folder)["a/want.yaml"])
}

// TestMissing writes the policies that an object names but that does not exist.
func TestMissing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	object := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, labels: {kubeadmiral.io/override-policy-name: lost}}\n"
	policy := "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: other}\nspec: {overrideRules: [{overriders: {jsonpatch: [{path: /data, value: {}}]}}]}\n"
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", object, member1, policy)})
	require.Empty(t, failures(folder, true))
	require.Equal(t, "# OverridePolicy default/other\n# no effect: the policy selects no object\n---\n# ConfigMap default/c in member1: unchanged\n"+
		"# missing: OverridePolicy default/lost: the object names this policy, which does not exist\n", tree(t, folder)["a/want.yaml"])
}

// TestIdleSteps has steps that do nothing, and a rule without steps.
func TestIdleSteps(t *testing.T) {
	t.Parallel()
	none := override.OverriderFunc(func(override.Input, *override.Edits) error { return nil })
	p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Kind: "P", Name: "p"}, Rules: []override.Rule{
		{At: "rules[0]", Stages: override.Steps(override.Step{At: "rules[0].a", Overrider: none}, override.Step{At: "rules[0].a", Overrider: none})},
		{At: "rules[1]"},
	}})
	require.NoError(t, err)
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "c"}}}
	cluster := selector.Cluster{Name: "member1"}
	in := &input{set: override.NewSet(p), objects: []*unstructured.Unstructured{object}, clusters: []selector.Cluster{cluster}}
	variants := in.set.Select(object).Variants(in.clusters)
	require.Equal(t, []string{"no effect: P p: rules[1]: the rule has no steps"}, emptyRules(in.set, variants[0].Result))
	require.Len(t, variants[0].Result.Skips(), 2, "every step has a reason")
	e := newEffects()
	e.observe(in, object, variants)
	require.Empty(t, e.idle(p))
	require.Equal(t, []string{"rules[0].a: the step changes nothing"}, e.unchanged(p))
}

// TestClusterOrder lists clusters in the order of their documents, also if different rules lead to the same outcome.
func TestClusterOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	rule := "  - targetCluster: {clusterNames: [member1, member4]}\n    overriders: {labelsOverrider: [{operator: add, value: {tier: web}}]}\n"
	rules := strings.Replace(relabel, "[member2]", "[member2, member3]", 1) + rule
	var clusters []string
	for _, name := range []string{"member1", "member2", "member3", "member4"} {
		clusters = append(clusters, strings.ReplaceAll(member1, "member1", name))
	}
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", configMap, rules, strings.Join(clusters, "---\n"))})
	require.Empty(t, failures(folder, true))
	require.True(t, strings.HasPrefix(tree(t, folder)["a/want.yaml"], "# ConfigMap default/settings in member1, member2, member3, member4\n"), tree(t, folder)["a/want.yaml"])
}
