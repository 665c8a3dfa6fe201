package work

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Completions divides the completions of a Job.
var Completions = completions

// Finish returns a copy of an object as a manifest.
func Finish(object *unstructured.Unstructured, work metav1.ObjectMeta, stored *api.Work) (*unstructured.Unstructured, error) {
	finished, err := copyOf(object)
	if err != nil {
		return nil, err
	}
	f, err := finish(finished, metadata{}, work, stored)
	if err != nil {
		return nil, err
	}
	f.list()
	return finished, nil
}

// Merge merges a copy of a desired Work into the stored one.
func Merge(stored, desired *api.Work) (*api.Work, error) {
	return merge(stored, desired.DeepCopy())
}
