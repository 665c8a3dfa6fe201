package affected

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Template returns a template, or nil.
func (x *Index) Template(ref override.Ref) *unstructured.Unstructured {
	defer x.lock()()
	return x.templates[ref]
}

// Templates returns the references of all templates, sorted.
func (x *Index) Templates() []override.Ref {
	defer x.lock()()
	return slices.SortedFunc(maps.Keys(x.templates), content.CompareRefs)
}

// Binding returns the stored binding with the name of that of a template, or nil. It may belong to another object, see [bind.AlreadyBinds].
func (x *Index) Binding(template override.Ref) api.Binding {
	defer x.lock()()
	if b := x.bindings.all[content.BindingRef(template)]; b != nil {
		return b.binding
	}
	return nil
}

// Bound returns the references of the objects that have a stored binding of their own, sorted. They may be gone.
func (x *Index) Bound() []override.Ref {
	defer x.lock()()
	found := answer{}
	for _, b := range x.bindings.all {
		if b.template != (override.Ref{}) {
			found[b.template] = true
		}
	}
	return found.sorted()
}

// TemplateOf returns the object of a stored binding, if the binding is there and has the name of that of the object. The object may be gone.
func (x *Index) TemplateOf(binding override.Ref) (template override.Ref, found bool) {
	defer x.lock()()
	if b := x.bindings.all[binding]; b != nil {
		template = b.template
	}
	return template, template != (override.Ref{})
}

// Works returns the stored Works that name a binding, sorted by namespace and name, see [work.BindingOf].
func (x *Index) Works(binding override.Ref) []*api.Work {
	defer x.lock()()
	var works []*api.Work
	for ref := range x.byBinding[binding] {
		works = append(works, x.stored[ref])
	}
	slices.SortFunc(works, content.CompareObjects)
	return works
}

// Bindings returns the ResourceBindings, for [bind.DistributeInput]. It changes with the index.
func (x *Index) Bindings() *bind.Index {
	return &x.attached
}

// Peers returns the bindings by workload affinity group, or nil if the gate WorkloadAffinity is off. It changes with the index.
func (x *Index) Peers() *schedule.Peers {
	if !x.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil
	}
	return &x.peers
}

// Policies returns the propagation policies as they are now. The result never changes. It is made once after each change of a policy.
func (x *Index) Policies() *claim.Policies {
	defer x.lock()()
	if x.policies == nil {
		x.policies = claim.NewPolicies(slices.Collect(maps.Values(x.sources))...)
	}
	return x.policies
}

// Sources returns the propagation policies as they were put, sorted by their references.
func (x *Index) Sources() []api.PropagationSource {
	defer x.lock()()
	return slices.SortedFunc(maps.Values(x.sources), func(a, b api.PropagationSource) int { return content.CompareRefs(a.Ref(), b.Ref()) })
}

// Claimed returns the templates that a policy has claimed, sorted, see [claim.ClaimOf]. A policy that is being deleted may go when the list is empty.
func (x *Index) Claimed(policy override.Ref) []override.Ref {
	defer x.lock()()
	found := answer{}
	for ref := range x.claimed[policy] {
		o := x.templates[ref]
		if c, claimed := claim.ClaimOf(content.Labels(o), content.Annotations(o)); claimed && c.Policy == policy {
			found[ref] = true
		}
	}
	return found.sorted()
}

// Find finds the objects of a dependency among the templates: it is a [bind.DependencyFinder].
func (x *Index) Find(_ context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
	defer x.lock()()
	return content.FindDependency(d, x.templates, x.indexed)
}
