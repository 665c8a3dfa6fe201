package controller_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/affected"
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

// The handlers of informers put each policy into an index.
func ExampleCompileOverride() {
	var index affected.Index
	policy, err := controller.CompileOverride(object(registryPolicy))
	if err != nil {
		panic(err)
	}
	index.PutOverride(policy)
	overrides := index.Overrides()
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
	// member1 map[tier:web]
	// member2 map[registry:mirror tier:web]
}
