package dialect

import (
	"encoding/json"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Read reads a policy from an S, which it returns unchanged; from JSON text, from decoded JSON, or from a Go value that encodes to such JSON. The policy
// has the version, and is an OverridePolicy or a ClusterOverridePolicy: JSON is decoded into namespaced or wide. Unknown fields are ignored.
func Read[S any](obj any, version schema.GroupVersion, namespaced, wide S) (S, error) {
	var none S
	if v := reflect.ValueOf(obj); v.Kind() == reflect.Pointer && !v.IsNil() {
		if source, is := obj.(S); is {
			return source, nil
		}
	}
	text, err := textOf(obj)
	if err != nil {
		return none, fmt.Errorf("%T is not a policy: %w", obj, err)
	}
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &head); err != nil {
		return none, fmt.Errorf("%T is not a policy: %w", obj, err)
	}
	var source S
	switch schema.FromAPIVersionAndKind(head.APIVersion, head.Kind) {
	case version.WithKind("OverridePolicy"):
		source = namespaced
	case version.WithKind("ClusterOverridePolicy"):
		source = wide
	default:
		return none, fmt.Errorf("apiVersion %q and kind %q are not of a policy, expected OverridePolicy or ClusterOverridePolicy of %s", head.APIVersion, head.Kind, version)
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, source); err != nil {
		return none, fmt.Errorf("%s: %w", head.Kind, err)
	}
	return source, nil
}

func textOf(obj any) ([]byte, error) {
	switch o := obj.(type) {
	case []byte:
		return o, nil
	case json.RawMessage:
		return o, nil
	case *unstructured.Unstructured:
		if o == nil {
			return nil, fmt.Errorf("it is nil")
		}
		obj = o.Object
	case unstructured.Unstructured:
		obj = o.Object
	}
	if !jsontree.FitsGo(obj) { // package json has no limit: it writes a shared map once per reference
		return nil, fmt.Errorf("found more than %d levels or more than %d values, counted once per reference, expected at most that", jsontree.MaxDepth, jsontree.MaxSize)
	}
	return json.Marshal(obj)
}
