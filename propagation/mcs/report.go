package mcs

import (
	"errors"
	"fmt"
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// ReportInput is an EndpointSlice of a member cluster. It is never written.
type ReportInput struct {
	Cluster string
	Slice   *unstructured.Unstructured // as the cluster has it
	Source  Source                     // why it is collected
	Stored  *api.Work                  // the stored Work that [WorkOf] names, or nil

	// NewID returns the permanent id of a Work without one, as in [work.Input]. Nil is only safe if the API server assigns ids.
	NewID func(of override.Ref) string
}

// ReportSlice returns the Work that collects an EndpointSlice of a member cluster, as it must be stored. Call it for slices for which
// [ShouldReport] returns true, if the cluster has the ServiceExport, or the Work of the MultiClusterService, with the name of the slice's Service.
//
//  1. The Work is that of [WorkOf]. It is suspended: the cluster already has the slice.
//  2. Two labels name the Service, and a third lists the source. The finalizer is that of the controller that reads the Work next.
//  3. Labels of the stored Work take precedence, including those that name the Service. Only the source is added to the list.
//  4. A stored Work that propagates an object of the control plane is a [*CollisionError]: that object is an EndpointSlice with the same name.
//  5. The slice is finished, see [work.NewDraft], and the Work is merged with the stored one, see [work.Draft.For].
//
// A slice without the label of a Service is reported for the Service with an empty name, as in Karmada, but nothing finds its Work later. A stored Work that is being deleted is an error, see
// [work.ErrDeleting]. The result shares no memory with the input.
func ReportSlice(in ReportInput) (*api.Work, error) {
	if err := in.Source.check(); err != nil {
		return nil, err
	}
	if in.Cluster == "" {
		return nil, errors.New("found no name of a cluster, expected one")
	}
	if err := endpointSliceKind.check(in.Slice); err != nil {
		return nil, err
	}
	if in.Slice.GetName() == "" {
		return nil, errors.New("found no name of the EndpointSlice, expected one")
	}
	name := WorkOf(in.Cluster, content.NameOf(in.Slice))
	if in.Stored != nil && content.NameOf(in.Stored) != name {
		return nil, fmt.Errorf("%s is not the Work of the slice, expected %s", in.Stored.Ref(), name)
	}
	if in.Stored != nil && propagates(in.Stored) {
		return nil, &CollisionError{Work: name, Slice: content.NameOf(in.Slice)}
	}
	namespaceLabel, nameLabel := in.Source.labels()
	labels := map[string]string{
		namespaceLabel:       in.Slice.GetNamespace(),
		nameLabel:            content.Labels(in.Slice)[api.EndpointSliceServiceLabel],
		api.CollectedByLabel: string(in.Source),
	}
	if in.Stored != nil {
		maps.Copy(labels, in.Stored.Labels)
		if _, found := in.Stored.Labels[api.CollectedByLabel]; found {
			labels[api.CollectedByLabel] = withSource(sourcesOf(in.Stored), in.Source)
		}
	}
	suspend := true
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: name.Namespace, Name: name.Name, Labels: labels, Finalizers: []string{in.Source.finalizer()},
	}}
	desired.Spec.SuspendDispatching = &suspend
	draft, err := work.NewDraft(desired, withKind(in.Slice, endpointSliceKind))
	if err != nil {
		return nil, err
	}
	made, err := draft.For(in.Cluster, in.Stored, in.NewID)
	return made.Work(), err
}

// withKind returns an object with its apiVersion and kind. It shares memory with the object.
func withKind(object *unstructured.Unstructured, kind kindOf) *unstructured.Unstructured {
	all := maps.Clone(object.Object)
	all["apiVersion"], all["kind"] = kind.apiVersion, kind.kind
	return &unstructured.Unstructured{Object: all}
}

// ShouldReport reports whether an EndpointSlice of a member cluster may be collected, and why not. A slice that Karmada itself has
// written there, imported or dispatched from another cluster, must not come back. A slice without a Service has no source.
func ShouldReport(slice *unstructured.Unstructured) (report bool, reason string) {
	switch by := content.Labels(slice)[api.EndpointSliceManagedByLabel]; by {
	case api.ImportedEndpointSliceController, api.DispatchedEndpointSliceController:
		return false, "the slice comes from another cluster: " + by + " manages it"
	}
	if _, found := ServiceOf(slice); !found {
		return false, "the slice has no label " + api.EndpointSliceServiceLabel
	}
	return true, "the slice belongs to the cluster"
}
