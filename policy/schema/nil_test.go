package schema_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"New": func(t *testing.T) {
			s, errs := schema.New(nil, &unstructured.Unstructured{})
			require.NotNil(t, s)
			require.Empty(t, errs)
		},
		"Added": func(t *testing.T) { require.Len(t, schema.Added(nil, []schema.Misfit{{}}), 1) },
	}
	exported.Methods(t, calls, &schema.Error{}, &schema.Misfit{}, &schema.Schemas{})
	exported.Walk(t, calls)
}
