package override_test

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// regions returns a policy that labels objects with the region in Europe's clusters.
func regions() *override.Policy {
	europe, err := selector.NewClusters(selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: "region", Operator: "In", Values: []string{"eu"}}}})
	if err != nil {
		panic(err)
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "Policy", Name: "regions"},
		Rules: []override.Rule{{
			At: "rules[0]", Clusters: europe,
			Stages: override.Steps(override.Step{At: "rules[0].labels", Overrider: overrider.SetLabels(map[string]string{"region": "eu"})}),
		}},
	})
	if err != nil {
		panic(err)
	}
	return policy
}

func configMap(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name}}}
}

var threeClusters = []selector.Cluster{{Name: "paris", Region: "eu"}, {Name: "tokyo", Region: "asia"}, {Name: "berlin", Region: "eu"}}

// Clusters with the same outcome share a variant, which is computed once.
func ExampleSelection_Variants() {
	set := override.NewSet(regions())
	for _, v := range set.Select(configMap("settings")).Variants(threeClusters) {
		fmt.Println(v.Clusters, len(v.Result.Changes()))
	}
	// Output:
	// [paris berlin] 2
	// [tokyo] 0
}

// Each cluster of a sequence gets a result, in order.
func ExampleSelection_Each() {
	selection := override.NewSet(regions()).Select(configMap("settings"))
	for result, err := range selection.Each(slices.Values(threeClusters)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(result.Cluster(), len(result.Changes()))
	}
	// Output:
	// paris 2
	// tokyo 0
	// berlin 2
}

// Inventory computes all objects for all clusters, on all processors. Breaking out of the loop ends the work.
func ExampleSet_Inventory() {
	objects := slices.Values([]*unstructured.Unstructured{configMap("a"), configMap("b"), configMap("c")})
	for object, variants := range override.NewSet(regions()).Inventory(objects, threeClusters) {
		fmt.Println(object.GetName(), len(variants), "variants")
		if object.GetName() == "b" {
			break
		}
	}
	// Output:
	// a 2 variants
	// b 2 variants
}

// A controller that watches policies makes the next set from the current one. The current one does not change.
func ExampleSet_With() {
	empty := override.NewSet()
	set := empty.With(regions())
	for _, s := range []*override.Set{empty, set, set.Without(override.Ref{Kind: "Policy", Name: "regions"})} {
		result, err := s.Select(configMap("settings")).Apply(threeClusters[0])
		fmt.Println(len(result.Applied()), err)
	}
	// Output:
	// 0 <nil>
	// 1 <nil>
	// 0 <nil>
}

// A caller that only serializes the object does not need a copy.
func ExampleResult_SharedContent() {
	result, err := override.Apply(configMap("settings"), threeClusters[0], regions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.SharedContent()["metadata"])
	// Output:
	// map[labels:map[region:eu] name:settings]
}

// priorities returns the selection of a policy that lowers the priority of the pod in the cluster staging.
func priorities() (override.Selection, error) {
	staging, err := selector.NewClusters(selector.ClusterSelector{Names: []string{"staging"}})
	if err != nil {
		return override.Selection{}, err
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "MyPolicy", Name: "priorities"},
		Rules: []override.Rule{{At: "rules[0]", Clusters: staging, Stages: override.Steps(override.Step{At: "rules[0].patch", Overrider: overrider.Patch{
			Op: jsontree.Replace, Pointer: jsontree.Pointer{"spec", "priority"}, Value: int64(1),
		}})}},
	})
	if err != nil {
		return override.Selection{}, err
	}
	return override.NewSet(policy).Select(pod), nil
}

// A program that only sends the object for each cluster needs no object in memory. The same buffer serves all clusters.
func ExampleResult_AppendJSON() {
	selection, err := priorities()
	if err != nil {
		fmt.Println(err)
		return
	}
	var body []byte
	for _, name := range []string{"staging", "production"} {
		result, err := selection.Apply(selector.Cluster{Name: name})
		if err != nil {
			fmt.Println(err)
			return
		}
		if body, err = result.AppendJSON(body[:0]); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, string(body)) // for example the body of a request with application/apply-patch+yaml
	}
	// Output:
	// staging {"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"app":"web"},"name":"web","namespace":"shop"},"spec":{"containers":[{"image":"docker.io/shop/web:v1","name":"app"}],"priority":1}}
	// production {"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"app":"web"},"name":"web","namespace":"shop"},"spec":{"containers":[{"image":"docker.io/shop/web:v1","name":"app"}],"priority":10}}
}

// A cluster that has the input object only needs the changes. Without changes there is nothing to send.
func ExampleResult_AppendJSONPatch() {
	selection, err := priorities()
	if err != nil {
		fmt.Println(err)
		return
	}
	var body []byte
	for _, name := range []string{"staging", "production"} {
		result, err := selection.Apply(selector.Cluster{Name: name})
		if err != nil {
			fmt.Println(err)
			return
		}
		body, err = result.AppendJSONPatch(body[:0])
		fmt.Println(name, string(body), err)
	}
	// Output:
	// staging [{"op":"replace","path":"/spec/priority","value":1}] <nil>
	// production [] <nil>
}
