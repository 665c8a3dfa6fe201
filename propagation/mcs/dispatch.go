package mcs

import (
	"errors"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// DispatchInput is a Work that collects an EndpointSlice for a MultiClusterService. It is never written.
type DispatchInput struct {
	Work                *api.Work
	MultiClusterService *unstructured.Unstructured // the one that [MultiClusterServiceOf] names; nil if it is gone
	Clusters            []*api.Cluster             // all clusters, with distinct names

	// Stored has the stored Works, with distinct names: at least those with the name of Work, and those with the labels of the MultiClusterService.
	Stored []*api.Work

	Now time.Time // of a new condition

	// NewID returns the permanent id of a Work without one, as in [work.Input]. Nil is only safe if the API server assigns ids.
	NewID func(of override.Ref) string
}

// Dispatch is what must be done with the Works of the consumers of an EndpointSlice.
type Dispatch struct {
	Reason string // in words for a person

	Write   []*api.Work   // sorted
	Delete  []work.Orphan // sorted; done before Write
	Skipped []Skipped     // consumers that get no Work

	// Finalizers are those that the collecting Work must have after Write and Delete are done.
	Finalizers []string

	// Conditions are those that the MultiClusterService must have. They are nil if it is gone. The Works of all its slices set the same condition:
	// it has the result of the last call.
	Conditions []metav1.Condition
}

// DispatchSlice returns the Works that bring a collected EndpointSlice to the consumers of its MultiClusterService.
//
//  1. A Work without an EndpointSlice is ignored.
//  2. If the Work is being deleted, or has no label with the name of a MultiClusterService, its dispatched Works are deleted: those with the
//     same name and the annotation of its cluster. The Work loses its finalizer.
//  3. If the MultiClusterService is gone, or the Work is a dispatched one itself, nothing happens.
//  4. Dispatched Works of the MultiClusterService, of any EndpointSlice, are deleted if their cluster is not a consumer.
//  5. Each consumer gets a Work, except the cluster of the slice itself. Without a list every cluster is a consumer. A cluster that
//     does not exist, is not ready, or is known to lack EndpointSlices is skipped. Existing Works there are kept.
//  6. The manifest is the first of the Work, renamed to <cluster>-<name>. All labels and annotations are replaced: by the Service, the
//     controller and the cluster of the slice. The generateName stays.
//  7. The Work has the same name as the collecting Work, and is merged with the stored one, see [work.Draft.For].
//  8. The condition [ConditionEndpointSliceDispatched] is set, if rule 4 was reached.
//
// An error after rule 3 comes with a Dispatch: with the condition, and what could be made. It wraps a [*work.Error] for each
// cluster that failed, and any other error.
func DispatchSlice(in DispatchInput) (Dispatch, error) {
	w := in.Work
	if w == nil {
		return Dispatch{}, errors.New("found no Work, expected one")
	}
	d := Dispatch{Finalizers: slices.Clone(w.Finalizers)}
	if in.MultiClusterService != nil {
		if err := multiClusterServiceKind.check(in.MultiClusterService); err != nil {
			return Dispatch{}, err
		}
		var err error
		if d.Conditions, err = conditionsOf(in.MultiClusterService); err != nil {
			return Dispatch{}, err
		}
	}
	service, found := MultiClusterServiceOf(w)
	switch {
	case !hasManifest(w, endpointSliceKind):
		d.Reason = fmt.Sprintf("%s has no EndpointSlice", w.Ref())
		return d, nil
	case w.DeletionTimestamp != nil || !found:
		return in.end(d)
	case isDispatched(w):
		d.Reason = fmt.Sprintf("%s is dispatched from cluster %s", w.Ref(), w.Annotations[api.ProvisionClusterAnnotation])
		return d, nil
	case in.MultiClusterService != nil && nameOf(in.MultiClusterService) != service:
		return Dispatch{}, fmt.Errorf("found the MultiClusterService %s, expected %s", nameOf(in.MultiClusterService), service)
	case in.MultiClusterService == nil:
		d.Reason = fmt.Sprintf("the MultiClusterService %s does not exist", service)
		return d, nil
	}
	d.Reason = fmt.Sprintf("%s has endpoints for %s", w.Ref(), multiClusterServiceKind.ref(in.MultiClusterService))
	err := in.dispatch(&d, service)
	d.Conditions = content.SetCondition(d.Conditions, dispatchedCondition(err), in.Now)
	return d, err
}

// end implements rule 2 of [DispatchSlice].
func (in DispatchInput) end(d Dispatch) (Dispatch, error) {
	cluster, err := clusterOf(in.Work)
	if err != nil {
		return Dispatch{}, err
	}
	d.Reason = fmt.Sprintf("%s is being deleted", in.Work.Ref())
	if in.Work.DeletionTimestamp == nil {
		d.Reason = fmt.Sprintf("%s has no label %s", in.Work.Ref(), api.MultiClusterServiceNameLabel)
	}
	for _, w := range in.Stored {
		if w != nil && w.Name == in.Work.Name && isDispatched(w) && w.Annotations[api.ProvisionClusterAnnotation] == cluster && w.DeletionTimestamp == nil {
			d.Delete = append(d.Delete, work.Orphan{Work: w.Ref(), Reason: d.Reason})
		}
	}
	d.Delete = sortedOrphans(d.Delete)
	d.Finalizers = content.Without(d.Finalizers, api.DispatchFinalizer)
	return d, nil
}

// dispatch implements the rules from 4 on.
func (in DispatchInput) dispatch(d *Dispatch, service types.NamespacedName) error {
	all := fleetOf(in.Clusters)
	consumers := all.listed(in.MultiClusterService, consumerClusters)
	in.orphans(d, service, consumers)
	provider, err := clusterOf(in.Work)
	if err != nil {
		return err
	}
	slice, err := dispatched(in.Work, provider, service)
	if err != nil {
		return fmt.Errorf("%s: %w", in.Work.Ref(), err)
	}
	stored := make(map[string]*api.Work, len(all))
	for _, w := range in.Stored {
		if w != nil && w.Name == in.Work.Name {
			stored[w.Namespace] = w
		}
	}
	usable, skipped := all.usable(consumers.Delete(provider))
	d.Skipped = skipped
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Name:        in.Work.Name,
		Finalizers:  []string{api.ExecutionFinalizer},
		Labels:      map[string]string{api.MultiClusterServiceNamespaceLabel: service.Namespace, api.MultiClusterServiceNameLabel: service.Name},
		Annotations: map[string]string{api.ProvisionClusterAnnotation: provider},
	}}
	var errs []error
	d.Write, errs = worksFor(usable, in.Work.Ref(), desired, slice, stored, in.NewID)
	slices.SortFunc(d.Write, content.CompareObjects)
	return errors.Join(errs...)
}

