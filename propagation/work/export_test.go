package work

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Assemble returns the Work of one object for the cluster of the desired Work.
func Assemble(stored, desired *api.Work, object *unstructured.Unstructured, newID func(of override.Ref) string) (*api.Work, error) {
	d, err := NewDraft(desired, object)
	if err != nil {
		return nil, err
	}
	cluster, err := api.ClusterOfNamespace(desired.Namespace)
	if err != nil {
		return nil, err
	}
	r, err := d.For(cluster, stored, newID)
	return r.Work(), err
}

// Completions is completions, for tests.
var Completions = completions
