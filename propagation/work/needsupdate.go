package work

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// needsUpdate reports whether Karmada sends an update: whether the merged object, see [Retain], differs from the observed one after that is pruned
// and has got what an update retains of its metadata.
//
// They must be equal value by value: a field that is missing differs from an empty one, null from an empty list, and 1 from 1.0. Only the lists
// of a ServiceAccount, which its interpreter writes as null, are equal to empty ones.
func needsUpdate(merged, observed *unstructured.Unstructured) bool {
	view, err := retainMetadata(prunedView(observed), observed)
	if err != nil {
		return true
	}
	pruned := view.Object
	if pruned["kind"] == "ServiceAccount" && pruned["apiVersion"] == "v1" {
		for _, key := range []string{"secrets", "imagePullSecrets"} {
			if list, ok := pruned[key].([]any); ok && len(list) == 0 {
				pruned[key] = nil
			}
		}
	}
	return !identical(merged.Object, pruned)
}

// identical reports whether two checked values have the same types and values.
func identical(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, v := range a {
			if other, found := b[key]; !found || !identical(v, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, identical)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// prunedView returns a pruned object, see [Prune]. Fields that cannot be pruned stay. The result shares memory with the object; only what
// pruning writes is copied.
func prunedView(observed *unstructured.Unstructured) *unstructured.Unstructured {
	pruned := &unstructured.Unstructured{Object: forPruning(observed.Object)}
	copyInside(pruned.Object, jsontree.Pointer{"metadata", "annotations"})
	_ = prune(pruned) // the metadata and the status are removed before anything can fail
	return pruned
}
