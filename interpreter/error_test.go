package interpreter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

func TestErrorText(t *testing.T) {
	t.Parallel()
	reason := errors.New(`is the string "3", expected an integer`)
	for _, test := range []struct {
		name   string
		object map[string]any
		at     jsontree.Pointer
		want   string
	}{
		{
			"a pointer and a namespace",
			map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"namespace": "shop", "name": "web"}},
			jsontree.Pointer{"spec", "replicas"}, `InterpretReplica: Deployment shop/web: /spec/replicas is the string "3", expected an integer`,
		},
		{
			"an object without a namespace",
			map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": "one"}},
			jsontree.Pointer{"a/b"}, `InterpretReplica: Node one: /a~1b is the string "3", expected an integer`,
		},
		{
			"no pointer",
			map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": "one"}},
			nil, `InterpretReplica: Node one: is the string "3", expected an integer`,
		},
		{"no name", map[string]any{"apiVersion": "v1", "kind": "Node"}, nil, `InterpretReplica: Node: is the string "3", expected an integer`},
		{"no object", nil, nil, `InterpretReplica: is the string "3", expected an integer`},
		{"fields of wrong types", map[string]any{"apiVersion": "a/b/c", "kind": 1, "metadata": []any{}}, nil, `InterpretReplica: is the string "3", expected an integer`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := interpreter.NewError(interpreter.InterpretReplica, &unstructured.Unstructured{Object: test.object}, test.at, reason)
			require.EqualError(t, err, test.want)
			require.ErrorIs(t, err, reason)
		})
	}
}

func TestErrorAs(t *testing.T) {
	t.Parallel()
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.io/v1", "kind": "Thing", "metadata": map[string]any{"namespace": "shop", "name": "web"}}}
	err := fmt.Errorf("cluster north: %w", interpreter.NewError(interpreter.Retain, object, jsontree.Pointer{"spec"}, errJudge))
	var found *interpreter.Error
	require.ErrorAs(t, err, &found)
	require.Equal(t, &interpreter.Error{
		Operation: interpreter.Retain, Kind: schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Thing"},
		Namespace: "shop", Name: "web", Pointer: jsontree.Pointer{"spec"}, Err: errJudge,
	}, found)
}

// TestErrorIsBounded has names and a pointer that nobody can store.
func TestErrorIsBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 1<<20)
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": long, "metadata": map[string]any{"namespace": long, "name": long}}}
	text := interpreter.NewError(interpreter.Retain, object, jsontree.Pointer{long}, errJudge).Error()
	require.Less(t, len(text), 4*700)
	require.True(t, strings.HasSuffix(text, "… out to lunch"), text)
}

func TestErrorWithoutObject(t *testing.T) {
	t.Parallel()
	require.EqualError(t, interpreter.NewError(interpreter.Retain, nil, nil, errJudge), "Retain: out to lunch")
}

func TestNoError(t *testing.T) {
	t.Parallel()
	err := interpreter.NewError(interpreter.Retain, &unstructured.Unstructured{}, nil, nil)
	require.NoError(t, err)
	require.True(t, err == nil, "a nil *Error in an error is not equal to nil")
}
