package dialect

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Read reads a policy from JSON text, from decoded JSON, or from a Go value that encodes to such JSON. It decodes into what make
// returns for the apiVersion and kind. Unknown fields are ignored.
func Read[S any](obj any, make func(apiVersion, kind string) (S, error)) (S, error) {
	var none S
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
	source, err := make(head.APIVersion, head.Kind)
	if err != nil {
		return none, err
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
