package native

import "github.com/overridekit/overridekit/interpreter/internal/typed"

// DecodeJSON decodes v, decoded JSON, into a Go type of k8s.io/api/core/v1 as encoding/json does, and encodes it again: keys match without
// case, unknown ones are dropped, quantities are canonical. The types are PodTemplateSpec, NodeSelector and Toleration.
//
// A value of a wrong type anywhere in v is an error, and so is an unknown type. An integer must be an int64. The result shares nothing with v.
func DecodeJSON(typeName string, v any) (map[string]any, error) {
	var t *typed.Type
	switch typeName {
	case "PodTemplateSpec", "NodeSelector", "Toleration":
		t = typed.Named(typeName)
	}
	decoded, err := t.DecodeJSON(v)
	if err != nil {
		return nil, err
	}
	m, _ := decoded.(map[string]any)
	return m, nil
}

// DecodeTemplate returns a pod template that [PodRequirements] and [PodDependencies] read as encoding/json would decode v, decoded JSON, into
// a PodTemplateSpec. The result may share memory with v, which must not be written while it is in use.
func DecodeTemplate(v any) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok || !typed.Named("PodTemplateSpec").Exact(v) {
		return DecodeJSON("PodTemplateSpec", v)
	}
	if _, found := m["spec"]; found {
		return m, nil
	}
	return map[string]any{"spec": nil}, nil // without it, m would be read as a pod spec
}
