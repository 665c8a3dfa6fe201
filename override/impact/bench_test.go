package impact_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// fleet returns 500 clusters in ten regions.
func fleet(b *testing.B) []selector.Cluster {
	b.Helper()
	file, err := os.Open("../../testdata/bench/clusters-500.json.gz")
	require.NoError(b, err)
	defer file.Close()
	text, err := gzip.NewReader(file)
	require.NoError(b, err)
	var list []struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
		Spec     struct {
			Provider, Region string
			Zones            []string
		} `json:"spec"`
	}
	require.NoError(b, json.NewDecoder(text).Decode(&list))
	var clusters []selector.Cluster
	for _, c := range list {
		clusters = append(clusters, selector.Cluster{Name: c.Metadata.Name, Labels: c.Metadata.Labels, Provider: c.Spec.Provider, Region: c.Spec.Region, Zones: c.Spec.Zones})
	}
	require.Len(b, clusters, 500)
	return clusters
}

// estate returns n Deployments of 3 KB in n/100 namespaces.
func estate(b *testing.B, n int) []*unstructured.Unstructured {
	b.Helper()
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	template := &unstructured.Unstructured{}
	require.NoError(b, utiljson.Unmarshal(text, &template.Object))
	objects := make([]*unstructured.Unstructured, n)
	for i := range objects {
		objects[i] = template.DeepCopy()
		objects[i].SetName(fmt.Sprintf("web-%d", i))
		objects[i].SetNamespace(fmt.Sprintf("ns-%d", i%(n/100)))
		objects[i].SetLabels(map[string]string{"app": fmt.Sprintf("svc-%d", i%200), "tier": fmt.Sprintf("tier-%d", i%10)})
	}
	return objects
}

// policyFor returns a policy for Deployments with an image override, or with labels, in a region or everywhere.
func policyFor(b *testing.B, ref override.Ref, s selector.ObjectSelector, region string, o override.Overrider) *override.Policy {
	b.Helper()
	s.APIVersion, s.Kind = "apps/v1", "Deployment"
	spec := override.PolicySpec{Ref: ref}
	if ref.Namespace != "" {
		spec.Tier = override.Namespaced
	}
	var err error
	spec.Objects, err = selector.NewObjects(s)
	require.NoError(b, err)
	var conditions selector.ClusterSelector
	if region != "" {
		conditions.Fields = []selector.FieldRequirement{{Key: "region", Operator: "In", Values: []string{region}}}
	}
	clusters, err := selector.NewClusters(conditions)
	require.NoError(b, err)
	spec.Rules = []override.Rule{{At: "rules[0]", Clusters: clusters, Stages: override.Steps(override.Step{At: "rules[0].steps[0]", Overrider: o})}}
	p, err := override.NewPolicy(spec)
	require.NoError(b, err)
	return p
}

// manyPolicies returns 10,000 policies. About 14 of them cover an object: for all objects, by label, by namespace, and by name. Cluster-wide
// ones set images and annotations. With labels, some of them set labels.
func manyPolicies(b *testing.B, labels bool) *override.Set {
	b.Helper()
	policies := make([]*override.Policy, 10_000)
	for i := range policies {
		ref, region := override.Ref{Kind: "Policy", Name: fmt.Sprintf("p-%05d", i)}, ""
		if i%4 != 3 {
			region = fmt.Sprintf("region-%d", i%10)
		}
		var o override.Overrider = overrider.SetAnnotations(map[string]string{fmt.Sprint("from-", i%7): ref.Name})
		if i%3 == 1 {
			o = override.Overrider(overrider.AppendArgs(overrider.Containers{}, "--verbose"))
		}
		var s selector.ObjectSelector
		switch {
		case i < 4:
			if labels {
				o = overrider.SetLabels(map[string]string{"mesh": "on"})
			}
		case i < 500:
			s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": fmt.Sprintf("svc-%d", i%200)}}
		case i < 1500:
			ref.Namespace = fmt.Sprintf("ns-%d", i%100)
		default:
			ref.Namespace, s.Name = fmt.Sprintf("ns-%d", i%100), fmt.Sprintf("web-%d", i)
		}
		policies[i] = policyFor(b, ref, s, region, o)
	}
	return override.NewSet(policies...)
}

