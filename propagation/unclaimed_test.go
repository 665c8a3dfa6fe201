package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// leavingInput returns a stored Deployment with 4 divided replicas in m1 and m2, of which m2 is being deleted, and a namespace.
func leavingInput(t *testing.T, change func(in *propagation.PlanInput)) propagation.PlanInput {
	t.Helper()
	in := inputOf(t, []byte(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, uid: "1", resourceVersion: "5"}
spec: {replicas: 4, template: {spec: {containers: [{name: web, image: web:1}]}}}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop, uid: "2"}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement: {clusterAffinity: {clusterNames: [m1, m2]}, replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1, labels: {ring: "0"}}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m2}
`))
	first := plantest.PlanOf(t, in)
	in = estate.Stored(in, first, true)
	for _, row := range first.Rows {
		for _, object := range in.Templates {
			if override.RefOf(object) == row.Template {
				object.SetLabels(row.ClaimEdit.Labels(object.GetLabels()))
				object.SetAnnotations(row.ClaimEdit.Annotations(object.GetAnnotations()))
			}
		}
	}
	for _, c := range in.Clusters {
		if c.Name == "m2" {
			c.DeletionTimestamp, c.Finalizers = estate.Deleted, []string{"karmada.io/cluster-controller"}
		}
	}
	change(&in)
	return in
}

func noPolicy(in *propagation.PlanInput) { in.Policies = nil }

// TestUnclaimedBinding has bindings without a claim when a cluster leaves.
func TestUnclaimedBinding(t *testing.T) {
	t.Parallel()
	both, one := []api.TargetCluster{{Name: "m1", Replicas: 2}, {Name: "m2", Replicas: 2}}, []api.TargetCluster{{Name: "m1", Replicas: 4}}
	for _, c := range []struct {
		name, reason string
		change       func(in *propagation.PlanInput)
		clusters     []api.TargetCluster
		warning      string
	}{
		{"claimed", "the scheduler moves the replicas", func(*propagation.PlanInput) {}, one, ""},
		{"unclaimed", "the scheduler does not look at claims", noPolicy, one, ""},
		{"gone", "it was being deleted before", func(in *propagation.PlanInput) { noPolicy(in); in.Clusters = in.Clusters[:1] }, one, ""},
		{"claimed, gone", "it was being deleted before", func(in *propagation.PlanInput) { in.Clusters = in.Clusters[:1] }, one, ""},
		{"nothing leaves", "nobody looks at it", func(in *propagation.PlanInput) { noPolicy(in); in.Clusters[1].DeletionTimestamp = nil }, both, ""},
		{"suspended", "the scheduler leaves it alone", func(in *propagation.PlanInput) {
			noPolicy(in)
			yes := true
			in.Bindings[0].BindingSpec().Suspension = &api.BindingSuspension{Scheduling: &yes}
		}, both, ""},
		{"another scheduler", "this one leaves it alone", func(in *propagation.PlanInput) {
			noPolicy(in)
			in.Bindings[0].BindingSpec().SchedulerName = "other"
		}, both, ""},
		{"being deleted", "the scheduler leaves it alone", func(in *propagation.PlanInput) {
			noPolicy(in)
			in.Bindings[0].SetDeletionTimestamp(estate.Deleted)
		}, both, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := leavingInput(t, c.change)
			plan := plantest.PlanOf(t, in)
			row := plan.Rows[1]
			require.Equal(t, "Deployment", row.Template.Kind)
			all := append(plan.Bindings[:len(plan.Bindings):len(plan.Bindings)], plan.Left.Bindings...)
			require.Len(t, all, 1)
			require.Equal(t, c.clusters, all[0].BindingSpec().Clusters, c.reason)
			for _, w := range plan.Works {
				for _, m := range w.Spec.Workload.Manifests {
					object := unstructured.Unstructured{Object: m}
					if len(in.Policies) == 0 && object.GetKind() == "Deployment" {
						require.NotContains(t, object.GetAnnotations(), api.PropagationPolicyNameAnnotation, "the claim is gone")
					}
				}
			}
		})
	}
}

// TestExecutionNamespaceGone has Works in a cluster that is being deleted and that a binding cannot leave.
func TestExecutionNamespaceGone(t *testing.T) {
	t.Parallel()
	suspend := func(in *propagation.PlanInput) {
		yes := true
		in.Bindings[0].BindingSpec().Suspension = &api.BindingSuspension{Scheduling: &yes}
	}
	gone := func(in *propagation.PlanInput) {
		suspend(in)
		var kept []*api.Work
		for _, w := range in.Works {
			if w.Namespace != "karmada-es-m2" {
				kept = append(kept, w)
			}
		}
		in.Works = kept
	}
	space := func(deleted *metav1.Time) *unstructured.Unstructured {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "karmada-es-m2"}}}
		object.SetDeletionTimestamp(deleted)
		return object
	}
	const warning = "no Work can be made in m2: the cluster is being deleted, and its execution namespace is gone"
	for _, c := range []struct {
		name, reason string
		change       func(in *propagation.PlanInput)
		works        int // in m2
	}{
		{"stored", "they can be written again", suspend, 2},
		{"gone", "the control plane deletes the namespace first", gone, 0},
		{"present", "the namespace is among the templates", func(in *propagation.PlanInput) { gone(in); in.Templates = append(in.Templates, space(nil)) }, 2},
		{"terminating", "no object can be created in it", func(in *propagation.PlanInput) { gone(in); in.Templates = append(in.Templates, space(estate.Deleted)) }, 0},
		{"not deleted", "a plan makes the namespace of a cluster that stays", func(in *propagation.PlanInput) { gone(in); in.Clusters[1].DeletionTimestamp = nil }, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := leavingInput(t, c.change)
			plan := plantest.PlanOf(t, in)
			found := 0
			for _, w := range plan.Works {
				if w.Namespace == "karmada-es-m2" {
					found++
				}
			}
			require.Equal(t, c.works, found, c.reason)
			for _, row := range plan.Rows {
				if row.Template.Name == "web" || row.Template.Name == "shop" {
					require.Equal(t, c.works == 0, len(row.Warnings) > 0 && row.Warnings[len(row.Warnings)-1] == warning, "%s: %q", row.Template, row.Warnings)
				}
			}
			require.Equal(t, told(t, plan, true), told(t, plantest.PlanOf(t, estate.Stored(in, plan, true)), true))
		})
	}
}
