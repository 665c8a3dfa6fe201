package native

import "github.com/overridekit/overridekit/interpreter/native/internal/typed"

// DecodeJSON decodes v, decoded JSON, into a Go type of k8s.io/api/core/v1 as encoding/json does, and encodes it again: keys match without
// case, unknown ones are dropped, quantities are canonical. The types are PodTemplateSpec, NodeSelector and Toleration.
//
// A value of a wrong type anywhere in v is an error, and so is an unknown type. An integer must be an int64. The result shares nothing with v.
// [PodRequirements] and [PodDependencies] read a template in the exact case only: decode one here first if its case may vary.
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
