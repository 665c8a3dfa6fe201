package mcs_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recorded is a case with the result of Karmada: one of Want, Error and Panic. Partial is what it had stored when it failed.
type recorded struct {
	Name, Op string

	EndpointSlice, ServiceImport, MultiClusterService, Service api.Manifest // which decode integers as integers

	ClusterName, ObjectNamespace, ObjectName string
	Source                                   mcs.Source
	Existing                                 json.RawMessage // a Work or a Service
	Work                                     *api.Work
	ExistingObjects                          []api.Manifest
	Binding                                  *api.ResourceBinding
	Clusters                                 []*api.Cluster
	Works                                    []*api.Work

	Want, Partial json.RawMessage
	Error, Panic  string
}

// TestRecorded replays recordings of Karmada f8fdd02df, and checks that inputs are not written. Results are equal, including fields that are
// empty. Where Karmada failed, there is an error, and what it had stored is the same; where it panicked, there is an error.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{
		"reportslice": 15, "cleanslice": 12, "importslice": 15, "deriveservice": 15, "dispatchslice": 12, "multiclusterservice": 10,
	} {
		cases := casetest.Recorded[recorded](t, file)
		require.Len(t, cases, count, "every recording is read")
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				before := casetest.Frozen(t, c)
				got, err := c.answer(t)
				require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
				if c.Panic != "" {
					require.Error(t, err)
					return
				}
				require.Equal(t, c.Error != "", err != nil, "%s: %v", c.Error, err)
				want := c.Want
				if err != nil {
					want = c.Partial
				}
				requireRecorded(t, want, got, err)
			})
		}
	}
}

// requireRecorded compares results. The messages of errors differ.
func requireRecorded(t *testing.T, want json.RawMessage, got map[string]any, err error) {
	t.Helper()
	expected, result := decoded(t, want).(map[string]any), decoded(t, got).(map[string]any)
	if err != nil {
		for _, side := range []map[string]any{expected, result} {
			conditions, _ := side["conditions"].([]any)
			for _, c := range conditions {
				delete(c.(map[string]any), "message")
			}
		}
	}
	require.Equal(t, expected, result)
}

func (c *recorded) answer(t *testing.T) (map[string]any, error) {
	t.Helper()
	switch c.Op {
	case "ReportSlice":
		var stored *api.Work
		if c.Existing != nil {
			require.NoError(t, json.Unmarshal(c.Existing, &stored))
		}
		w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: c.ClusterName, Slice: object(c.EndpointSlice), Source: c.Source, Stored: stored})
		return map[string]any{"works": []*api.Work{w}}, err
	case "CleanSlice":
		w, err := mcs.CleanSlice(c.Work, c.Source)
		return map[string]any{"deleted": w == nil, "work": w}, err
	case "ImportSlice":
		return c.imported()
	case "DeriveService":
		return c.derived(t)
	case "DispatchSlice":
		return c.dispatched()
	}
	require.Equal(t, "MultiClusterService", c.Op)
	return c.propagated()
}

func (c *recorded) imported() (map[string]any, error) {
	stored := map[types.NamespacedName]*unstructured.Unstructured{}
	var all []*unstructured.Unstructured
	for _, m := range c.ExistingObjects {
		all = append(all, object(m))
		stored[nameOf(object(m))] = typed(object(m))
	}
	made, err := mcs.ImportSlice(c.Work, all)
	if err != nil {
		made.Finalizers = c.Work.Finalizers
	}
	for _, ref := range made.Delete {
		delete(stored, named(ref.Namespace, ref.Name))
	}
	for _, slice := range made.Write {
		stored[nameOf(slice)] = slice
	}
	names := make([]types.NamespacedName, 0, len(stored))
	for name := range stored {
		names = append(names, name)
	}
	slices.SortFunc(names, content.CompareNames)
	listed := []any{}
	for _, name := range names {
		listed = append(listed, lean(stored[name]))
	}
	return map[string]any{"endpointSlices": listed, "workFinalizers": made.Finalizers}, err
}

// typed returns a stored EndpointSlice as a typed client reads it.
func typed(slice *unstructured.Unstructured) *unstructured.Unstructured {
	slice = slice.DeepCopy()
	endpoints, _ := slice.Object["endpoints"].([]any)
	for _, e := range endpoints {
		if endpoint := e.(map[string]any); endpoint["conditions"] == nil {
			endpoint["conditions"] = map[string]any{}
		}
	}
	if slice.Object["ports"] == nil {
		slice.Object["ports"] = nil
	}
	return slice
}

