package namespace_test

import (
	"encoding/json"
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

// The Works of a namespace are made one after the other, as the bytes of a request.
func ExamplePrepare() {
	rendered, err := namespace.Prepare(namespace.Input{
		Namespace: &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "shop"}}},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
	})
	if err != nil {
		fmt.Println(err) // the Works of the other clusters are there
	}
	var body []byte
	for _, r := range rendered {
		body, err = r.AppendJSON(body[:0])
		fmt.Println(r.Ref(), json.Valid(body), err)
	}
	// Output:
	// Work karmada-es-eu/shop-55c4c4674c true <nil>
	// Work karmada-es-us/shop-55c4c4674c true <nil>
}
