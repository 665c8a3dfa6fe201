package propagation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Changes are what has changed in the input of a plan, see [Plan.With]. The zero value changes nothing. As in [PlanInput], nil entries are ignored,
// and so are policies and bindings of other Go types. A reference that is twice in the changes, set or removed, is an error of With, and so is one in
// Remove that the input does not have.
type Changes struct {
	// Objects that are new, or that take the place of the object with their reference: API version, kind, namespace and name.
	Templates []*unstructured.Unstructured
	Policies  []api.PropagationSource
	Overrides []api.OverrideSource
	Clusters  []*api.Cluster
	Bindings  []api.Binding
	Works     []*api.Work

	// Remove has the references of objects that are gone, from any list of the input. Except for templates, a reference is the result of the
	// object's method Ref.
	Remove []override.Ref
}

// edits are the changes by the type of the objects, sorted.
type edits struct {
	templates edit[*template]
	policies  edit[api.PropagationSource]
	overrides edit[api.OverrideSource]
	clusters  edit[*api.Cluster]
	bindings  edit[api.Binding]
	works     edit[*api.Work]
}

// editsOf returns the edits of the objects of a plan:
//
//  1. An object that is set takes the place of all objects with its reference. This also removes the warning that it is given twice.
//  2. It is an error if a reference is twice in the changes, whether it is set or removed, or if no object has a reference that is removed.
//  3. An override policy that [NewPlan] does not accept is the same error.
func editsOf(c Changes, of *objects) (e edits, err error) {
	overrides := without(c.Overrides, isNil)
	for _, o := range overrides {
		if _, err := work.Record(o); err != nil {
			return e, err
		}
	}
	r := &references{gone: map[override.Ref]bool{}, found: map[override.Ref]bool{}}
	for _, ref := range c.Remove {
		if r.gone[ref] {
			r.fail(ref)
		}
		r.gone[ref] = true
	}
	var templates []*template
	for _, object := range c.Templates {
		if object != nil {
			templates = append(templates, newTemplate(object))
		}
	}
	e.templates = newEdit(r, of.templates, templates, templateRef)
	e.policies = newEdit(r, of.policies, without(c.Policies, isNoPolicy), api.PropagationSource.Ref)
	e.overrides = newEdit(r, of.overrides, overrides, api.OverrideSource.Ref)
	e.clusters = newEdit(r, of.clusters, without(c.Clusters, isNilObject), (*api.Cluster).Ref)
	e.bindings = newEdit(r, of.bindings, without(c.Bindings, content.NoBinding), api.Binding.Ref)
	e.works = newEdit(r, of.works, without(c.Works, isNilObject), (*api.Work).Ref)
	for _, ref := range c.Remove {
		if !r.found[ref] && r.err == nil {
			r.err = fmt.Errorf("changes: cannot remove %s: the input does not have it", content.ClipRef(ref))
		}
	}
	return e, r.err
}

// unedited returns the superseded objects whose references are not in the edits: a change takes the place of all objects with its reference.
func (e *edits) unedited(s PlanInput) PlanInput {
	return PlanInput{
		Templates: unedited(s.Templates, e.templates, override.RefOf),
		Policies:  unedited(s.Policies, e.policies, api.PropagationSource.Ref),
		Overrides: unedited(s.Overrides, e.overrides, api.OverrideSource.Ref),
		Clusters:  unedited(s.Clusters, e.clusters, (*api.Cluster).Ref),
		Bindings:  unedited(s.Bindings, e.bindings, api.Binding.Ref),
		Works:     unedited(s.Works, e.works, (*api.Work).Ref),
	}
}

// changesDuplicates reports whether the edits set or remove a template, policy, override policy or cluster that is given more than once. All changes of
// stored objects are rule 3 of bounded.
func (e *edits) changesDuplicates(superseded PlanInput) bool {
	return edited(superseded.Templates, e.templates, override.RefOf) || edited(superseded.Policies, e.policies, api.PropagationSource.Ref) ||
		edited(superseded.Overrides, e.overrides, api.OverrideSource.Ref) || edited(superseded.Clusters, e.clusters, (*api.Cluster).Ref)
}

// references are the references in changes.
type references struct {
	gone, found map[override.Ref]bool // those that are removed, and those of them that an object has
	err         error                 // the first one
}

func (r *references) fail(ref override.Ref) {
	if r.err == nil {
		r.err = fmt.Errorf("changes: found %s twice, expected it once", content.ClipRef(ref))
	}
}

// without returns a new list without some entries.
func without[T any](all []T, not func(T) bool) (kept []T) {
	for _, v := range all {
		if !not(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func isNoPolicy(p api.PropagationSource) bool { return claim.PolicySpec(p) == nil }

func isNilObject[T any](object *T) bool { return object == nil }

func templateRef(t *template) override.Ref { return t.ref }
