package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// TestRules shows which rules of a policy act for which cluster, and in which order.
func TestRules(t *testing.T) {
	t.Parallel()
	inCluster := func(names ...string) selector.ClusterSelector { return selector.ClusterSelector{Names: names} }
	adds := func(name string) []override.Overrider { return overridetest.Do("add /order/- " + name) }
	for _, c := range []struct {
		name, reason string
		rules        []overridetest.Rule
		cluster      selector.Cluster
		want         string
		applied      []string
	}{
		{
			"in order", "every rule that covers the cluster acts, in the order written",
			[]overridetest.Rule{{Steps: adds("x")}, {Clusters: inCluster("member1"), Steps: adds("w")}, {Steps: adds("z")}}, overridetest.Member1,
			"[x, w, z]", []string{"rules[0]", "rules[1]", "rules[2]"},
		}, {
			"other clusters", "a rule for another cluster does not act",
			[]overridetest.Rule{{Clusters: inCluster("member2"), Steps: adds("x")}, {Clusters: inCluster("member2", "member1"), Steps: adds("w")}}, overridetest.Member1,
			"[w]", []string{"rules[1]"},
		}, {
			"by facts", "all fields of a cluster count",
			[]overridetest.Rule{
				{Clusters: selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}}, Steps: adds("label")},
				{Clusters: selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "dev"}}}, Steps: adds("wrong")},
				{Clusters: selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: "zone", Operator: "In", Values: []string{"eu-west-1a"}}}}, Steps: adds("zone")},
				{Clusters: selector.ClusterSelector{Exclude: []string{"member1"}}, Steps: adds("wrong")},
			}, overridetest.Member1,
			"[label, zone]", []string{"rules[0]", "rules[2]"},
		}, {
			"a zero cluster", "it is a cluster like any other",
			[]overridetest.Rule{{Steps: adds("x")}, {Clusters: inCluster("member1"), Steps: adds("w")}}, selector.Cluster{},
			"[x]", []string{"rules[0]"},
		}, {
			"no rules", "a policy without rules is not in Applied",
			[]overridetest.Rule{}, overridetest.Member1,
			"[]", []string{},
		}, {
			"no steps", "a rule without steps takes part, without effect",
			[]overridetest.Rule{{}}, overridetest.Member1,
			"[]", []string{"rules[0]"},
		}, {
			"each after the previous one", "rules see each other",
			[]overridetest.Rule{{Steps: overridetest.Do("add /order/- x")}, {Steps: overridetest.Do("replace /order/0 w")},
				{Steps: overridetest.Do("test /order [w]", "remove /order/0")}}, overridetest.Member1,
			"[]", []string{"rules[0]", "rules[1]", "rules[2]"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, order: []}"), c.cluster, overridetest.Policy{Name: "p", Rules: c.rules})
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Value(c.want), got.Object["order"], c.reason)
			require.Equal(t, c.cluster.Name, result.Cluster())
			applied := []string{}
			for _, a := range result.Applied() {
				applied = append(applied, a.At)
			}
			require.Equal(t, c.applied, applied, c.reason)
		})
	}
}

// TestStrictClusters shows that a strict invalid selector fails the clusters that reach its invalid part, and no
// others.
func TestStrictClusters(t *testing.T) {
	t.Parallel()
	clusters, err := selector.NewClusters(selector.ClusterSelector{Strict: true, Names: []string{"member1"}, LabelSelector: &metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Near"}},
	}})
	require.Error(t, err)
	spec := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{}, {}}}.Spec(t)
	spec.Rules[1].Clusters = clusters
	p, err := override.NewPolicy(spec)
	require.NoError(t, err)
	_, err = override.Apply(overridetest.Object("{kind: Test}"), overridetest.Member1, p)
	var e *override.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "rules[1]", e.At, "the rule is named, because there is no step")
	require.Equal(t, override.CodeFault, e.Code)
	_, err = override.Apply(overridetest.Object("{kind: Test}"), selector.Cluster{Name: "member2"}, p)
	require.NoError(t, err, "a cluster that does not match is not affected")
}

// TestInvalidClusters shows that a rule with an invalid cluster selector never acts.
func TestInvalidClusters(t *testing.T) {
	t.Parallel()
	clusters, err := selector.NewClusters(selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: "region", Operator: "Near", Values: []string{"eu"}}}})
	require.Error(t, err)
	spec := overridetest.Policy{Name: "p", Steps: overridetest.Do("remove /absent")}.Spec(t)
	spec.Rules[0].Clusters = clusters
	p, err := override.NewPolicy(spec)
	require.NoError(t, err)
	result, err := override.Apply(overridetest.Object("{kind: Test}"), overridetest.Member1, p)
	require.NoError(t, err, "an invalid selector does not affect other rules")
	require.Empty(t, result.Applied())
}
