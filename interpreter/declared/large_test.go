package declared_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

// TestDecodeBounds has a megabyte of YAML that would take gigabytes or minutes to decode.
func TestDecodeBounds(t *testing.T) {
	t.Parallel()
	var tags strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&tags, "%%TAG !%d! x\n", i)
	}
	for _, c := range []struct{ name, in, want string }{
		{"aliases", "retain:\n- &a /" + strings.Repeat("x", 500_000) + "\n" + strings.Repeat("- *a\n", 90_000), "document 1: the text is too large when its aliases are expanded"},
		{"levels", "retain: " + strings.Repeat("[", 600) + strings.Repeat("]", 600), "document 1: the text nests 601 levels deep, expected at most 500"},
		{"directives", tags.String() + "---\n", "document 1: found 50000 directives of 688890 bytes, expected at most 10 of 1000"},
		{"a long directive", "%TAG !a! " + strings.Repeat("x", 1000) + "\n---\n", "document 1: found 1 directives of 1009 bytes, expected at most 10 of 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := declared.Decode(strings.NewReader(c.in))
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestValidateBounds has declarations whose entries would all be compared with each other.
func TestValidateBounds(t *testing.T) {
	t.Parallel()
	d := declared.Declaration{APIVersion: "v1", Kind: "Thing"}
	for i := range 1001 {
		d.Retain = append(d.Retain, fmt.Sprint("/a/", i))
	}
	require.EqualError(t, d.Validate().ToAggregate(), "retain: Too many: 1001: must have at most 1000 items")
	d.Retain = d.Retain[:1000]
	require.Empty(t, d.Validate(), "at the limit")
	for range 1000 {
		d.Status = append(d.Status, declared.StatusField{Pointer: "/status/a", Report: true})
	}
	require.Len(t, d.Validate(), 100, "each is a duplicate of 999 others")
}

// TestCycles calls every hook with objects that contain themselves: it returns a result or an error.
func TestCycles(t *testing.T) {
	t.Parallel()
	cycle := map[string]any{"n": int64(1)}
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "spec", "status", "conditions"} {
		cycle[key] = cycle
	}
	list := []any{nil}
	list[0] = list
	registry := registryOf(t, every)
	for _, content := range []map[string]any{cycle, {"spec": cycle, "status": cycle}, {"spec": list, "status": map[string]any{"a": list, "e": list, "conditions": list}}} {
		object := &unstructured.Unstructured{Object: content}
		items := []interpreter.StatusItem{{ClusterName: "a", Status: content["status"]}, {ClusterName: "b", Status: cycle}, {ClusterName: "c", Status: list}}
		require.NotPanics(t, func() { all(t, registry, object, object, items) })
	}
}

// TestManyElements aggregates a list of a million elements, with -short of a hundred thousand.
func TestManyElements(t *testing.T) {
	t.Parallel()
	elements := make([]any, 1_000_000)
	if testing.Short() {
		elements = elements[:100_000]
	}
	for i := range elements {
		elements[i] = int64(i % 1000)
	}
	hook := hookOf(t, (*interpreter.Registry).StatusAggregator, "status: [{pointer: /status/x, aggregate: concatenate}]")
	object, err := hook.AggregateStatus(context.Background(), objectOf(t, ""), []interpreter.StatusItem{{ClusterName: "a", Status: map[string]any{"x": elements}}})
	require.NoError(t, err)
	require.Len(t, object.Object["status"].(map[string]any)["x"], 1000)
}
