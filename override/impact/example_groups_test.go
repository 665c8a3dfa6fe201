package impact_test

import (
	"fmt"
	"iter"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// moreReplicas is a new policy for the objects of the examples.
func moreReplicas() impact.Change {
	clusters, objects := estateOf()
	return impact.Change{
		Before:  impact.State{Clusters: clusters},
		After:   impact.State{Policies: override.NewSet(replicas(5, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
}

// A canary cluster is first. The other clusters follow together.
func ExampleByName() {
	c := moreReplicas()
	groups, err := impact.ByName(c.After.Clusters, impact.ClusterGroup{Name: "canary", Clusters: []string{"paris"}})
	if err != nil {
		panic(err)
	}
	fmt.Print(c.Impact(impact.Limits{}).Rollout(groups...))
	// Output:
	// wave 1, canary: 2 pairs in paris
	// wave 2, others: 4 pairs in berlin, tokyo
}

// The given values are first. Clusters without the label are last.
func ExampleByLabel() {
	clusters := []selector.Cluster{
		{Name: "berlin", Labels: map[string]string{"stage": "prod"}},
		{Name: "lab", Labels: map[string]string{"stage": "test"}},
		{Name: "attic"},
	}
	for _, g := range impact.ByLabel(clusters, "stage", "test", "prod") {
		fmt.Println(g.Name, g.Clusters)
	}
	// Output:
	// stage=test [lab]
	// stage=prod [berlin]
	// others [attic]
}

// Each region has one cluster with the new policies before any region has two.
func ExampleImpact_OneOfEachRegion() {
	c := moreReplicas()
	i := c.Impact(impact.Limits{})
	fmt.Print(i.Rollout(i.OneOfEachRegion(c.After.Clusters)...))
	// Output:
	// wave 1, one of each region: 4 pairs in berlin, tokyo
	// wave 2, others: 2 pairs in paris
}

// One pass over the rows prints the progress and groups the differences.
func ExampleGroupRows() {
	c := moreReplicas()
	var rows iter.Seq[impact.Row] = func(yield func(impact.Row) bool) {
		for row := range c.Rows() {
			fmt.Println(row.Object, row.Counts.Changed)
			if !yield(row) {
				return
			}
		}
	}
	i := impact.GroupRows(rows, impact.Limits{})
	fmt.Println(len(i.Groups), "group with", i.Groups[0].Pairs, "pairs")
	// Output:
	// Deployment shop/web 3
	// Deployment shop/api 3
	// 1 group with 6 pairs
}

// The patch of a group turns its objects from before to after.
func ExamplePatch_JSONPatch() {
	i := moreReplicas().Impact(impact.Limits{})
	text, err := i.Groups[0].Patch.JSONPatch()
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
	// Output:
	// [{"op":"replace","path":"/spec/replicas","value":5}]
}
