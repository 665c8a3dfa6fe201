package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// wholeStatus reports the status of any kind. It is registered last: a kind that reports less has its own interpreter.
type wholeStatus struct{}

func (wholeStatus) Kinds() []schema.GroupVersionKind {
	return kind{interpreter.Any + "/" + interpreter.Any, interpreter.Any}.kinds()
}

// InterpretStatus returns a copy of the status, or nil. A status that is null, or anything but an object, is an error.
func (wholeStatus) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	at := jsontree.Pointer{"status"}
	status, found := content(object)["status"]
	if !found {
		return nil, nil
	}
	if _, ok := status.(map[string]any); !ok {
		return nil, fail(interpreter.InterpretStatus, object, at, &typeError{at, status, "an object"})
	}
	status, err := jsontree.Clone(status)
	return status, fail(interpreter.InterpretStatus, object, at, err)
}
