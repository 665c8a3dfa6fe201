package main

import (
	"cmp"
	"errors"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
)

// crossing is a case about a Service across clusters.
type crossing struct {
	Name string `json:"name"`
	Op   string `json:"op"`

	EndpointSlice       map[string]any       `json:"endpointSlice"` // of ReportSlice
	ClusterName         string               `json:"clusterName"`
	Source              mcs.Source           `json:"source"`
	Existing            map[string]any       `json:"existing"` // a Work for ReportSlice, a Service for DeriveService
	Work                *api.Work            `json:"work"`
	ExistingObjects     []map[string]any     `json:"existingObjects"` // of ImportSlice
	ServiceImport       map[string]any       `json:"serviceImport"`
	ObjectNamespace     string               `json:"objectNamespace"` // of a ServiceImport that is gone
	ObjectName          string               `json:"objectName"`
	MultiClusterService map[string]any       `json:"multiClusterService"`
	Service             map[string]any       `json:"service"`
	Binding             *api.ResourceBinding `json:"binding"`
	Clusters            []*api.Cluster       `json:"clusters"`
	Works               []*api.Work          `json:"works"`
}

// crossings has the answers by operation.
var crossings = map[string]func(c *crossing, line []byte) (any, error){
	"ReportSlice": (*crossing).report, "CleanSlice": (*crossing).clean, "ImportSlice": (*crossing).importSlice,
	"DeriveService": (*crossing).derive, "DispatchSlice": (*crossing).dispatch, "MultiClusterService": (*crossing).propagate,
}

func answerCrossing(line []byte) any {
	var c crossing
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	var want any
	if err == nil {
		want, err = crossings[c.Op](&c, line)
	}
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *crossing) report(line []byte) (any, error) {
	var stored struct {
		Existing *api.Work `json:"existing"`
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &stored); err != nil {
		return nil, err
	}
	in := mcs.ReportInput{Cluster: c.ClusterName, Slice: object(c.EndpointSlice), Source: c.Source, Stored: stored.Existing}
	var before []*api.Work
	if in.Stored != nil {
		before = append(before, in.Stored)
		if name := mcs.WorkOf(in.Cluster, nameOf(in.Slice)); in.Stored.Namespace != name.Namespace || in.Stored.Name != name.Name {
			in.Stored = nil // another Work
		}
	}
	w, err := mcs.ReportSlice(in)
	if err != nil {
		return nil, err
	}
	return map[string]any{"works": storedAfter(before, []*api.Work{w})}, nil
}

func (c *crossing) clean([]byte) (any, error) {
	w, err := mcs.CleanSlice(c.Work, c.Source)
	return map[string]any{"deleted": w == nil, "work": w}, err
}

func (c *crossing) importSlice([]byte) (any, error) {
	stored := map[types.NamespacedName]*unstructured.Unstructured{}
	var all []*unstructured.Unstructured
	for _, content := range c.ExistingObjects {
		slice := object(content)
		if slice == nil {
			continue
		}
		stored[nameOf(slice)] = typedSlice(slice)
		all = append(all, slice)
	}
	made, err := mcs.ImportSlice(c.Work, all)
	if err != nil {
		return nil, err
	}
	for _, ref := range made.Delete {
		if name := (types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}); len(stored[name].GetFinalizers()) == 0 {
			delete(stored, name)
		}
	}
	for _, slice := range made.Write {
		stored[nameOf(slice)] = slice
	}
	listed := []any{}
	for _, slice := range stored {
		listed = append(listed, asStored(slice))
	}
	slices.SortFunc(listed, func(a, b any) int {
		x, y := nameOf(object(a.(map[string]any))), nameOf(object(b.(map[string]any)))
		return cmp.Or(cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Name, y.Name))
	})
	return map[string]any{"endpointSlices": listed, "workFinalizers": made.Finalizers}, nil
}

func (c *crossing) derive([]byte) (any, error) {
	in := mcs.DeriveInput{Import: object(c.ServiceImport), Stored: object(c.Existing), Name: types.NamespacedName{Namespace: c.ObjectNamespace, Name: c.ObjectName}}
	if in.Import != nil {
		in.Name = nameOf(in.Import)
	}
	made, err := mcs.DeriveService(in)
	if err != nil {
		return nil, err
	}
	stored := in.Stored
	switch {
	case made.Write != nil:
		stored = made.Write
	case made.Delete != nil && len(stored.GetFinalizers()) == 0:
		stored = nil
	}
	if stored == nil {
		return map[string]any{"service": nil}, nil
	}
	return map[string]any{"service": asStored(stored)}, nil
}

