package work

import (
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
		return nil, nil, jsontree.NotA(jsontree.Pointer{"metadata"}, v, true, "an object")
	}
	at := jsontree.Pointer{"metadata", field}
	before, ok := metadata[field].(map[string]any)
	if v := metadata[field]; v != nil && !ok {
		return nil, nil, jsontree.NotA(at, v, true, "an object")
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
		bad := jsontree.NotA(at.Child(first), before[first], true, "a string")
		if redact.Places(redact.Secrets).Of(selector.ObjectOf(o.Object)).Hides(bad.Pointer) {
			bad.Found = jsontree.DescribeHidden(before[first])
		}
		return nil, nil, bad
	}
	return all, metadata, nil
}

func hasNull(m map[string]any) bool {
	for _, v := range m {
		if v == nil {
			return true
		}
	}
	return false
}

// stringEntries returns the labels or annotations of an object, not copied. Every value is a string or null; if any is not, the result is nil.
func stringEntries(o *unstructured.Unstructured, field string) map[string]any {
	metadata, _ := o.Object["metadata"].(map[string]any)
	entries, _ := metadata[field].(map[string]any)
	for _, v := range entries {
		if _, isString := v.(string); !isString && v != nil {
			return nil
		}
	}
	return entries
}
