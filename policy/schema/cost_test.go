package schema_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/schema"
)

// TestDepthCost checks that the memory of a schema, and of a check, is linear in the depth. It is not parallel, because it counts all allocations.
func TestDepthCost(t *testing.T) {
	cost := func(depth int) (compiling, checking uint64) {
		deep, value := map[string]any{"type": "string"}, any("x")
		for range depth {
			deep, value = map[string]any{"properties": map[string]any{"k": deep}}, map[string]any{"k": value}
		}
		crd := definition(map[string]any{"properties": map[string]any{"a": deep}})
		o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "A", "a": value}}
		var before, between, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, errs := schema.New(crd)
		runtime.ReadMemStats(&between)
		misfits := s.Misfits(o)
		runtime.ReadMemStats(&after)
		require.Empty(t, errs)
		require.Empty(t, misfits)
		return between.TotalAlloc - before.TotalAlloc, after.TotalAlloc - between.TotalAlloc
	}
	compiling, checking := cost(1000)
	compiling4, checking4 := cost(4000)
	require.Less(t, compiling4, 8*compiling)
	require.Less(t, checking4, 8*checking)
}
