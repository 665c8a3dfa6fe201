package mcs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// ServiceInput is a MultiClusterService with what is stored for it. It is never written.
type ServiceInput struct {
	// MultiClusterService has its permanent id as a label, multiclusterservice.karmada.io/permanent-id, which Karmada's admission sets.
	MultiClusterService *unstructured.Unstructured

	Service  *unstructured.Unstructured // with the same namespace and name; nil if it does not exist
	Binding  *api.ResourceBinding       // the stored binding of the Service, or nil
	Clusters []*api.Cluster             // all clusters, with distinct names

	// Stored has the stored Works, with distinct names: at least those whose labels have the permanent id of the MultiClusterService, and those whose labels name it.
	Stored []*api.Work

	Now time.Time // of a new condition

	// NewID returns the permanent id of a Work without one, as in [work.Input]. Nil is only safe if the API server assigns ids.
	NewID func(of override.Ref) string
}

// Propagation is what must be done for a MultiClusterService.
type Propagation struct {
	Reason string // in words for a person

	// Finalizers are those that the MultiClusterService must have. Write new ones before all else, then Service, Binding, Write, Delete and
	// Conditions, and remove finalizers last. If a step fails, call PropagateService again with what is stored by then.
	Finalizers []string

	Write   []*api.Work   // sorted
	Delete  []work.Orphan // sorted
	Skipped []Skipped     // providers that get no Work

	Service *unstructured.Unstructured // as it must be stored; nil if nothing changes
	Binding *api.ResourceBinding       // as it must be stored; nil if nothing changes

	// Conditions are those that the MultiClusterService must have.
	Conditions []metav1.Condition
}

// PropagateService returns what must be stored for a MultiClusterService. Call it when the MultiClusterService changes, when the Service with
// its name does, and when one of its clusters does.
//
//  1. If it is being deleted, or its types do not have CrossCluster, everything is undone: its Works with the slices they
//     collect, see [CleanSlice], and the claims of the Service and its binding. Both stay, the binding with its placement. The annotations
//     of the Service stay too. It loses its finalizer, unless there is an error. If it is not being deleted, the condition is set.
//  2. Otherwise it gets the finalizer, and a Work in each provider cluster. Without a list every cluster is a provider. A cluster that
//     does not exist, is not ready, or is known to lack EndpointSlices is skipped. Existing Works there are kept.
//  3. The manifest of the Work is the MultiClusterService itself, to start the collection of slices; the Work is suspended.
//  4. Works in clusters that are not providers are deleted, with the slices they collect. Dispatched Works are deleted in all clusters if
//     the Work that they come from does not exist.
//  5. The Service with the same name is claimed: it loses the labels and annotations of policies, and gets those of the
//     MultiClusterService. Policies ignore it from then on. Without a Service the error is [ErrNoService]; the Works are still written.
//  6. The Service gets a binding to all providers and consumers, which overwrites objects that exist there. It owns the binding, but does
//     not control it. In a stored binding, the owner, the finalizers, the resource, the placement and the conflict resolution are replaced; labels and
//     annotations are added, so those of a policy stay. A binding that is being deleted keeps its finalizers. If another object controls it, the error
//     is a [*bind.OwnerError].
//  7. The condition [ConditionServiceApplied] is set.
//
// An error comes with a Propagation if rule 1 or 2 was reached: with the condition, and what could be made. It wraps a
// [*work.Error] for each cluster that failed, and any other error. The result shares no memory with the input.
//
// Each Work has a copy of the MultiClusterService with its lists of clusters, so the results of a MultiClusterService that lists n providers have
// a size of n².
func PropagateService(in ServiceInput) (Propagation, error) {
	conditions, err := in.check()
	if err != nil {
		return Propagation{}, err
	}
	mcs, ref := in.MultiClusterService, multiClusterServiceKind.ref(in.MultiClusterService)
	p := Propagation{Finalizers: slices.Clone(mcs.GetFinalizers()), Conditions: conditions}
	deleting := content.Deleting(mcs)
	if deleting || !crossesClusters(mcs) {
		p.Reason = fmt.Sprintf("%s does not have the type CrossCluster", ref)
		if deleting {
			p.Reason = fmt.Sprintf("%s is being deleted", ref)
		}
		in.releaseService(&p)
		err = in.retrieve(&p, nil)
		if !deleting {
			p.Conditions = content.SetCondition(p.Conditions, appliedCondition(err), in.Now)
		}
		if err == nil {
			p.Finalizers = content.Without(p.Finalizers, api.MultiClusterServiceFinalizer)
		}
		return p, err
	}
	p.Reason = fmt.Sprintf("%s provides a Service across clusters", ref)
	if !slices.Contains(p.Finalizers, api.MultiClusterServiceFinalizer) {
		p.Finalizers = append(p.Finalizers, api.MultiClusterServiceFinalizer)
	}
	err = in.propagate(&p)
	p.Conditions = content.SetCondition(p.Conditions, appliedCondition(err), in.Now)
	return p, err
}

