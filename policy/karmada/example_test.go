package karmada_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// A policy is read, validated, compiled and applied.
func Example() {
	source, err := karmada.From([]byte(`{
		"apiVersion": "policy.karmada.io/v1alpha1",
		"kind": "OverridePolicy",
		"metadata": {"name": "mirror", "namespace": "team"},
		"spec": {
			"resourceSelectors": [{"apiVersion": "apps/v1", "kind": "Deployment"}],
			"overrideRules": [{
				"targetCluster": {"fieldSelector": {"matchExpressions": [{"key": "region", "operator": "In", "values": ["eu"]}]}},
				"overriders": {"imageOverrider": [{"component": "Registry", "operator": "replace", "value": "mirror.example.com"}]}
			}]
		}
	}`))
	if err != nil {
		log.Fatal(err)
	}
	if errs := karmada.Lint(source); len(errs) > 0 {
		log.Fatal(errs.ToAggregate())
	}
	policy, err := karmada.Compile(source)
	if err != nil {
		log.Fatal(err)
	}

	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: team}
spec: {template: {spec: {containers: [{name: web, image: "nginx:1.27"}]}}}
`), &object.Object); err != nil {
		log.Fatal(err)
	}
	result, err := override.Apply(object, selector.Cluster{Name: "member1", Region: "eu"}, policy)
	if err != nil {
		log.Fatal(err)
	}
	for _, change := range result.Changes() {
		fmt.Println(change.Pointer, "is now", change.New)
		fmt.Println("because of", change.Origin)
	}
	// Output:
	// /spec/template/spec/containers/0/image is now mirror.example.com/nginx:1.27
	// because of OverridePolicy team/mirror: spec.overrideRules[0].overriders.imageOverrider[0]
}

// A policy can be JSON text, decoded JSON, or a Go value that encodes to it, such as one of Karmada's own types.
func ExampleFrom() {
	source, err := karmada.From(map[string]any{
		"apiVersion": "policy.karmada.io/v1alpha1",
		"kind":       "ClusterOverridePolicy",
		"metadata":   map[string]any{"name": "mirror"},
	})
	fmt.Printf("%T %v\n", source, err)

	_, err = karmada.From(map[string]any{"apiVersion": "policy.karmada.io/v1beta1", "kind": "OverridePolicy"})
	fmt.Println(err)
	// Output:
	// *api.ClusterOverridePolicy <nil>
	// apiVersion "policy.karmada.io/v1beta1" and kind "OverridePolicy" are not of a policy, expected OverridePolicy or ClusterOverridePolicy of policy.karmada.io/v1alpha1
}

// Lint reports all errors at once, also what Karmada's admission accepts.
func ExampleLint() {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{
		ImageOverrider: []api.ImageOverrider{{Component: "registry", Operator: api.OverriderOpRemove}},
		Plaintext:      []api.PlaintextOverrider{{Path: "spec/replicas", Operator: api.OverriderOpReplace}},
	}}}
	for _, err := range karmada.Lint(p) {
		fmt.Println(err)
	}
	// Output:
	// spec.overrideRules[0].overriders.imageOverrider[0].component: Unsupported value: "registry": supported values: "Registry", "Repository", "Tag"
	// spec.overrideRules[0].overriders.plaintext[0].path: Invalid value: "spec/replicas": JSON pointer "spec/replicas" must be empty or start with "/"
	// spec.overrideRules[0].overriders.plaintext[0].value: Required value: value is required for add or replace operation
}

// A policy with faults compiles. What Karmada ignores is skipped, with the reason; what Karmada fails on
// fails the objects and clusters that the rule selects.
func ExampleCompile_faults() {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.RuleWithCluster{
		{Overriders: api.Overriders{ImageOverrider: []api.ImageOverrider{{Component: api.Tag, Operator: "set", Value: "v2"}}}},
		{
			TargetCluster: &api.ClusterAffinity{ClusterNames: []string{"member2"}},
			Overriders:    api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/spec/nodeName", Operator: "move"}}},
		},
	}
	policy, err := karmada.Compile(p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(policy.Faults()), "faults")

	pod := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "web"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "image": "nginx:1.27"}}},
	}}
	for _, name := range []string{"member1", "member2"} {
		result, err := override.Apply(pod, selector.Cluster{Name: name}, policy)
		var e *override.Error
		if errors.As(err, &e) {
			fmt.Printf("%s: %s: %s\n", name, e.Code, e.Err)
			continue
		}
		for _, skip := range result.Skips() {
			fmt.Printf("%s: %s\n", name, skip.Reason)
		}
	}
	// Output:
	// 3 faults
	// member1: operator "set" is unknown
	// member2: Fault: operator "move" is unknown, expected add, remove or replace
}

// A result reports where Karmada gives another object.
func ExampleCompile_divergences() {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{
		ImageOverrider: []api.ImageOverrider{{Component: api.Registry, Operator: api.OverriderOpReplace, Value: "mirror.example.com"}},
	}}}
	policy, err := karmada.Compile(p)
	if err != nil {
		log.Fatal(err)
	}
	apply := func(image string) {
		pod := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "web"},
			"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "image": image}}},
		}}
		result, err := override.Apply(pod, selector.Cluster{Name: "member1"}, policy)
		if err != nil {
			log.Fatal(err)
		}
		for _, change := range result.Changes() {
			fmt.Println(change.New)
		}
		for _, d := range result.Divergences() {
			fmt.Printf("  %s at %s: Karmada %s\n", d.Code, d.Pointer, d.Upstream)
		}
	}
	apply("nginx:1.27")
	apply("nginx:1.27@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
	// Output:
	// mirror.example.com/nginx:1.27
	// mirror.example.com/nginx:1.27@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
	//   D3 at /spec/containers/0/image: Karmada loses the digest
}

// A Cluster is decoded as Karmada's API encodes it. Its Facts are the fields that policies select by.
func ExampleCluster_Facts() {
	var cluster api.Cluster
	if err := json.Unmarshal([]byte(`{
		"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster",
		"metadata": {"name": "member1", "labels": {"env": "prod"}},
		"spec": {"syncMode": "Push", "provider": "aws", "region": "eu-west-1", "zones": ["eu-west-1a", "eu-west-1b"]}
	}`), &cluster); err != nil {
		log.Fatal(err)
	}
	facts := cluster.Facts()
	fmt.Println(facts.Name, facts.Labels, facts.Provider, facts.Region, facts.Zones)
	// Output:
	// member1 map[env:prod] aws eu-west-1 [eu-west-1a eu-west-1b]
}