// orphans implements rule 4 of [DispatchSlice]. A Work whose namespace is not that of a cluster is ignored.
func (in DispatchInput) orphans(d *Dispatch, service types.NamespacedName, consumers sets.Set[string]) {
	for _, w := range in.Stored {
		if w == nil || !isDispatched(w) {
			continue
		}
		if of, found := MultiClusterServiceOf(w); !found || of != service {
			continue
		}
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		if err == nil && !consumers.Has(cluster) && w.DeletionTimestamp == nil {
			d.Delete = append(d.Delete, work.Orphan{Work: w.Ref(), Reason: fmt.Sprintf("cluster %s is not a consumer of %s", cluster, service)})
		}
	}
	d.Delete = sortedOrphans(d.Delete)
}

// dispatched returns the EndpointSlice for the consumers.
func dispatched(w *api.Work, provider string, service types.NamespacedName) (*unstructured.Unstructured, error) {
	manifest := &unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
	fields, err := sliceFields(manifest)
	if err != nil {
		return nil, err
	}
	from := nameOf(manifest)
	metadata := map[string]any{
		"namespace": from.Namespace,
		"name":      api.DispatchedEndpointSliceName(from.Name, provider),
		"uid":       string(manifest.GetUID()),
		"labels": map[string]any{
			api.EndpointSliceServiceLabel:   service.Name,
			api.EndpointSliceManagedByLabel: api.DispatchedEndpointSliceController,
		},
		"annotations": map[string]any{api.ProvisionClusterAnnotation: provider},
	}
	if generated := manifest.GetGenerateName(); generated != "" {
		metadata["generateName"] = generated
	}
	fields["metadata"] = metadata
	return &unstructured.Unstructured{Object: fields}, nil
}

// sortedOrphans sorts a list, and removes duplicates. It modifies the list.
func sortedOrphans(orphans []work.Orphan) []work.Orphan {
	slices.SortFunc(orphans, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return slices.Compact(orphans)
}
