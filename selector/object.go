package selector

// Object is the part of an object that an object selector can see. The values of Labels are strings; nil is
// read as "", and a label of any other type as absent.
type Object struct {
	APIVersion, Kind, Namespace, Name string
	Labels                            map[string]any
}

// ObjectOf reads an Object from decoded JSON, the content of an unstructured object. It reads the fields as
// unstructured.Unstructured does: a field that is missing or not a string is "", a label that is null is
// "", and labels that are not a map, or that contain a value other than a string or null, are ignored
// altogether. The label map is shared, not copied, and never written. ObjectOf does not allocate.
func ObjectOf(content map[string]any) Object {
	metadata, _ := content["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	for _, label := range labels {
		if _, isString := label.(string); !isString && label != nil {
			labels = nil
			break
		}
	}
	return Object{
		APIVersion: stringOf(content["apiVersion"]),
		Kind:       stringOf(content["kind"]),
		Namespace:  stringOf(metadata["namespace"]),
		Name:       stringOf(metadata["name"]),
		Labels:     labels,
	}
}

func stringOf(value any) string {
	s, _ := value.(string)
	return s
}

func (obj *Object) label(key string) (value string, present bool) {
	label, present := obj.Labels[key]
	value, isString := label.(string)
	return value, present && (isString || label == nil)
}

// Equal reports whether every selector treats the two objects alike.
func (obj *Object) Equal(other *Object) bool {
	if obj.APIVersion != other.APIVersion || obj.Kind != other.Kind || obj.Namespace != other.Namespace || obj.Name != other.Name {
		return false
	}
	return obj.sameLabels(other) && other.sameLabels(obj)
}

// sameLabels reports whether other has all labels of the object.
func (obj *Object) sameLabels(other *Object) bool {
	for key := range obj.Labels {
		a, had := obj.label(key)
		b, has := other.label(key)
		if a != b || had != has {
			return false
		}
	}
	return true
}
