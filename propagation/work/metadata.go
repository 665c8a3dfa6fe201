package work

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// metadata is labels and annotations.
type metadata struct{ labels, annotations map[string]string }

// setMetadata adds labels or annotations to an object in place; later maps win. It returns all of them, not copied. Null is read as empty.
func setMetadata(o *unstructured.Unstructured, field string, with ...map[string]string) (map[string]any, error) {
	all, metadata, err := readMetadata(o, field)
	if err != nil {
		return nil, err
	}
	for _, values := range with {
		for key, value := range values {
			all[key] = value
		}
	}
	if metadata == nil {
		metadata = map[string]any{}
		o.Object["metadata"] = metadata
	}
	metadata[field] = all
	return all, nil
}

// readMetadata returns a new map with the labels or annotations of an object, all of them strings, and the metadata itself, which may be nil.
func readMetadata(o *unstructured.Unstructured, field string) (all, metadata map[string]any, err error) {
	metadata, ok := o.Object["metadata"].(map[string]any)
	if v, found := o.Object["metadata"]; found && !ok {
		return nil, nil, fmt.Errorf("/metadata is %s, expected an object", jsontree.Describe(v))
	}
	at := jsontree.Pointer{"metadata", field}
	before, ok := metadata[field].(map[string]any)
	if v := metadata[field]; v != nil && !ok {
		return nil, nil, fmt.Errorf("%s is %s, expected an object", at, jsontree.Describe(v))
	}
	all = make(map[string]any, len(before)+8)
	var bad []string
	for key, v := range before {
		switch v.(type) {
		case string:
			all[key] = v
		case nil:
			all[key] = ""
		default:
			bad = append(bad, key)
		}
	}
	if len(bad) > 0 {
		first := slices.Min(bad)
		found := jsontree.Describe(before[first])
		if redact.Places(redact.Secrets).Of(selector.ObjectOf(o.Object)).Hides(at.Child(first)) {
			found = jsontree.DescribeHidden(before[first])
		}
		return nil, nil, fmt.Errorf("%s is %s, expected a string", at.Child(first), found)
	}
	return all, metadata, nil
}
