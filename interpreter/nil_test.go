package interpreter_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNil calls everything exported with nil and zero values.
func TestNil(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"NewRegistry": func(t *testing.T) { require.Empty(t, interpreter.NewRegistry(nil).Hooks()) },
		"Operations":  func(t *testing.T) { require.NotEmpty(t, interpreter.Operations()) },
		"Supports":    func(t *testing.T) { require.False(t, interpreter.Supports(nil, interpreter.Retain)) },
		"NewError": func(t *testing.T) {
			require.NoError(t, interpreter.NewError("", nil, nil, nil))
			require.Error(t, interpreter.NewError("", nil, nil, errors.New("x")))
			require.Error(t, interpreter.NewError("", &unstructured.Unstructured{}, nil, errors.New("x")))
		},
		"Dependency.Compare": func(t *testing.T) {
			require.Zero(t, interpreter.Dependency{}.Compare(interpreter.Dependency{}))
			require.Zero(t, interpreter.Dependency{}.Compare(interpreter.Dependency{LabelSelector: &metav1.LabelSelector{}}), "both have an empty text")
		},
	}
	exported.Methods(t, calls, &interpreter.Registry{}, &interpreter.Error{})
	exported.Walk(t, calls)
}
