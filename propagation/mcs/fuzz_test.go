package mcs_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// seeds returns recordings as inputs of a fuzz target.
func seeds(f *testing.F, file string, of func(c recorded) []any) {
	for _, c := range casetest.Recorded[recorded](f, file) {
		texts := make([]any, 0, 3)
		for _, v := range of(c) {
			texts = append(texts, casetest.Frozen(f, v))
		}
		f.Add(texts...)
	}
}

// decodeInto decodes JSON, and skips input that cannot be decoded.
func decodeInto(t *testing.T, text string, v any) {
	if strings.TrimSpace(text) == "" || utiljson.Unmarshal([]byte(text), v) != nil {
		t.Skip()
	}
}

// FuzzReportSlice reports a slice for both sources, imports it, and cleans up. Reporting again changes nothing, and nothing is left in the end.
func FuzzReportSlice(f *testing.F) {
	seeds(f, "reportslice", func(c recorded) []any { return []any{c.EndpointSlice} })
	f.Fuzz(func(t *testing.T, text string) {
		slice := &unstructured.Unstructured{}
		decodeInto(t, text, &slice.Object)
		before := casetest.Frozen(t, slice.Object)
		in := mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport, NewID: idOf}
		w, err := mcs.ReportSlice(in)
		require.Equal(t, before, casetest.Frozen(t, slice.Object))
		if err != nil {
			return
		}
		in.Stored = w
		again, err := mcs.ReportSlice(in)
		require.NoError(t, err)
		require.Equal(t, w, again)
		in.Source = mcs.SourceMultiClusterService
		both, err := mcs.ReportSlice(in)
		require.NoError(t, err)

		made, err := mcs.ImportSlice(both, nil)
		require.NoError(t, err, "what is reported can be imported")
		stored, err := mcs.ImportSlice(both, made.Write)
		require.NoError(t, err)
		require.Empty(t, stored.Write)

		left, err := mcs.CleanSlice(both, mcs.SourceServiceExport)
		require.NoError(t, err)
		require.Contains(t, left.Finalizers, api.EndpointSliceFinalizer, "it is still there")
		end, err := mcs.ImportSlice(left, made.Write)
		require.NoError(t, err)
		require.Len(t, end.Delete, len(made.Write))
		require.Equal(t, []string{api.DispatchFinalizer}, end.Finalizers)
		left, err = mcs.CleanSlice(left, mcs.SourceMultiClusterService)
		require.NoError(t, err)
		require.Nil(t, left)
	})
}

// FuzzImportSlice imports the manifests of a Work over stored slices. A second import writes nothing, and ending the Work deletes all.
func FuzzImportSlice(f *testing.F) {
	seeds(f, "importslice", func(c recorded) []any { return []any{c.Work, c.ExistingObjects} })
	f.Fuzz(func(t *testing.T, work, slices string) {
		w, objects := &api.Work{}, []any{}
		if json.Unmarshal([]byte(work), w) != nil {
			t.Skip()
		}
		decodeInto(t, slices, &objects)
		var stored []*unstructured.Unstructured
		for _, o := range objects {
			content, _ := o.(map[string]any)
			stored = append(stored, object(content))
		}
		before := casetest.Frozen(t, []any{w, objects})
		made, err := mcs.ImportSlice(w, stored)
		require.Equal(t, before, casetest.Frozen(t, []any{w, objects}))
		if err != nil {
			require.Zero(t, made)
			return
		}
		again, err := mcs.ImportSlice(w, append(stored, made.Write...))
		require.NoError(t, err)
		require.Empty(t, again.Write)
		w.DeletionTimestamp = &metav1.Time{Time: now}
		end, err := mcs.ImportSlice(w, made.Write)
		require.NoError(t, err)
		require.NotContains(t, end.Finalizers, api.EndpointSliceFinalizer)
		deleted := 0
		for _, slice := range made.Write {
			if slice.GetDeletionTimestamp() == nil {
				deleted++
			}
		}
		require.Len(t, end.Delete, deleted)
	})
}

