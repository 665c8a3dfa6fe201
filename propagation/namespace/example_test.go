package namespace_test

import (
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
)

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
