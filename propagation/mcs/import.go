package mcs

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// SliceImport is what must be done with the imported EndpointSlices of a Work.
type SliceImport struct {
	Reason string // in words for a person

	Write  []*unstructured.Unstructured // as they must be stored, sorted; stored ones that are already correct are left out
	Delete []override.Ref               // sorted; at most one of Write and Delete has elements

	// Finalizers are those that the Work must have after Write and Delete are done.
	Finalizers []string
}

// ImportSlice returns the EndpointSlices of the control plane for a Work that collects one for a ServiceExport. stored has the EndpointSlices
// of the control plane: at least those with the permanent id of the Work as a label, and those that [ImportedSliceNames] names.
//
//  1. Only a Work with the label endpointslice.karmada.io/name, that is not being deleted, has slices. For another Work all slices with
//     its permanent id are deleted, and the Work loses its finalizer. If it has no id, these are the slices whose id is empty.
//  2. There is a slice for each manifest, in the same namespace, with the name imported-<cluster>-<name>.
//  3. Its address type, endpoints and ports are those of the manifest. Labels and annotations of the manifest are dropped.
//  4. Its labels have the id of the Work, the derived Service and the controller; a new slice also has annotations with the Work.
//  5. A stored slice gets the same fields and loses all other labels. Its annotations and other metadata stay.
//  6. Fields that the Go type always writes are written: the conditions of an endpoint even if they are empty, and lists as null.
//
// The result shares no memory with the arguments. An error comes without a result.
func ImportSlice(w *api.Work, stored []*unstructured.Unstructured) (SliceImport, error) {
	if w == nil {
		return SliceImport{}, errors.New("found no Work, expected one")
	}
	made := SliceImport{Finalizers: slices.Clone(w.Finalizers)}
	if w.DeletionTimestamp != nil || w.Labels[api.ServiceNameLabel] == "" {
		made.Reason = fmt.Sprintf("%s is being deleted", w.Ref())
		if w.DeletionTimestamp == nil {
			made.Reason = fmt.Sprintf("%s has no label %s", w.Ref(), api.ServiceNameLabel)
		}
		made.Finalizers = content.Without(made.Finalizers, api.EndpointSliceFinalizer)
		made.Delete = slicesOfWork(w, stored)
		return made, nil
	}
	cluster, err := clusterOf(w)
	if err != nil {
		return SliceImport{}, err
	}
	made.Reason = fmt.Sprintf("%s has endpoints of cluster %s", w.Ref(), cluster)
	known := make(map[types.NamespacedName]*unstructured.Unstructured, len(stored))
	for _, slice := range stored {
		if slice != nil {
			known[nameOf(slice)] = slice
		}
	}
	written := map[types.NamespacedName]*unstructured.Unstructured{}
	for i, manifest := range w.Spec.Workload.Manifests {
		slice, err := imported(w, cluster, &unstructured.Unstructured{Object: manifest})
		if err != nil {
			return SliceImport{}, fmt.Errorf("%s: manifest %d: %w", w.Ref(), i, err)
		}
		name := nameOf(slice)
		if before := known[name]; before != nil {
			if slice, err = updated(before, slice); err != nil {
				return SliceImport{}, err
			}
			same, err := unchanged(before, slice)
			if err != nil {
				return SliceImport{}, err
			}
			if same {
				continue
			}
		}
		known[name], written[name] = slice, slice
	}
	for _, name := range slices.SortedFunc(maps.Keys(written), content.CompareNames) {
		made.Write = append(made.Write, written[name])
	}
	return made, nil
}

// imported returns a new slice of the control plane.
func imported(w *api.Work, cluster string, manifest *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	fields, err := sliceFields(manifest)
	if err != nil {
		return nil, err
	}
	from := nameOf(manifest)
	fields["metadata"] = map[string]any{
		"namespace": from.Namespace,
		"name":      api.ImportedEndpointSliceName(from.Name, cluster),
		"labels": map[string]any{
			api.WorkIDLabel:                 w.Labels[api.WorkIDLabel],
			api.EndpointSliceServiceLabel:   api.DerivedServiceName(w.Labels[api.ServiceNameLabel]),
			api.EndpointSliceManagedByLabel: api.ImportedEndpointSliceController,
		},
		"annotations": map[string]any{api.WorkNamespaceAnnotation: w.Namespace, api.WorkNameAnnotation: w.Name},
	}
	return &unstructured.Unstructured{Object: fields}, nil
}

// updated returns a stored slice with the fields of a new one.
func updated(stored, slice *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if err := endpointSliceKind.check(stored); err != nil {
		return nil, err
	}
	merged := stored.DeepCopy()
	metadata, _ := merged.Object["metadata"].(map[string]any)
	fresh, _ := slice.Object["metadata"].(map[string]any)
	metadata["labels"] = fresh["labels"]
	for _, field := range []string{"apiVersion", "kind", "addressType", "endpoints", "ports"} {
		merged.Object[field] = slice.Object[field]
	}
	return merged, nil
}

// unchanged reports whether a stored slice is equal to one that has all fields. A typed client does not return its kind, and others leave out
// empty fields.
func unchanged(stored, slice *unstructured.Unstructured) (bool, error) {
	complete, err := sliceFields(stored)
	if err != nil {
		return false, err
	}
	all := maps.Clone(stored.Object)
	maps.Copy(all, complete)
	return equality.Semantic.DeepEqual(all, slice.Object), nil
}

// slicesOfWork returns the stored slices with the permanent id of a Work that are not already being deleted.
func slicesOfWork(w *api.Work, stored []*unstructured.Unstructured) []override.Ref {
	var refs []override.Ref
	for _, slice := range stored {
		if id, found := content.Labels(slice)[api.WorkIDLabel]; found && id == w.Labels[api.WorkIDLabel] && !content.Deleting(slice) {
			refs = append(refs, endpointSliceKind.ref(slice))
		}
	}
	slices.SortFunc(refs, content.CompareRefs)
	return slices.Compact(refs)
}
