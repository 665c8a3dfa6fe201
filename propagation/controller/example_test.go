package controller_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/selector"
)

func object(text string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &o.Object); err != nil {
		panic(err)
	}
	return o
}

const registryPolicy = `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: shop, name: registry, generation: 1}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {tier: web}}}]
  overrideRules:
  - targetCluster: {clusterNames: [member2]}
    overriders: {labelsOverrider: [{operator: add, value: {registry: mirror}}]}
`

// The handlers of informers call Put and Delete. Nothing is applied before Sync.
func ExamplePolicies() {
	var policies controller.Policies
	if _, err := policies.Put(object(registryPolicy)); err != nil {
		panic(err)
	}
	_, synced := policies.Overrides()
	fmt.Println("before Sync:", synced)

	policies.Sync()
	overrides, synced := policies.Overrides()
	fmt.Println("after Sync:", synced)

	web := object(`{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web, labels: {tier: web}}}`)
	for _, cluster := range []string{"member1", "member2"} {
		result, err := overrides.Set.Select(web).Apply(selector.Cluster{Name: cluster})
		if err != nil {
			panic(err)
		}
		out, err := result.Object()
		if err != nil {
			panic(err)
		}
		fmt.Println(cluster, out.GetLabels())
	}
	// Output:
	// before Sync: false
	// after Sync: true
	// member1 map[tier:web]
	// member2 map[registry:mirror tier:web]
}
