package content

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
)

// Of returns the content of an object, not copied, or nil.
func Of(object *unstructured.Unstructured) map[string]any {
	if object == nil {
		return nil
	}
	return object.Object
}

// Kind returns the kind of an object, or an empty one if the apiVersion cannot be parsed.
func Kind(object *unstructured.Unstructured) schema.GroupVersionKind {
	ref := override.RefOf(object)
	version, err := schema.ParseGroupVersion(ref.APIVersion)
	if err != nil {
		return schema.GroupVersionKind{}
	}
	return version.WithKind(ref.Kind)
}

// IsNamespace reports whether a reference is that of a Namespace, which has Works without a binding.
func IsNamespace(ref override.Ref) bool { return ref.APIVersion == "v1" && ref.Kind == "Namespace" }

// Labels returns a new map with the labels of an object. Null is an empty string. If any other value is not a string, the result is nil.
func Labels(object *unstructured.Unstructured) map[string]string { return stringMap(object, "labels") }

// Annotations returns the annotations of an object as [Labels] returns the labels.
func Annotations(object *unstructured.Unstructured) map[string]string {
	return stringMap(object, "annotations")
}

func stringMap(object *unstructured.Unstructured, field string) map[string]string {
	metadata, _ := Of(object)["metadata"].(map[string]any)
	values, _ := metadata[field].(map[string]any)
	if values == nil {
		return nil
	}
	all := make(map[string]string, len(values))
	for key, v := range values {
		s, isString := v.(string)
		if !isString && v != nil {
			return nil
		}
		all[key] = s
	}
	return all
}

// ResourceVersion returns the resource version of an object, or "".
func ResourceVersion(object *unstructured.Unstructured) string {
	metadata, _ := Of(object)["metadata"].(map[string]any)
	return stringOf(metadata["resourceVersion"])
}

// UID returns the uid of an object. It is empty if it is not a string.
func UID(object *unstructured.Unstructured) types.UID {
	metadata, _ := Of(object)["metadata"].(map[string]any)
	return types.UID(stringOf(metadata["uid"]))
}

// Deleting reports whether an object has a deletion timestamp.
func Deleting(object *unstructured.Unstructured) bool {
	metadata, _ := Of(object)["metadata"].(map[string]any)
	at, err := time.Parse(time.RFC3339, stringOf(metadata["deletionTimestamp"]))
	return err == nil && !at.IsZero()
}

func stringOf(v any) string {
	s, _ := v.(string)
	return s
}
