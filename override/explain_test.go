package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// telling is an explanation of a set of policies for one object.
type telling struct {
	name, reason string
	policies     []overridetest.Policy
	want         string
}

func (c telling) run(t *testing.T) {
	t.Parallel()
	obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {replicas: 2, old: true}}")
	_, _ = overridetest.Apply(t, obj, overridetest.Member1, c.policies...)
	e := override.NewSet(overridetest.Compile(t, c.policies)...).Select(obj).Explain(overridetest.Member1)
	require.Equal(t, strings.TrimPrefix(overridetest.Dedent(c.want), "\n"), e.String(), c.reason)
}

// TestExplain shows the explanation of every policy of a set, as a string.
func TestExplain(t *testing.T) {
	t.Parallel()
	names := func(names ...string) selector.ClusterSelector { return selector.ClusterSelector{Names: names} }
	selects := func(s selector.ObjectSelector) []selector.ObjectSelector { return []selector.ObjectSelector{s} }
	var many []overridetest.Policy
	for i := range 12 {
		many = append(many, overridetest.Policy{Name: fmt.Sprintf("p%02d", i), Objects: overridetest.Named(fmt.Sprintf("web%d", i))})
	}
	for _, c := range []telling{
		{
			"no policies", "there is nothing to explain",
			nil,
			`
			Deployment shop/web in cluster member1: unchanged, no policy selects it (0 checked)
			`,
		}, {
			"applied", "each change is listed below its step",
			[]overridetest.Policy{{Name: "shop/p", Objects: overridetest.Named("web"), Steps: overridetest.Do("set /spec/replicas 3", "set /spec/paused true", "remove /spec/old")}},
			`
			Deployment shop/web in cluster member1: 3 changes by 1 of 1 policy

			Policy shop/p (namespaced, selected by name): applied
			  rules[0]: applied
			    steps[0]: applied
			      /spec/replicas: 2 -> 3
			    steps[1]: applied
			      + /spec/paused: true
			    steps[2]: applied
			      - /spec/old: true
			`,
		}, {
			"no effect", "a step without changes has a reason, and Ignore has one, too",
			[]overridetest.Policy{{Name: "p", Steps: append(overridetest.Do("set /spec/replicas 2"), override.Ignore(`operator "ad" is unknown`))}},
			`
			Deployment shop/web in cluster member1: unchanged, selected by 1 of 1 policy

			ClusterPolicy p (cluster-wide, selected by kind): no effect
			  rules[0]: no effect
			    steps[0]: no effect
			      already up to date
			    steps[1]: no effect
			      operator "ad" is unknown
			`,
		}, {
			"one of two rules", "the rule for other clusters is skipped, with the condition that fails",
			[]overridetest.Policy{{Name: "p", Objects: overridetest.Labelled("web"),
				Rules: []overridetest.Rule{{Clusters: names("member2", "member3"), Steps: overridetest.Do("set /spec/replicas 5")},
					{Clusters: names("member1"), Steps: overridetest.Do("set /spec/replicas 4")}}}},
			`
			Deployment shop/web in cluster member1: 1 change by 1 of 1 policy

			ClusterPolicy p (cluster-wide, selected by labels): applied
			  rules[0]: skipped: cluster member1 is not one of (member2, member3)
			  rules[1]: applied
			    steps[0]: applied
			      /spec/replicas: 2 -> 4
			`,
		}, {
			"all rules for other clusters", "the policy is skipped, although it covers the object",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: names("member2"), Steps: overridetest.Do("set /spec/replicas 5")}}}},
			`
			Deployment shop/web in cluster member1: unchanged, selected by 1 of 1 policy

			ClusterPolicy p (cluster-wide, selected by kind): skipped
			  rules[0]: skipped: cluster member1 is not one of (member2)
			`,
		}, {
			"other objects", "the likely mistake comes first, and another kind last",
			[]overridetest.Policy{
				{Name: "a-kind", Objects: overridetest.Kind("StatefulSet")},
				{Name: "b-name", Objects: overridetest.Named("nginx")},
				{Name: "c-labels", Objects: overridetest.Labelled("api")},
				{Name: "d-no-label", Objects: selects(selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "tier", Operator: "Exists"}}}})},
				{Name: "e-namespace", Objects: selects(selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "depot"})},
				{Name: "depot/f-own-namespace"},
				{Name: "depot/g-both", Objects: overridetest.Labelled("api")},
				{Name: "h-version", Objects: selects(selector.ObjectSelector{APIVersion: "apps/v1beta1", Kind: "Deployment"})},
			},
			`
			Deployment shop/web in cluster member1: unchanged, no policy selects it (8 checked)

			policies that do not select the object, nearest miss first:
			  ClusterPolicy h-version: apiVersion apps/v1 is not apps/v1beta1
			  ClusterPolicy e-namespace: namespace shop is not depot
			  Policy depot/f-own-namespace: the policy applies to namespace depot, the object is in namespace shop
			  ClusterPolicy c-labels: label app=web is not in (api)
			  ClusterPolicy d-no-label: label tier is absent, wanted any value
			  Policy depot/g-both: the policy applies to namespace depot, the object is in namespace shop; label app=web is not in (api)
			  ClusterPolicy b-name: name web is not nginx
			  ClusterPolicy a-kind: kind Deployment is not StatefulSet
			`,
		}, {
			"more than ten", "the nearest are listed and the others counted",
			many,
			`
			Deployment shop/web in cluster member1: unchanged, no policy selects it (12 checked)

			policies that do not select the object, nearest miss first:
			  ClusterPolicy p00: name web is not web0
			  ClusterPolicy p01: name web is not web1
			  ClusterPolicy p02: name web is not web2
			  ClusterPolicy p03: name web is not web3
			  ClusterPolicy p04: name web is not web4
			  ClusterPolicy p05: name web is not web5
			  ClusterPolicy p06: name web is not web6
			  ClusterPolicy p07: name web is not web7
			  ClusterPolicy p08: name web is not web8
			  ClusterPolicy p09: name web is not web9
			  …and 2 more
			`,
		}, {
			"lanes", "their steps are in the order in which their edits are applied",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{overridetest.Do("set /spec/replicas 3", "test /spec/replicas 3"), {note("/spec/replicas", "/seen")}, overridetest.Do("set /spec/old true")}, Steps: overridetest.Do("set /x 1")}}}},
			`
			Deployment shop/web in cluster member1: 3 changes by 1 of 1 policy

			ClusterPolicy p (cluster-wide, selected by kind): applied
			  rules[0]: applied
			    lanes[0].steps[0]: applied
			      /spec/replicas: 2 -> 3
			    lanes[0].steps[1]: no effect
			      the test of /spec/replicas passed
			    lanes[1].steps[0]: applied
			      + /seen: 2
			    lanes[2].steps[0]: no effect
			      already up to date
			    steps[0]: applied
			      + /x: 1
			`,
		}, {
			"covered because of a label", "the second tier matches the output of the first",
			[]overridetest.Policy{{Name: "p", Steps: overridetest.Do("set /metadata/labels/app api")},
				{Name: "shop/q", Objects: overridetest.Labelled("api"), Steps: overridetest.Do("set /x 1")}, {Name: "shop/r", Objects: overridetest.Labelled("web")}},
			`
			Deployment shop/web in cluster member1: 2 changes by 2 of 3 policies

			ClusterPolicy p (cluster-wide, selected by kind): applied
			  rules[0]: applied
			    steps[0]: applied
			      /metadata/labels/app: "web" -> "api"

			Policy shop/q (namespaced, selected by labels): applied
			  rules[0]: applied
			    steps[0]: applied
			      + /x: 1

			policies that do not select the object, nearest miss first:
			  Policy shop/r: label app=api is not in (web)
			`,
		}, {
			"nothing to do", "a policy may have no rules, and a rule no steps",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{}}, {Name: "q", Rules: []overridetest.Rule{{}}}},
			`
			Deployment shop/web in cluster member1: unchanged, selected by 2 of 2 policies

			ClusterPolicy p (cluster-wide, selected by kind): no effect: the policy has no rules

			ClusterPolicy q (cluster-wide, selected by kind): no effect
			  rules[0]: no effect: the rule has no steps
			`,
		}, {
			"warnings and divergences", "they are listed below their step",
			[]overridetest.Policy{{Name: "p", Steps: overridetest.One(override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				out.Warn(overridetest.At("/spec"), "comments are lost")
				out.Diverge("X1", overridetest.At("/spec/replicas"), "leaves it", "3")
				return out.Set(overridetest.At("/spec/replicas"), int64(3))
			}))}},
			`
			Deployment shop/web in cluster member1: 1 change by 1 of 1 policy

			ClusterPolicy p (cluster-wide, selected by kind): applied
			  rules[0]: applied
			    steps[0]: applied
			      /spec/replicas: 2 -> 3
			      warning: /spec: comments are lost
			      divergence X1: upstream leaves it; here 3
			`,
		}, {
			"conflicts", "they are listed after the policies",
			[]overridetest.Policy{{Name: "p", Steps: overridetest.Do("set /spec/replicas 3")}, {Name: "q", Steps: overridetest.Do("set /spec/replicas 4")}},
			`
			Deployment shop/web in cluster member1: 2 changes by 2 of 2 policies

			ClusterPolicy p (cluster-wide, selected by kind): applied
			  rules[0]: applied
			    steps[0]: applied
			      /spec/replicas: 2 -> 3

			ClusterPolicy q (cluster-wide, selected by kind): applied
			  rules[0]: applied
			    steps[0]: applied
			      /spec/replicas: 3 -> 4

			conflicts:
			  /spec/replicas
			    3 by ClusterPolicy p: rules[0].steps[0]
			    lost to 4 by ClusterPolicy q: rules[0].steps[0]
			    because among policies of the same rank, the one with the greater name acts later
			`,
		},
	} {
		t.Run(c.name, c.run)
	}
}
