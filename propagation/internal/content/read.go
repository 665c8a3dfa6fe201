package content

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
)

// Of is the content of an object, no copy; nil if there is none.
func Of(object *unstructured.Unstructured) map[string]any {
	if object == nil {
		return nil
	}
	return object.Object
}

// Ref names an object. What is not a string is empty.
func Ref(object *unstructured.Unstructured) override.Ref {
	content := Of(object)
	metadata, _ := content["metadata"].(map[string]any)
	return override.Ref{APIVersion: text(content["apiVersion"]), Kind: text(content["kind"]), Namespace: text(metadata["namespace"]), Name: text(metadata["name"])}
}

// Kind is the kind of an object; empty if the apiVersion cannot be read.
func Kind(object *unstructured.Unstructured) schema.GroupVersionKind {
	ref := Ref(object)
	version, err := schema.ParseGroupVersion(ref.APIVersion)
	if err != nil {
		return schema.GroupVersionKind{}
	}
	return version.WithKind(ref.Kind)
}

// Labels are those of an object, as a new map. A null is an empty string; if any other value is not a string, there are none.
func Labels(object *unstructured.Unstructured) map[string]string { return texts(object, "labels") }

// Annotations are read as [Labels] are.
func Annotations(object *unstructured.Unstructured) map[string]string {
	return texts(object, "annotations")
}

func texts(object *unstructured.Unstructured, field string) map[string]string {
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

// Deleting reports whether an object has the time of its deletion.
func Deleting(object *unstructured.Unstructured) bool {
	metadata, _ := Of(object)["metadata"].(map[string]any)
	at, err := time.Parse(time.RFC3339, text(metadata["deletionTimestamp"]))
	return err == nil && !at.IsZero()
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