// FuzzDeriveService derives a Service from an import over a stored one. A second time changes nothing, and without the import it is deleted.
func FuzzDeriveService(f *testing.F) {
	seeds(f, "deriveservice", func(c recorded) []any { return []any{c.ServiceImport, c.Existing} })
	f.Fuzz(func(t *testing.T, imported, stored string) {
		var content, existing map[string]any
		decodeInto(t, imported, &content)
		decodeInto(t, stored, &existing)
		in := mcs.DeriveInput{Import: object(content), Stored: object(existing)}
		if in.Import != nil {
			metadata, _ := content["metadata"].(map[string]any)
			in.Name.Namespace, _ = metadata["namespace"].(string)
			in.Name.Name, _ = metadata["name"].(string)
		}
		before := casetest.Frozen(t, []any{content, existing})
		made, err := mcs.DeriveService(in)
		require.Equal(t, before, casetest.Frozen(t, []any{content, existing}))
		if err != nil || made.Write == nil {
			return
		}
		in.Stored = made.Write
		again, err := mcs.DeriveService(in)
		require.NoError(t, err)
		require.Equal(t, made, again)
		in.Import = nil
		end, err := mcs.DeriveService(in)
		require.NoError(t, err)
		require.NotNil(t, end.Delete)
	})
}

// FuzzDispatchSlice dispatches a Work for a MultiClusterService. A second time changes nothing, and ending the Work deletes all.
func FuzzDispatchSlice(f *testing.F) {
	seeds(f, "dispatchslice", func(c recorded) []any { return []any{c.Work, c.MultiClusterService, c.Works} })
	f.Fuzz(func(t *testing.T, work, service, works string) {
		in := mcs.DispatchInput{Work: &api.Work{}, Clusters: clusters("m1", "m2", "m3"), Now: now}
		var content map[string]any
		if json.Unmarshal([]byte(work), in.Work) != nil || json.Unmarshal([]byte(works), &in.Stored) != nil {
			t.Skip()
		}
		decodeInto(t, service, &content)
		in.MultiClusterService = object(content)
		before := casetest.Frozen(t, []any{in.Work, in.Stored, content})
		d, err := mcs.DispatchSlice(in)
		require.Equal(t, before, casetest.Frozen(t, []any{in.Work, in.Stored, content}))
		if err != nil || len(d.Write) == 0 {
			return
		}
		in.Stored, in.Now = d.Write, now.Add(time.Hour)
		require.NoError(t, setConditions(in.MultiClusterService, d.Conditions))
		again, err := mcs.DispatchSlice(in)
		require.NoError(t, err)
		require.Equal(t, casetest.Frozen(t, []any{d.Write, d.Conditions}), casetest.Frozen(t, []any{again.Write, again.Conditions}))
		in.Work.DeletionTimestamp = &metav1.Time{Time: now}
		end, err := mcs.DispatchSlice(in)
		require.NoError(t, err)
		require.Len(t, end.Delete, len(d.Write))
		require.NotContains(t, end.Finalizers, api.DispatchFinalizer)
	})
}

// FuzzPropagateService propagates a MultiClusterService with a Service. A second time changes nothing, and ending it takes everything back.
func FuzzPropagateService(f *testing.F) {
	seeds(f, "multiclusterservice", func(c recorded) []any { return []any{c.MultiClusterService, c.Service, c.Works} })
	f.Fuzz(func(t *testing.T, service, of, works string) {
		in := mcs.ServiceInput{Clusters: clusters("m1", "m2", "m3"), Now: now}
		var content, svc map[string]any
		if json.Unmarshal([]byte(works), &in.Stored) != nil {
			t.Skip()
		}
		decodeInto(t, service, &content)
		decodeInto(t, of, &svc)
		in.MultiClusterService, in.Service = object(content), object(svc)
		before := frozenInput(t, in)
		p, err := mcs.PropagateService(in)
		require.Equal(t, before, frozenInput(t, in))
		if err != nil || p.Binding == nil {
			return
		}
		in.Stored, in.Binding, in.Now = p.Write, p.Binding, now.Add(time.Hour)
		if p.Service != nil {
			in.Service = p.Service
		}
		require.NoError(t, setConditions(in.MultiClusterService, p.Conditions))
		in.MultiClusterService.SetFinalizers(p.Finalizers)
		again, err := mcs.PropagateService(in)
		require.NoError(t, err)
		require.Nil(t, again.Service)
		require.Nil(t, again.Binding)
		require.Equal(t, casetest.Frozen(t, []any{p.Conditions, p.Finalizers}), casetest.Frozen(t, []any{again.Conditions, again.Finalizers}))
		require.NoError(t, setDeleting(in.MultiClusterService))
		end, err := mcs.PropagateService(in)
		require.NoError(t, err)
		require.NotContains(t, end.Finalizers, api.MultiClusterServiceFinalizer)
		require.NotContains(t, end.Service.GetLabels(), api.ClaimedByLabel)
		require.NotContains(t, end.Binding.Labels, api.ManagedByLabel)
		for _, w := range p.Write {
			require.True(t, w.Labels[api.CollectedByLabel] != "" || deletes(end.Delete, w), "a Work is left: %s", w.Ref())
		}
	})
}
