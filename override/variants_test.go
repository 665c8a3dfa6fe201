package override_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// quarters are four clusters: south and north are in production, south and west in the region eu, the others in us.
var quarters = []selector.Cluster{
	{Name: "south", Labels: map[string]string{"env": "prod"}, Region: "eu"},
	{Name: "east", Region: "us"},
	{Name: "north", Labels: map[string]string{"env": "prod"}, Region: "us"},
	{Name: "west", Region: "eu"},
}

// byName and inRegion are conditions on clusters, prod is one on their label.
func byName(names ...string) selector.ClusterSelector { return selector.ClusterSelector{Names: names} }

func inRegion(region string) selector.ClusterSelector {
	return selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: "region", Operator: "In", Values: []string{region}}}}
}

var prod = selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}}

// reading returns an overrider that reads the cluster.
func reading() []override.Overrider {
	return overridetest.One(override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		return out.Set(overridetest.At("/cluster"), in.Cluster().Name)
	}))
}

// TestVariants shows which clusters share a variant. The object is the Deployment web in the namespace shop.
func TestVariants(t *testing.T) {
	t.Parallel()
	type groups = [][]string
	everyOwn := groups{{"south"}, {"east"}, {"north"}, {"west"}}
	together := groups{{"south", "east", "north", "west"}}
	faulty := selector.ClusterSelector{LabelSelector: prod.LabelSelector, Fields: []selector.FieldRequirement{{Key: "region", Operator: "Like"}}, Strict: true}
	lenient := faulty
	lenient.Strict = false
	for _, c := range []struct {
		name, reason string
		policies     []overridetest.Policy
		want         groups
	}{
		{"no policies", "nothing distinguishes the clusters", nil, together},
		{"one rule for all", "neither does a rule without a condition", []overridetest.Policy{{Name: "p", Steps: overridetest.Do("set /a 1")}}, together},
		{"a rule for another cluster", "it does not match any of them", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: byName("other"), Steps: overridetest.Do("set /a 1")}}}}, together},

		{"1, a name", "the rule matches one", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: byName("north"), Steps: overridetest.Do("set /a 1")}}}}, groups{{"south", "east", "west"}, {"north"}}},
		{"1, a label", "the rule matches two", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")}}}}, groups{{"south", "north"}, {"east", "west"}}},
		{
			"1, two rules", "each cluster matches other rules",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")},
				{Clusters: inRegion("eu"), Steps: overridetest.Do("set /b 1")}}}},
			everyOwn,
		}, {
			"1, one condition twice", "asking twice makes no difference",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")}}},
				{Name: "shop/q", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /b 1")}}}},
			groups{{"south", "north"}, {"east", "west"}},
		}, {
			"1, both tiers", "namespaced rules distinguish clusters within the groups of the cluster-wide ones",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")}}},
				{Name: "shop/q", Rules: []overridetest.Rule{{Clusters: byName("west"), Steps: overridetest.Do("set /b 1")}}}},
			groups{{"south", "north"}, {"east"}, {"west"}},
		}, {
			"1, another object", "a policy that does not cover the object does not count",
			[]overridetest.Policy{{Name: "p", Objects: overridetest.Named("api"),
				Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")}}}, {Name: "other/q", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /b 1")}}}},
			together,
		}, {
			"1, covered where it was written", "in production, the second policy covers the output of the first",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /metadata/labels/app api")}}}, {Name: "shop/q", Objects: overridetest.Labelled("api"), Rules: []overridetest.Rule{{Clusters: inRegion("eu"), Steps: overridetest.Do("set /b 1")}}}},
			groups{{"south"}, {"east", "west"}, {"north"}},
		}, {
			"1, no longer covered", "in production, the second policy does not cover the output of the first",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /metadata/labels/app api")}}}, {Name: "shop/q", Objects: overridetest.Labelled("web"), Rules: []overridetest.Rule{{Clusters: inRegion("eu"), Steps: overridetest.Do("set /b 1")}}}},
			groups{{"south", "north"}, {"east"}, {"west"}},
		}, {
			"1, equal objects", "the rules differ, although the outcome is the same",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")},
				{Clusters: selector.ClusterSelector{Exclude: []string{"south", "north"}}, Steps: overridetest.Do("set /a 1")}}}},
			groups{{"south", "north"}, {"east", "west"}},
		}, {
			"1, failing", "an error is an outcome, too",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("remove /nowhere")}}}},
			groups{{"south", "north"}, {"east", "west"}},
		}, {
			"1, invalid", "the rule does not match any of them, and none reaches the invalid part",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: lenient, Steps: overridetest.Do("set /a 1")}}}},
			together,
		},

		{"2, everywhere", "a step reads every cluster", []overridetest.Policy{{Name: "p", Steps: reading()}}, everyOwn},
		{"2, in some", "the others are alike", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: reading()}}}}, groups{{"south"}, {"east", "west"}, {"north"}}},
		{"2, in the second tier", "it is the same there", []overridetest.Policy{{Name: "shop/p", Rules: []overridetest.Rule{{Clusters: prod, Steps: reading()}}}}, groups{{"south"}, {"east", "west"}, {"north"}}},
		{
			"2, and failed", "the cluster may be the cause of the error",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: append(reading(), overridetest.Do("remove /nowhere")...)}}}},
			groups{{"south"}, {"east", "west"}, {"north"}},
		}, {
			"2, read and written", "the cluster may decide what is selected",
			[]overridetest.Policy{{Name: "p", Steps: overridetest.One(override.OverriderFunc(func(in override.Input, out *override.Edits) error {
				return out.Set(overridetest.At("/metadata/labels/app"), in.Cluster().Name)
			}))}, {Name: "shop/q", Objects: overridetest.Labelled("west"), Steps: overridetest.Do("set /b 1")}},
			everyOwn,
		}, {
			"2, invalid", "the two in production reach the invalid part",
			[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: faulty, Steps: overridetest.Do("set /a 1")}}}},
			groups{{"south"}, {"east", "west"}, {"north"}},
		}, {
			"2, invalid in the second tier", "it is the same there",
			[]overridetest.Policy{{Name: "shop/p", Rules: []overridetest.Rule{{Clusters: faulty, Steps: overridetest.Do("set /a 1")}}}},
			groups{{"south"}, {"east", "west"}, {"north"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}")
			selection := override.NewSet(loosely(t, c.policies)...).Select(obj)
			var got groups
			for _, v := range selection.Variants(quarters) {
				got = append(got, v.Clusters)
				requireAlone(t, selection, quarters, v)
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// requireAlone checks that a variant equals the outcome of its first cluster alone.
func requireAlone(t testing.TB, selection override.Selection, clusters []selector.Cluster, v override.Variant) {
	t.Helper()
	for _, c := range clusters {
		if c.Name != v.Clusters[0] {
			continue
		}
		result, err := selection.Apply(c)
		want := outcomeFor{cluster: c.Name, err: err}
		if err == nil {
			want.outcome = overridetest.OutcomeOf(t, result)
		}
		requireFor(t, want, v.Result, v.Err)
		return
	}
	require.Fail(t, "no such cluster", "%v", v.Clusters)
}

// TestVariantsOfUnusualLists has unusual lists of clusters.
func TestVariantsOfUnusualLists(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")}, {Clusters: byName("own"), Steps: reading()}}}}
	south, east, own := quarters[0], quarters[1], selector.Cluster{Name: "own"}
	for _, c := range []struct {
		name, reason string
		clusters     []selector.Cluster
		want         [][]string
	}{
		{"none", "there are no clusters", nil, nil},
		{"one", "it has its own variant", []selector.Cluster{east}, [][]string{{"east"}}},
		{"the same again", "it is listed each time", []selector.Cluster{east, south, east, east, south}, [][]string{{"east", "east", "east"}, {"south", "south"}}},
		{"one name for two", "clusters are not identified by name", []selector.Cluster{{Name: "east"}, {Name: "east", Labels: south.Labels}, east}, [][]string{{"east", "east"}, {"east"}}},
		{"read again", "it has another variant of its own", []selector.Cluster{own, east, own}, [][]string{{"own"}, {"east"}, {"own"}}},
		{"no names", "a zero cluster matches no condition", []selector.Cluster{{}, south, {}}, [][]string{{"", ""}, {"south"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			var got [][]string
			for _, v := range override.NewSet(loosely(t, policies)...).Select(overridetest.Object("{kind: Test}")).Variants(c.clusters) {
				got = append(got, v.Clusters)
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
	require.Len(t, override.Selection{}.Variants(quarters), 1, "a selection of nothing gives all of them an empty object")
	var none *override.Set
	require.Len(t, none.Select(nil).Variants(quarters), 1, "the nil set does, too")
}

// TestVariantsOfManyOutcomes shows that each outcome is returned once, however many there are.
func TestVariantsOfManyOutcomes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"p", "shop/p"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clusters, policies := bits(name, 4500)
			variants := override.NewSet(loosely(t, policies)...).Select(shopped).Variants(append(clusters, clusters...))
			require.Equal(t, len(clusters), len(variants))
			for i, v := range variants {
				require.Equal(t, []string{clusters[i].Name, clusters[i].Name}, v.Clusters)
				require.NoError(t, v.Err)
				require.Equal(t, clusters[i].Name, v.Result.Cluster())
			}
		})
	}
}

// shopped returns a small object in the namespace shop.
var shopped = overridetest.Object("{kind: Test, metadata: {name: web, namespace: shop}, set: {}}")

// bits returns n clusters with different labels, and a policy with a rule for each label, so that all clusters have different outcomes.
func bits(name string, n int) ([]selector.Cluster, []overridetest.Policy) {
	p := overridetest.Policy{Name: name}
	clusters := make([]selector.Cluster, n)
	for i := range clusters {
		clusters[i] = selector.Cluster{Name: fmt.Sprint("member", i), Labels: map[string]string{}}
	}
	for bit := 0; 1<<bit < n; bit++ {
		label := fmt.Sprint("bit", bit)
		condition := selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{label: "1"}}}
		p.Rules = append(p.Rules, overridetest.Rule{Clusters: condition, Steps: overridetest.Do("set /set/" + label + " 1")})
		for i := range clusters {
			if i>>bit&1 == 1 {
				clusters[i].Labels[label] = "1"
			}
		}
	}
	return clusters, []overridetest.Policy{p}
}
