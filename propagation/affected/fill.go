package affected

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Stored are objects that a control plane stores.
type Stored struct {
	Templates []*unstructured.Unstructured
	Policies  []api.PropagationSource
	Overrides []Override
	Clusters  []*api.Cluster
	Bindings  []api.Binding
	Works     []*api.Work
}

// Fill puts objects of the first lists, in a time that is linear in their number: a Put of each returns also templates that are placed anyway, so many
// objects that concern each other take the square of that.
//
// It returns only what rules 5 to 7 of [Index.PutTemplate] say about other templates. The caller places all of [Index.Templates] and [Index.Bound] that are new, once the
// lists are complete.
func (x *Index) Fill(all Stored) []override.Ref {
	defer x.lock()()
	x.filling = true
	defer func() { x.filling = false }()
	found := answer{}
	for _, o := range all.Templates {
		if o != nil {
			for _, ref := range x.replaceTemplate(override.RefOf(o), o) {
				found[ref] = true
			}
		}
	}
	for _, p := range all.Policies {
		if claim.PolicySpec(p) != nil {
			x.replacePolicy(p.Ref(), p)
		}
	}
	for _, o := range all.Overrides {
		if o.Policy != nil {
			x.replaceOverride(o.Policy.Ref(), o)
		}
	}
	for _, c := range all.Clusters {
		if c != nil {
			x.replaceCluster(c.Name, c)
		}
	}
	for _, b := range all.Bindings {
		if !content.NoBinding(b) {
			x.replaceBinding(b.Ref(), b)
		}
	}
	for _, w := range all.Works {
		if w != nil {
			x.replaceWork(w.Ref(), w)
		}
	}
	return found.sorted()
}
