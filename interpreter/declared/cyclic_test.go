package declared_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

// TestZero reads no declarations, and validates the zero Declaration and values that are not JSON.
func TestZero(t *testing.T) {
	t.Parallel()
	made, err := declared.Decode(strings.NewReader(""))
	require.NoError(t, err)
	require.Empty(t, made)
	none, err := declared.Interpreters()
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = declared.Interpreters(declared.Declaration{})
	require.Error(t, err)
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	require.NotEmpty(t, declared.Declaration{}.Validate())
	require.NotEmpty(t, declared.Declaration{APIVersion: "v1", Kind: "A", Health: []declared.Condition{{}, {Pointer: "/a", Equals: cyclic}, {Equals: func() {}}}}.Validate())
}

// TestCyclic calls every hook with an object that contains itself.
func TestCyclic(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{"x": "x"}
	cyclic["a"], cyclic["b"], cyclic["c"], cyclic["conditions"] = cyclic, cyclic, cyclic, []any{cyclic}
	registry := registryOf(t, every)
	for _, content := range []map[string]any{
		cyclic, {"spec": cyclic, "status": cyclic}, {"metadata": cyclic, "apiVersion": cyclic, "kind": cyclic},
		{"metadata": map[string]any{"name": cyclic, "namespace": cyclic}}, {"kind": 5, "apiVersion": "a/b/c", "metadata": map[string]string{"name": "x"}},
	} {
		object := &unstructured.Unstructured{Object: content}
		all(t, registry, object, object, []interpreter.StatusItem{{Status: cyclic}, {Status: content}, {}})
	}
}

// TestValidateLists checks that entries of long lists are not compared with each other.
func TestValidateLists(t *testing.T) {
	t.Parallel()
	const n = 250_000
	d := declared.Declaration{APIVersion: "v1", Kind: "A", Components: make([]declared.Component, n), Retain: make([]string, n),
		Status: make([]declared.StatusField, n), Health: make([]declared.Condition, n), Dependencies: make([]declared.Dependency, n)}
	faults := d.Validate()
	require.Len(t, faults, 5)
	for i, name := range []string{"components", "retain", "status", "health", "dependencies"} {
		require.EqualError(t, faults[i], name+": Too many: 250000: must have at most 1000 items")
	}
}

// TestValidateOverlap checks that a field of the status is reported to overlap one earlier field only, and that at most 100 faults are
// returned.
func TestValidateOverlap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		fields, want int
	}{
		{"a few", "each field but the first overlaps one", 50, 49},
		{"the most", "each field but the first overlaps one", 101, 100},
		{"many", "at most 100 faults are returned", 1000, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := declared.Declaration{APIVersion: "v1", Kind: "A"}
			for range c.fields {
				d.Status = append(d.Status, declared.StatusField{Pointer: "/status/a", Report: true})
			}
			faults := d.Validate()
			require.Len(t, faults, c.want, c.reason)
			for i, fault := range faults {
				require.Equal(t, fmt.Sprintf("status[%d].pointer", i+1), fault.Field, c.reason)
			}
		})
	}
}
