package webhook

import (
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// operationsOf decodes a patch. As in json-patch, null is a patch without operations.
func operationsOf(patch []byte) ([]map[string]any, error) {
	var decoded any
	if err := utiljson.Unmarshal(patch, &decoded); err != nil {
		return nil, fmt.Errorf("the patch is not JSON: %w", err)
	}
	list, ok := decoded.([]any)
	if !ok && decoded != nil {
		return nil, fmt.Errorf("the patch is %s, expected a list of operations", jsontree.Describe(decoded))
	}
	if len(list) > maxOperations {
		return nil, fmt.Errorf("the patch has %d operations, expected at most %d", len(list), maxOperations)
	}
	operations := make([]map[string]any, len(list))
	for i, o := range list {
		operation, ok := o.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("operation %d of the patch is %s, expected an object", i, jsontree.Describe(o))
		}
		operations[i] = operation
	}
	return operations, nil
}

// pointer reads the required path of an operation.
func pointer(o map[string]any, field string) (jsontree.Pointer, error) {
	path, err := text(o, field)
	if err != nil {
		return nil, err
	}
	if len(path) > maxPath {
		return nil, fmt.Errorf("%s has %d bytes, expected at most %d", field, len(path), maxPath)
	}
	return jsontree.Parse(path)
}

func text(o map[string]any, field string) (string, error) {
	switch v, found := o[field]; v := v.(type) {
	case string:
		return v, nil
	default:
		if !found {
			return "", fmt.Errorf("%s is missing, expected a string", field)
		}
		return "", fmt.Errorf("%s is %s, expected a string", field, jsontree.Describe(v))
	}
}
