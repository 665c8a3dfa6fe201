package override

import (
	"iter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/inorder"
	"github.com/overridekit/overridekit/selector"
)

// Inventory returns the variants of every object (see [Selection.Variants]), in the order of the objects. It computes them on all
// processors while the caller iterates. Objects and clusters are kept and never written; do not write them while the iteration or a
// result is in use.
//
// Only a few objects per processor are in progress at a time: Inventory reads the next object, in the caller's goroutine, only after
// the caller has consumed a result. Breaking out of the loop stops the work and leaves no goroutine running.
func (s *Set) Inventory(objects iter.Seq[*unstructured.Unstructured], clusters []selector.Cluster) iter.Seq2[*unstructured.Unstructured, []Variant] {
	type row struct {
		object   *unstructured.Unstructured
		variants []Variant
	}
	return func(yield func(*unstructured.Unstructured, []Variant) bool) {
		for r := range inorder.Map(0, objects, func(object *unstructured.Unstructured) row {
			return row{object, s.Select(object).Variants(clusters)}
		}) {
			if !yield(r.object, r.variants) {
				return
			}
		}
	}
}
