package override_test

import (
	"fmt"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// setPriority returns an overrider that sets the priority of a Pod.
func setPriority(priority int64) override.Overrider {
	return overrider.Patch{Op: jsontree.Set, Pointer: jsontree.Pointer{"spec", "priority"}, Value: priority}
}

// An explanation reports what every policy of a set did, or why it did nothing.
func ExampleSelection_Explain() {
	services, err := selector.NewObjects(selector.ObjectSelector{APIVersion: "v1", Kind: "Service"})
	if err != nil {
		fmt.Println(err)
		return
	}
	other, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Kind: "MyPolicy", Name: "services"}, Objects: services})
	if err != nil {
		fmt.Println(err)
		return
	}
	set := override.NewSet(policyOf("low", setPriority(5)), policyOf("same", setPriority(5)), other)
	fmt.Print(set.Select(pod).Explain(selector.Cluster{Name: "production"}))
	// Output:
	// Pod shop/web in cluster production: 1 change by 1 of 3 policies
	//
	// MyPolicy low (cluster-wide, selected by kind): applied
	//   steps: applied
	//     steps[0]: applied
	//       /spec/priority: 10 -> 5
	//
	// MyPolicy same (cluster-wide, selected by kind): no effect
	//   steps: no effect
	//     steps[0]: no effect
	//       already up to date
	//
	// policies that do not select the object, nearest miss first:
	//   MyPolicy services: kind Pod is not Service
}

// Each value of the result was decided by one change, or equals the input.
func ExampleResult_Blame() {
	result, err := override.Apply(pod, selector.Cluster{Name: "production"},
		policyOf("first", setPriority(5)),
		policyOf("second", setPriority(7)),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, place := range []jsontree.Pointer{{"spec", "priority"}, {"metadata", "name"}} {
		if c, found := result.Blame(place); found {
			fmt.Printf("%s was decided by %s: %s\n", place, c.Origin, c)
		} else {
			fmt.Println(place, "equals the input")
		}
	}
	// Output:
	// /spec/priority was decided by MyPolicy second: steps[0]: /spec/priority: 5 -> 7
	// /metadata/name equals the input
}

// Two policies conflict where one overwrites a value of the other. Here they write the same registry of the image, but different
// priorities.
func ExampleResult_Conflicts() {
	mirror := overrider.Image{
		Where:      overrider.Containers{PodSpecs: overrider.PodSpecsFunc(podSpec)},
		Operations: []overrider.ImageOperation{{Component: imageparser.Registry, Verb: overrider.ImageSet, Value: "mirror.example.com"}},
	}
	result, err := override.Apply(pod, selector.Cluster{Name: "production"},
		policyOf("first", mirror, setPriority(5)),
		policyOf("second", mirror, setPriority(7)),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Conflicts() {
		fmt.Println(c)
	}
	// Output:
	// /spec/priority
	// 5 by MyPolicy first: steps[1]
	// lost to 7 by MyPolicy second: steps[1]
	// because among policies of the same rank, the one with the greater name acts later
}

// The annotated YAML names the step that decided each line that differs.
func ExampleResult_AnnotatedYAML() {
	result, err := override.Apply(pod, selector.Cluster{Name: "production"},
		policyOf("priority", setPriority(5)),
		policyOf("site", overrider.ReplaceLabels(map[string]string{"app": "shop"}), overrider.SetLabels(map[string]string{"site": "eu"})),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := result.AnnotatedYAML()
	fmt.Print(string(text), err)
	// Output:
	// apiVersion: v1
	// kind: Pod
	// metadata:
	//   labels:
	//     app: shop # MyPolicy site: steps[0]
	//     site: eu # MyPolicy site: steps[1]
	//   name: web
	//   namespace: shop
	// spec:
	//   containers:
	//   - image: docker.io/shop/web:v1
	//     name: app
	//   priority: 5 # MyPolicy priority: steps[0]
	// <nil>
}