// BenchmarkImpact changes one of 10,000 policies, which covers 1,000 of 10,000 objects, for 500 clusters.
func BenchmarkImpact(b *testing.B) {
	if testing.Short() {
		b.Skip("10,000 objects for 500 clusters")
	}
	clusters, objects, set := fleet(b), estate(b, 10_000), manyPolicies(b, false)
	tier := selector.ObjectSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "tier-3"}}}
	everywhere := override.Ref{Kind: "Policy", Name: "tier-3"}
	to := func(value string) override.Overrider {
		return overrider.SetAnnotations(map[string]string{"version": value})
	}
	before, after := set.With(policyFor(b, everywhere, tier, "", to("1"))), set.With(policyFor(b, everywhere, tier, "", to("2")))
	tiers := selector.ObjectSelector{LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: "tier", Operator: metav1.LabelSelectorOpIn, Values: []string{"tier-3", "tier-4"}},
	}}}
	wider := before.With(policyFor(b, everywhere, tiers, "", to("1")))
	inShop := override.Ref{Kind: "Policy", Namespace: "ns-3", Name: "one"}
	moved := append([]selector.Cluster(nil), clusters...)
	moved[7].Region = "region-0"
	state := func(set *override.Set, clusters []selector.Cluster) impact.State {
		return impact.State{Policies: set, Clusters: clusters}
	}
	for _, c := range []struct {
		name          string
		before, after impact.State
		differ        int
	}{
		{"policy for 1000 objects", state(before, clusters), state(after, clusters), 500_000},
		{"selector for 1000 more objects", state(before, clusters), state(wider, clusters), 500_000},
		{"policy for one region", state(set, clusters), state(set.With(policyFor(b, everywhere, tier, "region-3", to("2"))), clusters), 50_000},
		{"namespaced policy", state(set, clusters), state(set.With(policyFor(b, inShop, selector.ObjectSelector{}, "", to("2"))), clusters), 50_000},
		{"region of a cluster", state(set, clusters), state(set, moved), 7_730},
		{"cluster leaves", state(set, clusters), state(set, clusters[1:]), 10_000},
		{"nothing", state(set, clusters), state(set, clusters), 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var i *impact.Impact
			for b.Loop() {
				i = impact.Change{Before: c.before, After: c.after, Objects: impact.Same(objects...)}.Impact(impact.Limits{})
			}
			require.Equal(b, c.differ, i.Counts.Changed+i.Counts.Removed)
			b.ReportMetric(float64(len(i.Groups)), "groups")
			b.ReportMetric(float64(i.Counts.Pairs-i.Counts.Skipped), "computed")
		})
	}
}

// BenchmarkAffected asks an index of 100,000 objects about policies among 10,000 others.
func BenchmarkAffected(b *testing.B) {
	if testing.Short() {
		b.Skip("100,000 objects")
	}
	objects, clusters := estate(b, 100_000), fleet(b)
	index := impact.NewIndex(objects...)
	o := overrider.SetAnnotations(map[string]string{"a": "b"})
	in := override.Ref{Kind: "Policy", Namespace: "ns-7", Name: "p"}
	app := selector.ObjectSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "svc-7"}}}
	for _, labels := range []bool{false, true} {
		set := manyPolicies(b, labels)
		for _, c := range []struct {
			name   string
			policy *override.Policy
			want   int
		}{
			{"name", policyFor(b, override.Ref{Kind: "Policy", Name: "p"}, selector.ObjectSelector{Name: "web-7"}, "", o), 1},
			{"namespace", policyFor(b, in, selector.ObjectSelector{}, "", o), 100},
			{"namespace and name", policyFor(b, in, selector.ObjectSelector{Name: "web-7"}, "", o), 1},
			{"namespace and label", policyFor(b, in, app, "", o), 100},
			{"label", policyFor(b, override.Ref{Kind: "Policy", Name: "p"}, app, "", o), 500},
		} {
			b.Run(fmt.Sprintf("%s, labels %t", c.name, labels), func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n = len(index.Affected(set, nil, c.policy))
				}
				require.Equal(b, c.want, n)
			})
		}
		b.Run(fmt.Sprintf("cluster, labels %t", labels), func(b *testing.B) {
			moved := clusters[7]
			moved.Region = "region-0"
			for b.Loop() {
				_ = index.AffectedByCluster(set, &clusters[7], &moved)
			}
		})
	}
	b.Run("with", func(b *testing.B) {
		changed := objects[7].DeepCopy()
		changed.SetLabels(nil)
		for b.Loop() {
			_ = index.With(changed)
		}
	})
}

// BenchmarkAffectedByClusterOfAll has 1,000 policies without selectors and 8,000 objects. A label changes that all policies ask for.
func BenchmarkAffectedByClusterOfAll(b *testing.B) {
	conditions, err := selector.NewClusters(selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}})
	require.NoError(b, err)
	policies := make([]*override.Policy, 1000)
	for i := range policies {
		policies[i], err = override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: fmt.Sprint("p", i)}, Rules: []override.Rule{{Clusters: conditions}}})
		require.NoError(b, err)
	}
	set, index := override.NewSet(policies...), impact.NewIndex(estate(b, 8000)...)
	before, after := selector.Cluster{Name: "m"}, selector.Cluster{Name: "m", Labels: map[string]string{"env": "prod"}}
	for b.Loop() {
		require.Len(b, index.AffectedByCluster(set, &before, &after), 8000)
	}
}
