package content_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{"x": nil}
	cyclic["self"] = []any{"a", cyclic}
	list := []any{nil}
	list[0] = list
	shared := map[string]any{"a": "b"}
	dag := any("leaf")
	for range 64 {
		dag = map[string]any{"left": dag, "right": dag}
	}
	nested := func(levels int) (v any) {
		for range levels {
			v = []any{v}
		}
		return v
	}
	deep := nested(6_000)
	many := make([]any, 100_000)
	for _, c := range []struct {
		name, reason string
		value        any
		err          string
	}{
		{"JSON", "all kinds of values are there", map[string]any{"s": "", "i": int64(1), "f": 1.5, "b": true, "n": nil, "l": []any{map[string]any{}}}, ""},
		{"nothing", "a nil map is written as null", map[string]any(nil), ""},
		{"int", "a decoder returns int64", map[string]any{"deep": []any{nil, int(1)}}, "/spec/deep/1 is a Go int,"},
		{"map of strings", "a decoder returns map[string]any", map[string]string{"a": "b"}, "/spec is a Go map[string]string,"},
		{"not a number", "JSON cannot write it", []any{math.NaN()}, "/spec/0 is NaN,"},
		{"infinity", "JSON cannot write it", []any{math.Inf(-1)}, "/spec/0 is -Inf,"},
		{"first of two", "the fault does not depend on the order of a map", map[string]any{"b": int(1), "a": uint8(1)}, "/spec/a is a Go uint8,"},
		{"cyclic map", "its copy would never end", cyclic, "contains itself"},
		{"cyclic list", "its copy would never end", list, "contains itself"},
		{"shared map", "two fields may share a map", []any{shared, shared, map[string]any{"in": shared}}, ""},
		{"a map for all leaves", "its copy has 2^64 values", dag, "shares maps or lists"},
		{"deep", "it is the limit of a decoder", nested(jsontree.MaxDepth - 1), ""},
		{"too deep", "no decoder returns it", nested(jsontree.MaxDepth), "nests more than 10000 levels deep"},
		{"shared and too deep", "the depth of a shared list counts", []any{deep, wrap(deep, 5_000), many}, "nests more than 10000 levels deep"},
		{"large", "size alone is not a fault", many, ""},
		{"large and wrong", "the fault is found after many values", append(many[:len(many):len(many)], struct{}{}), "/spec/100000 is a Go struct {},"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := content.Check(map[string]any{"spec": c.value})
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.ErrorContains(t, err, c.err, c.reason)
		})
	}
}

func wrap(v any, levels int) any {
	for range levels {
		v = map[string]any{"in": v}
	}
	return v
}

// TestCheckCost checks that a valid object needs no allocations.
func TestCheckCost(t *testing.T) {
	object := map[string]any{}
	for i := range 100 {
		object[fmt.Sprint("key", i)] = []any{"a", map[string]any{"b": int64(i)}}
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { _ = content.Check(object) }))
}

// TestRead compares with the getters of package unstructured where these may be called.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, values := range []any{nil, "x", map[string]any{"a": "b", "n": nil}, map[string]any{"a": int64(1)}, map[string]any(nil), map[string]string{"a": "b"}} {
		for _, name := range []any{nil, "web", int64(3)} {
			o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": name, "metadata": map[string]any{
				"name": name, "namespace": "shop", "labels": values, "annotations": values, "deletionTimestamp": name,
			}}}
			ref := override.RefOf(o)
			require.Equal(t, []string{o.GetAPIVersion(), o.GetKind(), o.GetNamespace(), o.GetName()}, []string{ref.APIVersion, ref.Kind, ref.Namespace, ref.Name})
			require.Equal(t, o.GroupVersionKind(), content.Kind(o))
			require.Equal(t, o.GetLabels(), content.Labels(o), "%#v", values)
			require.Equal(t, o.GetAnnotations(), content.Annotations(o))
			require.False(t, content.Deleting(o))
		}
	}
	deleting := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "a/b/c", "kind": "K", "metadata": map[string]any{"deletionTimestamp": "2026-01-02T03:04:05Z"}}}
	require.True(t, content.Deleting(deleting))
	require.Equal(t, deleting.GroupVersionKind(), content.Kind(deleting), "an apiVersion that cannot be parsed")
	require.Zero(t, override.RefOf(nil))
}
