package member

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// Kind returns copies of the objects of a kind, sorted by namespace and name.
func (s *Server) Kind(apiVersion, kind string) []*unstructured.Unstructured {
	var all []*unstructured.Unstructured
	for ref, o := range s.objects {
		if ref.APIVersion == apiVersion && ref.Kind == kind {
			all = append(all, o.DeepCopy())
		}
	}
	slices.SortFunc(all, func(a, b *unstructured.Unstructured) int {
		return strings.Compare(override.RefOf(a).String(), override.RefOf(b).String())
	})
	return all
}
