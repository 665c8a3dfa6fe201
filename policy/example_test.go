package policy_test

import (
	"fmt"
	"io"
	"log"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// printChanges prints what the policies of a stream change in an object, for each cluster of the stream.
func printChanges(stream io.Reader, object *unstructured.Unstructured) error {
	bundle, err := policy.Decode(stream) // policies and clusters
	if err != nil {
		return err // every error in the stream, each with document and line
	}
	selection := override.NewSet(bundle.Policies...).Select(object) // once per object
	for _, cluster := range bundle.Clusters {
		result, err := selection.Apply(cluster) // once per cluster
		if err != nil {
			return err // policy, field path, object, cluster, and path in the object
		}
		fmt.Println(cluster.Name, result.Changes())
	}
	return nil
}

const imageInMember2 = `
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: member1}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: member2}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: nginx-override, namespace: default}
spec:
  resourceSelectors:
  - {apiVersion: v1, kind: Pod, name: nginx}
  overrideRules:
  - targetCluster: {clusterNames: [member2]}
    overriders:
      imageOverrider: [{component: Tag, operator: add, value: 1.20.2}]
`

func Example() {
	pod := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "nginx", "namespace": "default"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "nginx", "image": "nginx"}}},
	}}
	if err := printChanges(strings.NewReader(imageInMember2), pod); err != nil {
		log.Fatal(err)
	}
	// Output:
	// member1 []
	// member2 [/spec/containers/0/image: "nginx" -> "nginx:1.20.2"]
}

// An admission webhook decodes the object of a request. Mistakes have a path and a line.
func ExampleDecodeInto() {
	const text = `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {generateName: proxy-}
spec:
  overrideRules:
  - targetClusters: {clusterNames: [m1]}
    overriders:
      labelsOverrider: {operator: add}
`
	var p api.ClusterOverridePolicy
	fmt.Println(policy.DecodeInto([]byte(text), &p))
	// Output:
	// ClusterOverridePolicy: line 8: spec.overrideRules[0].overriders.labelsOverrider is an object, expected a list
	// line 6: unknown field "spec.overrideRules[0].targetClusters", did you mean "targetCluster"?
}

// Built-in kinds need no definition. Any other kind is known from its CustomResourceDefinition.
func ExampleScopes() {
	bundle, err := policy.Decode(strings.NewReader(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tenants.example.com}
spec: {group: example.com, names: {kind: Tenant, plural: tenants}, scope: Cluster}
`))
	if err != nil {
		log.Fatal(err)
	}
	scopes := policy.ScopesOf(bundle.Objects...)
	fmt.Println(scopes.Of(schema.GroupKind{Group: "apps", Kind: "Deployment"}))
	fmt.Println(scopes.Of(schema.GroupKind{Group: "example.com", Kind: "Tenant"}))
	fmt.Println(scopes.Of(schema.GroupKind{Group: "example.com", Kind: "Other"}) == policy.ScopeUnknown)
	// Output:
	// Namespaced
	// Cluster
	// true
}
