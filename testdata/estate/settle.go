package estate

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/work"
)

// maxRounds is the number of plans after which a control plane that still changes is a failure.
const maxRounds = 50

// Settle plans a control plane and stores the plan until nothing changes. Whatever else writes a control plane answers at once: the garbage collector, the
// controller of Clusters, and members, which remove the Works of a deletion.
func Settle(t testing.TB, in propagation.PlanInput) propagation.PlanInput {
	t.Helper()
	before := ""
	for range maxRounds {
		collect(&in)
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		in = ServerStored(t, in, plan, true)
		depart(&in)
		text, err := json.Marshal([]any{in.Templates, in.Clusters, in.Bindings, in.Works})
		require.NoError(t, err)
		if string(text) == before {
			return in
		}
		before = string(text)
	}
	require.Fail(t, "the control plane does not settle")
	return in
}

// collect deletes the bindings and Works whose owners are gone. A binding waits for its Works.
func collect(in *propagation.PlanInput) {
	exists := map[types.UID]bool{}
	for _, o := range in.Templates {
		exists[o.GetUID()] = true
	}
	orphaned := func(o metav1.Object) bool {
		return len(o.GetOwnerReferences()) > 0 && !slices.ContainsFunc(o.GetOwnerReferences(), func(r metav1.OwnerReference) bool { return exists[r.UID] })
	}
	in.Works = slices.DeleteFunc(slices.Clone(in.Works), func(w *api.Work) bool { return orphaned(w) })
	in.Bindings = slices.Clone(in.Bindings)
	for i, b := range in.Bindings {
		if b.GetDeletionTimestamp() == nil && orphaned(b) {
			in.Bindings[i] = b.DeepCopyObject().(api.Binding)
			in.Bindings[i].SetDeletionTimestamp(Deleted)
		}
	}
}

// depart removes the deleted bindings without Works, and the deleted clusters, whose Works go first.
func depart(in *propagation.PlanInput) {
	in.Bindings = slices.DeleteFunc(slices.Clone(in.Bindings), func(b api.Binding) bool {
		owned, _ := work.Owned(b, in.Works)
		return b.GetDeletionTimestamp() != nil && len(owned) == 0
	})
	leaving := map[string]bool{}
	for _, c := range in.Clusters {
		leaving[api.ExecutionNamespace(c.Name)] = c.DeletionTimestamp != nil
	}
	in.Works = slices.DeleteFunc(slices.Clone(in.Works), func(w *api.Work) bool {
		leaves, known := leaving[w.Namespace]
		return leaves || !known
	})
	in.Clusters = slices.DeleteFunc(slices.Clone(in.Clusters), func(c *api.Cluster) bool { return c.DeletionTimestamp != nil })
}

// ServerStored returns a control plane after a plan, as Stored does, with the claims that the plan writes into the templates and the generations of an API
// server. The bindings are decoded again.
func ServerStored(t testing.TB, in propagation.PlanInput, plan *propagation.Plan, gone bool) propagation.PlanInput {
	t.Helper()
	before := map[override.Ref]api.Binding{}
	for _, b := range in.Bindings {
		before[b.Ref()] = b
	}
	after := Stored(in, plan, gone)
	for i, b := range after.Bindings {
		after.Bindings[i] = decodedBinding(t, b, before[b.Ref()])
	}
	edits := map[override.Ref]*propagation.Row{}
	for _, row := range plan.Rows {
		edits[row.Template] = row
	}
	after.Templates = nil
	for _, object := range in.Templates {
		row := edits[override.RefOf(object)]
		if object.GetUID() != "" && row != nil && !row.ClaimEdit.Empty() {
			object = object.DeepCopy()
			object.SetLabels(row.ClaimEdit.Labels(object.GetLabels()))
			object.SetAnnotations(row.ClaimEdit.Annotations(object.GetAnnotations()))
		}
		after.Templates = append(after.Templates, object)
	}
	return after
}

// decodedBinding returns a binding with the next generation if its spec has changed. A binding is created without clusters.
func decodedBinding(t testing.TB, b, before api.Binding) api.Binding {
	t.Helper()
	text, err := json.Marshal(b)
	require.NoError(t, err)
	var read api.Binding = &api.ResourceBinding{}
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		read = &api.ClusterResourceBinding{}
	}
	require.NoError(t, json.Unmarshal(text, read))
	spec := func(field string) bool { return strings.HasPrefix(field, "spec.") }
	switch {
	case before == nil && len(b.BindingSpec().Clusters) == 0:
		read.SetGeneration(1)
	case before == nil:
		read.SetGeneration(2)
	case slices.ContainsFunc(bind.ChangedFields(before, b), spec):
		read.SetGeneration(before.GetGeneration() + 1)
	}
	read.BindingStatus().SchedulerObservedGeneration = read.GetGeneration()
	return read
}
