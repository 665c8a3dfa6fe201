package declared

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// componentInterpreter finds the parts of an object that have their own replicas, sorted by name.
type componentInterpreter struct {
	kind
	parts []component
}

type component struct {
	name     string
	number   number
	template jsontree.Pointer // may be nil
}

// InterpretComponent returns every declared component, by the rules of InterpretReplica, sorted by name, including components without
// replicas.
func (c componentInterpreter) InterpretComponent(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Component, error) {
	found, err := c.read(object)
	if err != nil {
		return nil, fail(interpreter.InterpretComponent, object, err)
	}
	return found, nil
}

func (c componentInterpreter) read(object *unstructured.Unstructured) ([]interpreter.Component, error) {
	root, err := content(object)
	if err != nil {
		return nil, err
	}
	var found []interpreter.Component
	for _, part := range c.parts {
		n, err := part.number.in(root)
		if err != nil {
			return nil, err
		}
		needs, err := requirements(root, part.template)
		if err != nil {
			return nil, err
		}
		found = append(found, interpreter.Component{Name: part.name, Replicas: n, Requirements: needs})
	}
	return found, nil
}
