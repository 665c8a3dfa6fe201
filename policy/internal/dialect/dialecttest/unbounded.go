package dialecttest

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Unbounded returns objects of a kind that contain themselves, or that package json would write without a limit: as decoded JSON and as other Go
// values. The key is the reason to refuse them.
func Unbounded(kind string) map[string][]any {
	type foreign struct {
		Kind string `json:"kind"`
		Spec any    `json:"spec"`
	}
	cyclic, shared, deep := map[string]any{}, map[string]any{}, any("x")
	cyclic["a"] = cyclic
	for range 22 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	for range jsontree.MaxDepth {
		deep = []any{deep}
	}
	all := map[string][]any{}
	for reason, spec := range map[string]any{"it contains itself": cyclic, "its maps are shared": shared, "it is deep": deep} {
		decoded, typed := map[string]any{"kind": kind, "spec": spec}, foreign{kind, spec}
		all[reason] = []any{
			decoded, &unstructured.Unstructured{Object: decoded}, unstructured.Unstructured{Object: decoded}, typed, &typed,
			map[string]any{"kind": kind, "spec": typed}, map[string]foreign{"spec": typed},
		}
	}
	return all
}