// check returns an error if the input is not valid, and the conditions of the MultiClusterService.
func (in ServiceInput) check() ([]metav1.Condition, error) {
	if err := multiClusterServiceKind.check(in.MultiClusterService); err != nil {
		return nil, err
	}
	name := nameOf(in.MultiClusterService)
	if name.Name == "" || name.Namespace == "" {
		return nil, fmt.Errorf("%s: found namespace %q and name %q, expected both", multiClusterServiceKind.ref(in.MultiClusterService), name.Namespace, name.Name)
	}
	if in.Service != nil {
		if err := serviceKind.check(in.Service); err != nil {
			return nil, err
		}
		if found := nameOf(in.Service); found != name {
			return nil, fmt.Errorf("found the Service %s, expected %s", found, name)
		}
	}
	if in.Binding != nil {
		expected := api.BindingName(serviceKind.kind, name.Name)
		if in.Binding.Namespace != name.Namespace || in.Binding.Name != expected {
			return nil, fmt.Errorf("found %s, expected the binding %s/%s", in.Binding.Ref(), name.Namespace, expected)
		}
		if err := content.CheckBinding(in.Binding); err != nil {
			return nil, err
		}
	}
	return conditionsOf(in.MultiClusterService)
}

// crossesClusters reports whether the types of a valid MultiClusterService have CrossCluster.
func crossesClusters(mcs *unstructured.Unstructured) bool {
	spec, _ := mcs.Object["spec"].(map[string]any)
	list, _ := spec["types"].([]any)
	return slices.Contains(list, any("CrossCluster"))
}

// propagate implements the rules 2 to 6 of [PropagateService].
func (in ServiceInput) propagate(p *Propagation) error {
	all := fleetOf(in.Clusters)
	providers := all.listed(in.MultiClusterService, providerClusters)
	usable, skipped := all.usable(providers)
	p.Skipped = skipped
	name := nameOf(in.MultiClusterService)
	workName := api.WorkName(multiClusterServiceKind.kind, name.Namespace, name.Name)
	stored := map[string]*api.Work{}
	for _, w := range in.Stored {
		if w != nil && w.Name == workName {
			stored[w.Namespace] = w
		}
	}
	manifest, suspend := manifestOf(in.MultiClusterService), true
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{Name: workName, Labels: map[string]string{
		api.MultiClusterServiceIDLabel:        in.id(),
		api.MultiClusterServiceNamespaceLabel: name.Namespace,
		api.MultiClusterServiceNameLabel:      name.Name,
	}}}
	desired.Spec.SuspendDispatching = &suspend
	var errs []error
	p.Write, errs = worksFor(usable, multiClusterServiceKind.ref(in.MultiClusterService), desired, manifest, stored, in.NewID)
	errs = append(errs, in.retrieve(p, providers), in.bindService(p, providers.Union(all.listed(in.MultiClusterService, consumerClusters))))
	return errors.Join(errs...)
}

// id returns the permanent id of the MultiClusterService, or "".
func (in ServiceInput) id() string {
	return content.Labels(in.MultiClusterService)[api.MultiClusterServiceIDLabel]
}

// manifestOf returns a MultiClusterService with the field that its Go type always writes. It shares memory with it.
func manifestOf(mcs *unstructured.Unstructured) *unstructured.Unstructured {
	manifest := withKind(mcs, multiClusterServiceKind)
	spec, _ := manifest.Object["spec"].(map[string]any)
	if spec = maps.Clone(spec); spec != nil && spec["range"] == nil {
		spec["range"] = map[string]any{}
	}
	manifest.Object["spec"] = spec
	return manifest
}
