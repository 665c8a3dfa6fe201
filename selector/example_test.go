package selector_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// The highest rank of any selector counts.
func ExampleObjects_Match() {
	frontends, err := selector.NewObjects(
		selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", Name: "nginx"},
		selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{
			MatchLabels: map[string]string{"tier": "frontend"},
		}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"nginx", "haproxy"} {
		fmt.Println(name, "is matched by", frontends.Match(selector.Object{
			APIVersion: "apps/v1", Kind: "Deployment", Name: name,
			Labels: map[string]any{"tier": "frontend"},
		}))
	}
	// Output:
	// nginx is matched by name
	// haproxy is matched by labelSelector
}

// The nearest miss comes first. The selector for Services is not meant for this object.
func ExampleObjects_Why() {
	objects, err := selector.NewObjects(
		selector.ObjectSelector{APIVersion: "v1", Kind: "Service"},
		selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default"},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(objects.Why(selector.Object{APIVersion: "apps/v1beta2", Kind: "Deployment", Namespace: "default"}))
	// Output:
	// apiVersion apps/v1beta2 is not apps/v1; kind Deployment is not Service
}

// ObjectOf reads decoded JSON or YAML, such as the content of an unstructured object.
func ExampleObjectOf() {
	obj := selector.ObjectOf(map[string]any{
		"apiVersion": "v1",
		"kind":       "ConfigMap",
		"metadata":   map[string]any{"name": "settings", "labels": map[string]any{"team": "core"}},
	})
	fmt.Println(obj.Kind, obj.Name, obj.Labels["team"])
	// Output:
	// ConfigMap settings core
}

// An invalid selector is an error once. After that it matches nothing, and the other selectors work as usual.
func ExampleNewObjects() {
	objects, err := selector.NewObjects(
		selector.ObjectSelector{APIVersion: "v1", Kind: "Pod", LabelSelector: &metav1.LabelSelector{
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: "In"}},
		}},
		selector.ObjectSelector{APIVersion: "v1", Kind: "Secret"},
	)
	fmt.Println(err)
	fmt.Println("Pod:", objects.Match(selector.Object{APIVersion: "v1", Kind: "Pod"}))
	fmt.Println("Secret:", objects.Match(selector.Object{APIVersion: "v1", Kind: "Secret"}))
	// Output:
	// [0].labelSelector.matchExpressions[0].values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty
	// Pod: mismatch
	// Secret: match-all
}

// A cluster must meet all conditions of the selector.
func ExampleClusters_Match() {
	clusters, err := selector.NewClusters(selector.ClusterSelector{
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}},
		Fields:        []selector.FieldRequirement{{Key: "provider", Operator: "NotIn", Values: []string{"aws"}}},
		Exclude:       []string{"member2"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	prod := map[string]string{"env": "prod"}
	for _, cluster := range []selector.Cluster{
		{Name: "member1", Labels: prod, Provider: "gcp"},
		{Name: "member2", Labels: prod, Provider: "gcp"},
		{Name: "member3", Labels: prod},
		{Name: "member4", Labels: prod, Provider: "aws"},
	} {
		fmt.Println(cluster.Name, clusters.Match(&cluster))
	}
	// Output:
	// member1 true
	// member2 false
	// member3 true
	// member4 false
}

// Why reports the first condition that is not met.
func ExampleClusters_Why() {
	clusters, err := selector.NewClusters(selector.ClusterSelector{
		Fields: []selector.FieldRequirement{
			{Key: "region", Operator: "In", Values: []string{"cn-north-1"}},
			{Key: "zone", Operator: "In", Values: []string{"c"}},
		},
		Exclude: []string{"member1"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cluster := range []selector.Cluster{
		{Name: "member1"},
		{Name: "member2", Region: "us-east-1"},
		{Name: "member3"},
		{Name: "member4", Region: "cn-north-1", Zones: []string{"a", "b"}},
	} {
		fmt.Println(clusters.Why(&cluster))
	}
	// Output:
	// cluster member1 is excluded
	// region us-east-1 is not in (cn-north-1)
	// no region, wanted in (cn-north-1)
	// zones (a, b) are not in (c)
}

// Zone values may be any strings; all other fields are validated as labels.
func ExampleNewClusters() {
	_, err := selector.NewClusters(selector.ClusterSelector{Fields: []selector.FieldRequirement{
		{Key: "zone", Operator: "In", Values: []string{"Zone A (north)"}},
		{Key: "region", Operator: "Near", Values: []string{"cn-north-1"}},
	}})
	fmt.Println(err)
	// Output:
	// fields[1].operator: Unsupported value: "Near": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"
}
