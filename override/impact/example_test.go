package impact_test

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
)

// decode reads policies, clusters and objects.
func decode(text string) *policy.Bundle {
	bundle, err := policy.Decode(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return bundle
}

const estateYAML = `
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: berlin}
spec: {region: eu}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: paris}
spec: {region: eu}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: tokyo}
spec: {region: asia}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 2}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api, namespace: shop}
spec: {replicas: 3}
`

// replicas returns a policy that sets the replicas of all Deployments of the namespace shop, in a region or everywhere.
func replicas(n int, region string) *override.Policy {
	target := "{}"
	if region != "" {
		target = "{fieldSelector: {matchExpressions: [{key: region, operator: In, values: [" + region + "]}]}}"
	}
	return decode(fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: replicas, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  overrideRules:
    - targetCluster: %s
      overriders: {plaintext: [{path: /spec/replicas, operator: replace, value: %d}]}
`, target, n)).Policies[0]
}

// estateOf returns the clusters and objects of the examples.
func estateOf() ([]selector.Cluster, []*unstructured.Unstructured) {
	bundle := decode(estateYAML)
	return bundle.Clusters, bundle.Objects
}

// What does it change to set the replicas everywhere, and not only in Europe? One of the Deployments already has three replicas.
func ExampleChange_Impact() {
	clusters, objects := estateOf()
	set := override.NewSet(replicas(3, "eu"))
	change := impact.Change{
		Before:  impact.State{Policies: set, Clusters: clusters},
		After:   impact.State{Policies: set.With(replicas(3, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
	fmt.Print(change.Impact(impact.Limits{}))
	// Output:
	// 1 of 6 pairs differs: 1 changed; 5 computed and equal
	//
	// changed, 1 pair
	//   /spec/replicas: 2 -> 3
	//   after: OverridePolicy shop/replicas
	//   Deployment shop/web in tokyo
}

// Rows handles any number of pairs, object by object. Here a cluster changes its region.
func ExampleChange_Rows() {
	clusters, objects := estateOf()
	set := override.NewSet(replicas(5, "eu"))
	moved := slices.Clone(clusters)
	moved[2].Region = "eu"
	change := impact.Change{
		Before:  impact.State{Policies: set, Clusters: clusters},
		After:   impact.State{Policies: set, Clusters: moved},
		Objects: impact.Same(objects...),
	}
	for row := range change.Rows() {
		for _, d := range row.Differences {
			patch, err := d.Patch.JSONPatch()
			fmt.Println(row.Object, d.Clusters, string(patch), err)
		}
		fmt.Println(row.Counts)
	}
	// Output:
	// Deployment shop/web [tokyo] [{"op":"replace","path":"/spec/replicas","value":5}] <nil>
	// 1 of 3 pairs differs: 1 changed; 2 skipped
	// Deployment shop/api [tokyo] [{"op":"replace","path":"/spec/replicas","value":5}] <nil>
	// 1 of 3 pairs differs: 1 changed; 2 skipped
}

// A controller keeps an index of all objects. When a policy changes, it asks which of them to look at.
func ExampleIndex_Affected() {
	_, objects := estateOf()
	index := impact.NewIndex(objects...)
	old, edited := replicas(3, "eu"), replicas(4, "eu")
	set := override.NewSet(edited)
	for _, a := range index.Affected(set, old, edited) {
		fmt.Println(a.Object, a.Undecided)
	}

	index = index.Without(override.RefOf(objects[0])) // the Deployment web was deleted
	fmt.Println(len(index.Affected(set, old, edited)), "object left")
	fmt.Println(len(index.Affected(set, edited, replicas(4, "eu"))), "objects if nothing changes")
	// Output:
	// Deployment shop/api false
	// Deployment shop/web false
	// 1 object left
	// 0 objects if nothing changes
}

// When the labels or fields of a cluster change, only the policies with another decision about it matter.
func ExampleIndex_AffectedByCluster() {
	clusters, objects := estateOf()
	index, set := impact.NewIndex(objects...), override.NewSet(replicas(3, "eu"))
	tokyo := clusters[2]
	moved, renamedZone := tokyo, tokyo
	moved.Region, renamedZone.Zones = "eu", []string{"asia-1"}
	fmt.Println(len(index.AffectedByCluster(set, &tokyo, &moved)), "objects if the region changes")
	fmt.Println(len(index.AffectedByCluster(set, &tokyo, &renamedZone)), "objects if a zone is renamed")
	// Output:
	// 2 objects if the region changes
	// 0 objects if a zone is renamed
}

// A rollout changes one cluster of each region first, then the others.
func ExampleImpact_Rollout() {
	clusters, objects := estateOf()
	change := impact.Change{
		Before:  impact.State{Policies: override.NewSet(replicas(3, "")), Clusters: clusters},
		After:   impact.State{Policies: override.NewSet(replicas(4, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
	found := change.Impact(impact.Limits{})
	rollout := found.Rollout(found.OneOfEachRegion(clusters)...)
	fmt.Print(rollout)

	wave := rollout.Waves()[1]
	sets := map[impact.Generation]*override.Set{impact.OldPolicies: change.Before.Policies, impact.NewPolicies: change.After.Policies}
	for _, cluster := range clusters {
		result, err := sets[wave.Generation(cluster.Name)].Select(objects[0]).Apply(cluster)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(cluster.Name, wave.Generation(cluster.Name), result.SharedContent()["spec"])
	}
	// Output:
	// wave 1, one of each region: 4 pairs in berlin, tokyo
	// wave 2, others: 2 pairs in paris
	// berlin new map[replicas:4]
	// paris old map[replicas:3]
	// tokyo new map[replicas:4]
}

// A controller stores the clusters that use the new policies. It plans from them each time, and another cluster may have joined in the meantime.
func ExampleImpact_RolloutFrom() {
	clusters, objects := estateOf()
	done := []string{"berlin", "tokyo"}
	clusters = append(clusters, selector.Cluster{Name: "aachen", Region: "eu"})
	change := impact.Change{
		Before:  impact.State{Policies: override.NewSet(replicas(3, "")), Clusters: clusters},
		After:   impact.State{Policies: override.NewSet(replicas(4, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
	found := change.Impact(impact.Limits{})
	rollout := found.RolloutFrom(done, found.OneOfEachRegion(clusters)...)
	fmt.Print(rollout)
	next := rollout.Waves()[1]
	done = append(done, next.Clusters...)
	fmt.Println("to store:", done)
	// Output:
	// wave 1, one of each region: 2 pairs in aachen
	// wave 2, others: 2 pairs in paris
	// to store: [berlin tokyo aachen]
}

// A rollout has reached one cluster of each region, and is taken back, cluster by cluster. The one that was not reached keeps the old policies.
func ExampleChange_Reversed() {
	clusters, objects := estateOf()
	change := impact.Change{
		Before:  impact.State{Policies: override.NewSet(replicas(3, "")), Clusters: clusters},
		After:   impact.State{Policies: override.NewSet(replicas(4, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
	found := change.Impact(impact.Limits{})
	wave := found.Rollout(found.OneOfEachRegion(clusters)...).Waves()[1]
	var untouched []string
	for _, c := range clusters {
		if wave.Generation(c.Name) == impact.OldPolicies {
			untouched = append(untouched, c.Name)
		}
	}

	back := change.Reversed().Impact(impact.Limits{}).RolloutFrom(untouched, impact.ClusterGroup{Name: "tokyo first", Clusters: []string{"tokyo"}})
	fmt.Println("untouched:", untouched)
	fmt.Print(back)
	// Output:
	// untouched: [paris]
	// wave 1, tokyo first: 2 pairs in tokyo
	// wave 2, others: 2 pairs in berlin
}

// The shares of the groups are percentages of the clusters in which something changes, rounded up.
func ExampleImpact_ByPercent() {
	clusters, objects := estateOf()
	change := impact.Change{
		Before:  impact.State{Policies: override.NewSet(replicas(3, "")), Clusters: clusters},
		After:   impact.State{Policies: override.NewSet(replicas(4, "")), Clusters: clusters},
		Objects: impact.Same(objects...),
	}
	groups, err := change.Impact(impact.Limits{}).ByPercent(10, 40)
	fmt.Println(groups, err)
	// Output:
	// [{up to 10% [berlin]} {up to 50% [paris]} {others [tokyo]}] <nil>
}
