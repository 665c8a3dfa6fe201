package affected_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
)

// A change of a policy concerns only the templates that it selects.
func ExampleIndex() {
	var index affected.Index
	for _, text := range []string{
		`{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web, labels: {tier: web}}}`,
		`{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: db, labels: {tier: db}}}`,
	} {
		template := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(text), &template.Object); err != nil {
			panic(err)
		}
		fmt.Println("place", index.PutTemplate(template))
	}
	policy := &api.PropagationPolicy{}
	if err := yaml.Unmarshal([]byte(`
metadata: {namespace: shop, name: web, labels: {propagationpolicy.karmada.io/permanent-id: "1"}}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {tier: web}}}]
  placement: {}
`), policy); err != nil {
		panic(err)
	}
	fmt.Println("place", index.PutPolicy(policy))
	fmt.Println("place", index.PutPolicy(policy.DeepCopy()))
	// Output:
	// place [Deployment shop/web]
	// place [Deployment shop/db]
	// place [Deployment shop/web]
	// place []
}