// lean returns an object without the metadata that recordings leave out.
func lean(object *unstructured.Unstructured) map[string]any {
	object = object.DeepCopy()
	for _, field := range []string{"creationTimestamp", "resourceVersion", "managedFields"} {
		unstructured.RemoveNestedField(object.Object, "metadata", field)
	}
	return object.Object
}

func (c *recorded) derived(t *testing.T) (map[string]any, error) {
	in := mcs.DeriveInput{Import: object(c.ServiceImport), Name: named(c.ObjectNamespace, c.ObjectName)}
	if in.Import != nil {
		in.Name = nameOf(in.Import)
	}
	if c.Existing != nil {
		var stored api.Manifest
		require.NoError(t, json.Unmarshal(c.Existing, &stored))
		in.Stored = object(stored)
	}
	made, err := mcs.DeriveService(in)
	require.Equal(t, made.Delete != nil, in.Import == nil && in.Stored != nil, "only a Service that is stored is deleted")
	if made.Write == nil {
		require.True(t, in.Stored == nil || made.Delete != nil, "no recording has a Service that stays as it is")
		return map[string]any{"service": nil}, err
	}
	require.Equal(t, in.Stored == nil || in.Stored.GetResourceVersion() == "", made.Write.GetResourceVersion() == "")
	return map[string]any{"service": lean(made.Write)}, err
}

func (c *recorded) dispatched() (map[string]any, error) {
	made, err := mcs.DispatchSlice(mcs.DispatchInput{Work: c.Work, MultiClusterService: object(c.MultiClusterService), Clusters: c.Clusters, Stored: c.Works, Now: now})
	collected := c.Work.DeepCopy()
	collected.Finalizers = made.Finalizers
	works := []any{}
	for _, w := range casetest.StoredAfter(append(slices.Clone(c.Works), collected), made.Write) {
		switch gone := deletes(made.Delete, w) || w.Name == c.Work.Name && w.Namespace == c.Work.Namespace && c.Work.DeletionTimestamp != nil; {
		case gone && len(w.Finalizers) > 0:
			works = append(works, struct {
				*api.Work
				Deleted bool `json:"deleted"`
			}{w, true})
		case !gone:
			works = append(works, w)
		}
	}
	var conditions any
	if c.MultiClusterService != nil {
		conditions = withoutTimes(made.Conditions)
	}
	return map[string]any{"works": works, "conditions": conditions}, err
}

func (c *recorded) propagated() (map[string]any, error) {
	made, err := mcs.PropagateService(mcs.ServiceInput{
		MultiClusterService: object(c.MultiClusterService), Service: object(c.Service), Binding: c.Binding, Clusters: c.Clusters, Stored: c.Works, Now: now,
	})
	works := []any{}
	for _, w := range casetest.StoredAfter(c.Works, made.Write) {
		if !deletes(made.Delete, w) {
			works = append(works, w)
		}
	}
	service, binding := object(c.Service), c.Binding
	if made.Service != nil {
		service = made.Service
	}
	if made.Binding != nil {
		binding = made.Binding
	}
	got := map[string]any{"works": works, "finalizers": append([]string{}, made.Finalizers...), "conditions": withoutTimes(made.Conditions), "service": nil, "binding": nil}
	if service != nil {
		got["service"] = map[string]any{"labels": present(service.GetLabels()), "annotations": present(service.GetAnnotations())}
	}
	if binding != nil {
		binding = binding.DeepCopy()
		binding.Spec.Resource.ResourceVersion = ""
		got["binding"] = binding
	}
	return got, err
}

// present returns nil for an empty map, as recordings have it.
func present(values map[string]string) map[string]string {
	if len(values) == 0 {
		return nil
	}
	return values
}

func deletes(orphans []work.Orphan, w *api.Work) bool {
	return slices.ContainsFunc(orphans, func(o work.Orphan) bool { return o.Work == override.Ref(w.Ref()) })
}

// withoutTimes returns conditions as the recordings have them.
func withoutTimes(conditions []metav1.Condition) []map[string]any {
	all := make([]map[string]any, len(conditions))
	for i, c := range conditions {
		all[i] = map[string]any{"type": c.Type, "status": c.Status, "reason": c.Reason, "message": c.Message}
	}
	return all
}
