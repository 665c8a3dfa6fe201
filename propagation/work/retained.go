package work

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// retained returns the places of a manifest that an update leaves to the cluster. Of metadata these are labels and annotations.
func retained(manifest, merged *unstructured.Unstructured) []Difference {
	var list []Difference
	for c := range jsontree.Diff(manifest.Object, merged.Object) {
		if c.Pointer[0] == "status" || c.Op == jsontree.Add && dropped(c.New) {
			continue
		}
		if c.Pointer[0] == "metadata" && (len(c.Pointer) < 2 || c.Pointer[1] != "labels" && c.Pointer[1] != "annotations") {
			continue
		}
		list = append(list, Difference{slices.Clone(c.Pointer), OwnedRetained})
	}
	return list
}
