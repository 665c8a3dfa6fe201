package namespace_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
)

// Every cluster gets a namespace, unless Karmada reserves it.
func ExampleRender() {
	eu := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}
	for _, name := range []string{"shop", "karmada-system"} {
		in := namespace.Input{
			Namespace: &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name}}},
			Clusters:  []*api.Cluster{eu},
		}
		works, err := namespace.Render(in)
		_, why := in.ShouldSkip()
		fmt.Println(len(works), err, why)
	}
	// Output:
	// 1 <nil> every cluster gets the namespace shop
	// 0 <nil> the namespace karmada-system is reserved
}