func (c *crossing) dispatch([]byte) (any, error) {
	if c.Work == nil {
		return nil, errors.New("found no Work, expected one")
	}
	given := object(c.MultiClusterService)
	if service, found := mcs.MultiClusterServiceOf(c.Work); found && given != nil && nameOf(given) != service {
		given = nil // the Work is of another, which is not stored
	}
	made, err := mcs.DispatchSlice(mcs.DispatchInput{
		Work: c.Work, MultiClusterService: given, Clusters: c.Clusters, Stored: c.Works, Now: clock(),
	})
	if err != nil {
		return nil, err
	}
	collected := c.Work.DeepCopy()
	collected.Finalizers = made.Finalizers
	deleted := map[string]bool{}
	for _, o := range made.Delete {
		deleted[o.Work.String()] = true
	}
	listed := []any{}
	for _, w := range storedAfter(append(slices.Clone(c.Works), collected), made.Write) {
		gone := deleted[w.Ref().String()] || w.Ref() == collected.Ref() && collected.DeletionTimestamp != nil
		switch {
		case gone && len(w.Finalizers) == 0:
		case gone:
			listed = append(listed, deletedWork{w, true})
		default:
			listed = append(listed, w)
		}
	}
	want := map[string]any{"works": listed, "conditions": nil}
	if c.MultiClusterService != nil {
		want["conditions"] = withoutTimes(made.Conditions)
	}
	return want, nil
}

// deletedWork is a Work that only waits for a finalizer.
type deletedWork struct {
	*api.Work
	Deleted bool `json:"deleted"`
}

func (c *crossing) propagate([]byte) (any, error) {
	made, err := mcs.PropagateService(mcs.ServiceInput{
		MultiClusterService: object(c.MultiClusterService), Service: object(c.Service), Binding: c.Binding, Clusters: c.Clusters, Stored: c.Works, Now: clock(),
	})
	if err != nil {
		return nil, err
	}
	var kept []*api.Work
	for _, w := range c.Works {
		orphan := slices.ContainsFunc(made.Delete, func(o work.Orphan) bool { return o.Work == w.Ref() })
		if !orphan || len(w.Finalizers) > 0 {
			kept = append(kept, w)
		}
	}
	service, binding := object(c.Service), c.Binding
	if made.Service != nil {
		service = made.Service
	}
	if made.Binding != nil {
		binding = made.Binding
	}
	want := map[string]any{
		"works": append([]*api.Work{}, storedAfter(kept, made.Write)...), "finalizers": append([]string{}, made.Finalizers...), "conditions": withoutTimes(made.Conditions), "service": nil, "binding": nil,
	}
	if service != nil {
		want["service"] = map[string]any{"labels": service.GetLabels(), "annotations": service.GetAnnotations()}
	}
	if binding != nil {
		binding = binding.DeepCopy()
		binding.Spec.Resource.ResourceVersion, binding.ResourceVersion, binding.CreationTimestamp = "", "", metav1.Time{}
		want["binding"] = binding
	}
	return want, nil
}

// object returns an object, or nil for no content.
func object(content map[string]any) *unstructured.Unstructured {
	if content == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: content}
}

func nameOf(object *unstructured.Unstructured) types.NamespacedName {
	ref := override.RefOf(object)
	return types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}
}

// typedSlice returns a copy of a slice with the fields that its Go type always writes, as recordings have it.
func typedSlice(slice *unstructured.Unstructured) *unstructured.Unstructured {
	slice = slice.DeepCopy()
	endpoints, _ := slice.Object["endpoints"].([]any)
	for _, e := range endpoints {
		if endpoint, ok := e.(map[string]any); ok && endpoint["conditions"] == nil {
			endpoint["conditions"] = map[string]any{}
		}
	}
	for _, field := range []string{"endpoints", "ports"} {
		if slice.Object[field] == nil {
			slice.Object[field] = nil // null, not absent
		}
	}
	return slice
}

// asStored returns a copy of an object without the metadata that recordings leave out.
func asStored(object *unstructured.Unstructured) map[string]any {
	object = object.DeepCopy()
	for _, field := range []string{"creationTimestamp", "resourceVersion", "managedFields", "deletionTimestamp"} {
		unstructured.RemoveNestedField(object.Object, "metadata", field)
	}
	return object.Object
}
