package work

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Assemble returns the Work of one object as it must be stored: it is [NewDraft] and [Draft.For] in one. stored is the stored Work, or nil. The
// desired Work is in the namespace of a cluster.
//
// The result shares no memory with the arguments. The object may have the content of
// [override.Result.SharedContent], which saves a copy.
func Assemble(stored, desired *api.Work, object *unstructured.Unstructured, newID func(of override.Ref) string) (*api.Work, error) {
	d, err := NewDraft(desired, object)
	if err != nil {
		return nil, err
	}
	cluster, err := api.ClusterOfNamespace(desired.Namespace)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", desired.Ref(), err)
	}
	r, err := d.For(cluster, stored, newID)
	return r.Work(), err
}
