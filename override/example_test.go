package override_test

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// pod is the object of the examples.
var pod = &unstructured.Unstructured{Object: map[string]any{
	"apiVersion": "v1", "kind": "Pod",
	"metadata": map[string]any{"name": "web", "namespace": "shop", "labels": map[string]any{"app": "web"}},
	"spec": map[string]any{
		"priority":   int64(10),
		"containers": []any{map[string]any{"name": "app", "image": "docker.io/shop/web:v1"}},
	},
}}

// podSpec returns the pointer to the pod spec of a Pod.
func podSpec(o selector.Object) (jsontree.Pointer, bool) {
	return jsontree.Pointer{"spec"}, o.APIVersion == "v1" && o.Kind == "Pod"
}

// A policy has rules, and a rule has steps. This policy sets the registry of images in every cluster, and a higher priority in one
// cluster.
func Example() {
	production, err := selector.NewClusters(selector.ClusterSelector{Names: []string{"production"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "MyPolicy", Name: "mirror"},
		Rules: []override.Rule{{
			At: "rules[0]",
			Stages: override.Steps(override.Step{At: "rules[0].image", Overrider: overrider.Image{
				Where:      overrider.Containers{PodSpecs: overrider.PodSpecsFunc(podSpec)},
				Operations: []overrider.ImageOperation{{Component: imageparser.Registry, Verb: overrider.ImageSet, Value: "mirror.example.com"}},
			}}),
		}, {
			At: "rules[1]", Clusters: production,
			Stages: override.Steps(override.Step{At: "rules[1].patch", Overrider: overrider.Patch{
				Op: jsontree.Replace, Pointer: jsontree.Pointer{"spec", "priority"}, Value: int64(1000),
			}}),
		}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	selection := override.NewSet(policy).Select(pod) // once for an object
	for _, name := range []string{"staging", "production"} {
		result, err := selection.Apply(selector.Cluster{Name: name}) // once for a cluster
		if err != nil {
			fmt.Println(err)
			continue
		}
		obj, err := result.Object()
		fmt.Println(name, obj.Object["spec"], err)
	}
	// Output:
	// staging map[containers:[map[image:mirror.example.com/shop/web:v1 name:app]] priority:10] <nil>
	// production map[containers:[map[image:mirror.example.com/shop/web:v1 name:app]] priority:1000] <nil>
}

// policyOf returns a policy with one rule, for every object and cluster. Its steps are named by index.
func policyOf(name string, overriders ...override.Overrider) *override.Policy {
	var steps []override.Step
	for i, o := range overriders {
		steps = append(steps, override.Step{At: fmt.Sprintf("steps[%d]", i), Overrider: o})
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "MyPolicy", Name: name}, Rules: []override.Rule{{At: "steps", Stages: override.Steps(steps...)}},
	})
	if err != nil {
		panic(err)
	}
	return policy
}

// A result has every change, with the step that made it.
func ExampleResult_Changes() {
	result, err := override.Apply(pod, selector.Cluster{Name: "production"},
		policyOf("site", overrider.SetLabels(map[string]string{"app": "shop", "site": "eu"})),
		policyOf("quiet", overrider.Patch{Op: jsontree.Remove, Pointer: jsontree.Pointer{"spec", "priority"}}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Changes() {
		fmt.Printf("%s %s: %v -> %v, by %s\n", c.Op, c.Pointer, c.Old, c.New, c.Origin)
	}
	patch, err := result.JSONPatch()
	fmt.Println(string(patch), err)
	// Output:
	// remove /spec/priority: 10 -> <nil>, by MyPolicy quiet: steps[0]
	// replace /metadata/labels/app: web -> shop, by MyPolicy site: steps[0]
	// add /metadata/labels/site: <nil> -> eu, by MyPolicy site: steps[0]
	// [{"op":"remove","path":"/spec/priority"},{"op":"replace","path":"/metadata/labels/app","value":"shop"},{"op":"add","path":"/metadata/labels/site","value":"eu"}] <nil>
}

// A step that does not do something records the reason.
func ExampleResult_Skips() {
	result, err := override.Apply(pod, selector.Cluster{Name: "production"}, policyOf("tidy",
		overrider.DeleteLabels("app", "tier"),
		overrider.SetLabels(map[string]string{"site": "eu"}),
		overrider.AppendCommand(overrider.Containers{PodSpecs: overrider.PodSpecsFunc(podSpec), Names: []string{"sidecar"}}, "--quiet"),
		overrider.Patch{Op: jsontree.Set, Pointer: jsontree.Pointer{"spec", "priority"}, Value: int64(10)},
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range result.Skips() {
		fmt.Printf("%s: %s\n", s.Origin.At, s.Reason)
	}
	// Output:
	// steps[0]: /metadata/labels has no key "tier"
	// steps[2]: /spec/containers has no container "sidecar"
	// steps[3]: already up to date
}

// An error names the policy, the field path, the object and the cluster, in its message and in its fields.
func ExampleError() {
	_, err := override.Apply(pod, selector.Cluster{Name: "production"}, policyOf("typo",
		overrider.Patch{Op: jsontree.Replace, Pointer: jsontree.Pointer{"spec", "priorety"}, Value: int64(1000)},
	))
	fmt.Println(err)

	var e *override.Error
	if errors.As(err, &e) {
		fmt.Println("policy ", e.Policy, "at", e.At)
		fmt.Println("object ", e.Object)
		fmt.Println("cluster", e.Cluster)
		fmt.Println("place  ", e.Pointer)
		fmt.Println("kind   ", e.Code)
	}
	// Output:
	// MyPolicy typo: steps[0]: Pod shop/web in cluster production: replace /spec/priorety: /spec has no key "priorety"
	// policy  MyPolicy typo at steps[0]
	// object  Pod shop/web
	// cluster production
	// place   /spec/priorety
	// kind    Path
}

// A program can implement its own overriders. This one writes the cluster's name into an annotation.
func ExampleOverriderFunc() {
	annotations := jsontree.Pointer{"metadata", "annotations"}
	nameCluster := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		if _, exists := in.Get(annotations); !exists {
			if err := out.Add(annotations, map[string]any{}); err != nil {
				return err
			}
		}
		return out.Set(annotations.Child("example.com/cluster"), in.Cluster().Name)
	})
	result, err := override.Apply(pod, selector.Cluster{Name: "production"}, policyOf("origin", nameCluster))
	if err != nil {
		fmt.Println(err)
		return
	}
	obj, err := result.Object()
	fmt.Println(obj.GetAnnotations(), err)
	// Output:
	// map[example.com/cluster:production] <nil>
}

// The lanes of a stage do not see each other: both read the priority as it was before the stage. Their edits are applied lane by
// lane.
func ExampleStage() {
	priority := jsontree.Pointer{"spec", "priority"}
	double := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, _ := in.Get(priority)
		n, _ := v.(int64)
		return out.Replace(priority, 2*n)
	})
	a, b := override.Step{At: "a", Overrider: double}, override.Step{At: "b", Overrider: double}
	for name, stages := range map[string][]override.Stage{
		"two lanes ": {{{a}, {b}}},
		"one lane  ": {{{a, b}}},
		"two stages": override.Steps(a, b),
	} {
		policy, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "double"}, Rules: []override.Rule{{Stages: stages}}})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := override.Apply(pod, selector.Cluster{}, policy)
		if err != nil {
			fmt.Println(err)
			return
		}
		obj, err := result.Object()
		v, _ := jsontree.Get(obj.Object, priority)
		fmt.Println(name, v, err)
	}
	// Unordered output:
	// two lanes  20 <nil>
	// one lane   40 <nil>
	// two stages 40 <nil>
}
