package status_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// FuzzReflect reflects an object in a Work. Nothing is written to the input, a status that is stored needs no second write, and the binding of
// the Work has it.
func FuzzReflect(f *testing.F) {
	for _, c := range casetest.Recorded[recorded](f, "status") {
		if c.Op == "ReflectWork" {
			object, err := json.Marshal(c.Object)
			require.NoError(f, err)
			f.Add(string(object), string(c.Work))
		}
	}
	f.Fuzz(func(t *testing.T, object, work string) {
		in := status.ReflectInput{Object: &unstructured.Unstructured{}, Work: &api.Work{}, Interpreter: hooks}
		if utiljson.Unmarshal([]byte(object), &in.Object.Object) != nil || json.Unmarshal([]byte(work), in.Work) != nil {
			t.Skip()
		}
		before := casetest.Frozen(t, []any{in.Object, in.Work})
		r, err := status.Reflect(context.Background(), in)
		require.Equal(t, before, casetest.Frozen(t, []any{in.Object, in.Work}))
		require.Equal(t, err != nil, r.Action == "")
		require.Equal(t, r.NeedsUpdate, len(r.Statuses) == 1)
		require.True(t, r.NeedsUpdate || r.Action != status.ActionUpdate)
		if !r.NeedsUpdate {
			return
		}
		require.True(t, r.Statuses[0].Status == nil || json.Valid(r.Statuses[0].Status.Raw))
		in.Work.Status.ManifestStatuses = r.Statuses
		again, err := status.Reflect(context.Background(), in)
		require.NoError(t, err)
		require.Equal(t, status.ActionNone, again.Action)
		require.False(t, again.NeedsUpdate)

		ref := override.RefOf(in.Object)
		rb := &api.ResourceBinding{}
		rb.Spec.Resource = api.ObjectReference{APIVersion: ref.APIVersion, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
		in.Work.Labels = map[string]string{api.BindingIDLabel: ""}
		if s, err := status.AggregateBinding(rb, []*api.Work{in.Work}, now); err == nil && s.Items[0].Applied {
			require.Equal(t, r.Statuses[0].Status, s.Items[0].Status)
			require.Equal(t, r.Statuses[0].Health, s.Items[0].Health)
		}
	})
}

// FuzzAggregateBinding aggregates two Works and their copies in another cluster. The order of the Works does not matter, nothing is written to
// the input, and a stored result needs no second write. The items can be given to every aggregator.
func FuzzAggregateBinding(f *testing.F) {
	for _, c := range casetest.Recorded[recorded](f, "status") {
		if c.Op == "AggregateBinding" && len(c.Works) > 1 {
			f.Add(string(c.Binding), string(c.Works[0]), string(c.Works[1]))
		}
	}
	f.Fuzz(func(t *testing.T, binding, a, b string) {
		rb := &api.ResourceBinding{}
		works := []*api.Work{{}, {}}
		if json.Unmarshal([]byte(binding), rb) != nil || json.Unmarshal([]byte(a), works[0]) != nil || json.Unmarshal([]byte(b), works[1]) != nil {
			t.Skip()
		}
		for _, w := range slices.Clone(works) {
			c := w.DeepCopy()
			c.Namespace += "2"
			works = append(works, c, nil)
		}
		if works[0].Namespace == works[1].Namespace && works[0].Name == works[1].Name {
			t.Skip() // no API server has both
		}
		before := casetest.Frozen(t, []any{rb, works})
		s, err := status.AggregateBinding(rb, works, now)
		require.Equal(t, before, casetest.Frozen(t, []any{rb, works}))
		reversed := slices.Clone(works)
		slices.Reverse(reversed)
		other, otherErr := status.AggregateBinding(rb, reversed, now)
		require.Equal(t, err, otherErr)
		require.Equal(t, s, other)
		if err != nil {
			require.Zero(t, s)
			return
		}
		require.True(t, slices.IsSortedFunc(s.Items, func(a, b api.AggregatedStatusItem) int {
			return slices.Compare([]byte(a.ClusterName), []byte(b.ClusterName))
		}))
		rb.Status.AggregatedStatus, rb.Status.Conditions = s.Items, s.Conditions
		again, err := status.AggregateBinding(rb, works, now.AddDate(1, 0, 0))
		require.NoError(t, err)
		require.False(t, again.Changed)
		template := &unstructured.Unstructured{Object: map[string]any{"apiVersion": rb.Spec.Resource.APIVersion, "kind": rb.Spec.Resource.Kind,
			"metadata": map[string]any{"namespace": rb.Spec.Resource.Namespace, "name": rb.Spec.Resource.Name}}}
		_, _ = status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: template, Items: s.Items, Interpreter: hooks})
	})
}
