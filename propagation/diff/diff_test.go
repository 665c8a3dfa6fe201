package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestDiffShared has Works that both plans share. They are not compared. It is not parallel, because it counts allocations.
func TestDiffShared(t *testing.T) {
	shared, copies := &propagation.Plan{}, &propagation.Plan{}
	for i := range 100 {
		w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: fmt.Sprint("w", i), Labels: map[string]string{"a": "b"}}}
		w.Spec.Workload.Manifests = []api.Manifest{{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "c"}}}
		shared.Works, copies.Works = append(shared.Works, w), append(copies.Works, w.DeepCopy())
	}
	other := &propagation.Plan{Works: slices.Clone(shared.Works)}
	allocations := func(after *propagation.Plan) float64 {
		return testing.AllocsPerRun(5, func() { require.True(t, diff.Plans(shared, after).Empty()) })
	}
	require.Less(t, allocations(other)+100, allocations(copies), "at least one allocation for each Work")
}

// TestDiff changes one thing of the shop. If stored is true, the second plan starts with the bindings and Works of the first, as after a change
// of a control plane that has settled.
func TestDiff(t *testing.T) {
	t.Parallel()
	spec := func(in *propagation.PlanInput) *api.PropagationSpec { return in.Policies[0].PropagationSpec() }
	for _, c := range []struct {
		name, reason string
		stored       bool
		change       func(in *propagation.PlanInput)
		want         string
	}{
		{"nothing", "nothing moves", true, func(*propagation.PlanInput) {}, "nothing moves\n"},
		{"more replicas", "they are divided again", true, func(in *propagation.PlanInput) {
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(8), "spec", "replicas"))
		}, `Deployment shop/web: 6 -> 8 replicas; member1 3 -> 4, member2 3 -> 4
  binding /spec/replicas: 6 -> 8

Deployment shop/web in member1 changed
  /spec/replicas: 3 -> 4
Deployment shop/web in member2 changed
  /spec/replicas: 3 -> 4
`},
		{"another cluster", "the dependency moves with the workload, and has no replicas", true, func(in *propagation.PlanInput) {
			spec(in).Placement.ClusterAffinity.ClusterNames = []string{"member1", "member3"}
		}, `ConfigMap shop/settings: member2 removed, member3 added
Deployment shop/web: member2 3 -> 0, member3 0 -> 3
  binding /spec/placement/clusterAffinity/clusterNames/1: "member2" -> "member3"

ConfigMap shop/settings in member2 deleted: cluster member2 is no longer a target of settings
Deployment shop/web in member2 deleted: cluster member2 is no longer a target of web
ConfigMap shop/settings in member3 created
Deployment shop/web in member3 created
`},
		{"another image", "only the manifests differ", true, func(in *propagation.PlanInput) {
			containers, _, _ := unstructured.NestedSlice(in.Templates[0].Object, "spec", "template", "spec", "containers")
			containers[0].(map[string]any)["image"] = "web:2"
			require.NoError(t, unstructured.SetNestedSlice(in.Templates[0].Object, containers, "spec", "template", "spec", "containers"))
		}, `Deployment shop/web in member1 changed
  /spec/template/spec/containers/0/image: "web:1" -> "web:2"
Deployment shop/web in member2 changed
  /spec/template/spec/containers/0/image: "web:1" -> "web:2"
`},
		{"no policy", "bindings and Works stay without their policy, and so do those of dependencies", false, func(in *propagation.PlanInput) {
			in.Policies = nil
		}, `ConfigMap shop/settings: left unchanged: Deployment shop/web requires it: no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object
Deployment shop/web: claimed by none, previously by PropagationPolicy shop/web; left unchanged: no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object

ConfigMap shop/settings in member1 left: its binding is left unchanged
Deployment shop/web in member1 left: its binding is left unchanged
ConfigMap shop/settings in member2 left: its binding is left unchanged
Deployment shop/web in member2 left: its binding is left unchanged
`},
		{"no template", "bindings and Works are deleted with their template", false, func(in *propagation.PlanInput) {
			in.Templates = in.Templates[1:]
		}, `ConfigMap shop/settings: member1 removed, member2 removed
Deployment shop/web: deleted; 6 -> 0 replicas; member1 3 -> 0, member2 3 -> 0

ConfigMap shop/settings in member1 deleted: ConfigMap shop/settings is no longer bound
Deployment shop/web in member1 deleted: Deployment shop/web is no longer a template
ConfigMap shop/settings in member2 deleted: ConfigMap shop/settings is no longer bound
Deployment shop/web in member2 deleted: Deployment shop/web is no longer a template
`},
		{"replicas that cannot be read", "an error removes nothing", true, func(in *propagation.PlanInput) {
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, "many", "spec", "replicas"))
		}, `ConfigMap shop/settings: left unchanged: Deployment shop/web requires it: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits
Deployment shop/web: left unchanged: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits
  error: binding of Deployment shop/web by PropagationPolicy shop/web: InterpretReplica: Deployment shop/web: /spec/replicas is the string "many", expected an integer of 32 bits

ConfigMap shop/settings in member1 left: its binding is left unchanged
Deployment shop/web in member1 left: its binding is left unchanged
ConfigMap shop/settings in member2 left: its binding is left unchanged
Deployment shop/web in member2 left: its binding is left unchanged
`},
		{"one cluster is gone", "it was being deleted before, so the other one gets all replicas", true, func(in *propagation.PlanInput) {
			in.Clusters = in.Clusters[1:]
		}, `ConfigMap shop/settings: member1 removed
Deployment shop/web: member1 3 -> 0, member2 3 -> 6

ConfigMap shop/settings in member1 deleted: cluster member1 is no longer a target of settings
Deployment shop/web in member1 deleted: cluster member1 is no longer a target of web
Deployment shop/web in member2 changed
  /spec/replicas: 3 -> 6
`},
		{"a missing dependency", "a warning appears", false, func(in *propagation.PlanInput) {
			in.Templates = in.Templates[:1]
		}, `ConfigMap shop/settings: deleted; member1 removed, member2 removed
Deployment shop/web
  warning: it needs ConfigMap settings, which is not among the templates

ConfigMap shop/settings in member1 deleted: ConfigMap shop/settings is no longer a template
ConfigMap shop/settings in member2 deleted: ConfigMap shop/settings is no longer a template
`},
		{"a template is no longer given", "it is unknown, not deleted: its binding and Works stay", true, func(in *propagation.PlanInput) {
			in.Templates = in.Templates[:1]
		}, `ConfigMap shop/settings: left unchanged: it is not a template of the plan
Deployment shop/web
  warning: it needs ConfigMap settings, which is not among the templates

ConfigMap shop/settings in member1 left: ConfigMap shop/settings is not a template of the plan
ConfigMap shop/settings in member2 left: ConfigMap shop/settings is not a template of the plan
`},
		{"dependencies are turned off", "the binding of the ConfigMap stays without clusters", true, func(in *propagation.PlanInput) {
			in.Policies[0].PropagationSpec().PropagateDeps = false
		}, `ConfigMap shop/settings: member1 removed, member2 removed
  binding /metadata/labels/resourcebinding.karmada.io~1depended-by-8546649456: removed "87d3eb33c90ecd2e03b61049e6a58f59"
  binding /spec/preserveResourcesOnDeletion: removed false
  binding /spec/requiredBy: removed [{"name":"web-deployment","namespace":"shop"}]
Deployment shop/web
  binding /metadata/finalizers/1: removed "karmada.io/binding-dependencies-distributor"
  binding /spec/propagateDeps: removed true

ConfigMap shop/settings in member1 deleted: cluster member1 is no longer a target of settings
ConfigMap shop/settings in member2 deleted: cluster member2 is no longer a target of settings
`},
		{"the policy is deleted", "what it has made stays", true, func(in *propagation.PlanInput) { in.Policies = nil }, `Deployment shop/web: claimed by none, previously by PropagationPolicy shop/web; left unchanged: no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object

Deployment shop/web in member1 left: its binding is left unchanged
Deployment shop/web in member2 left: its binding is left unchanged
`},
		{"a new template that no policy claims", "it has no clusters, so nothing moves", true, func(in *propagation.PlanInput) {
			in.Templates = append(in.Templates, casetest.Object(t, "{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}}"))
		}, "nothing moves\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, in := plantest.PlanOf(t, plantest.Shop(t)), plantest.Shop(t)
			c.change(&in)
			if c.stored {
				in.Bindings, in.Works = before.Bindings, before.Works
			}
			after := plantest.PlanOf(t, in)
			frozen := casetest.Frozen(t, []any{before, after})
			d := diff.Plans(before, after)
			require.Equal(t, c.want, d.String(), c.reason)
			require.Equal(t, frozen, casetest.Frozen(t, []any{before, after}), "the plans must not change")
			require.Equal(t, c.want == "nothing moves\n", d.Empty())
			for _, line := range strings.Split(strings.TrimSpace(d.Markdown()), "\n") {
				if line != "" && !d.Empty() {
					require.Equal(t, 5, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
				}
			}
			require.Equal(t, casetest.Frozen(t, d), casetest.Frozen(t, diff.Plans(before, after)), "the result is deterministic")
		})
	}
}

// TestDiffNone compares equal plans.
func TestDiffNone(t *testing.T) {
	t.Parallel()
	plan := plantest.PlanOf(t, plantest.Estate(60, 12, 40))
	same := plantest.PlanOf(t, plantest.Estate(60, 12, 40))
	for name, d := range map[string]*diff.Difference{
		"a plan and itself": diff.Plans(plan, plan), "two plans of one": diff.Plans(plan, same),
		"no plans": diff.Plans(nil, nil), "no plan, and an empty one": diff.Plans(nil, &propagation.Plan{}),
		"a zero difference": {}, "values that are not JSON": diff.Plans(invalidPlan(), invalidPlan()),
	} {
		require.True(t, d.Empty(), name)
		require.Equal(t, "nothing moves\n", d.String(), name)
		require.Equal(t, "Nothing moves.\n", d.Markdown(), name)
	}
	require.Equal(t, "{}", casetest.Frozen(t, diff.Plans(plan, same)))
}

// invalidPlan returns a plan that no planner makes.
func invalidPlan() *propagation.Plan {
	p := &propagation.Plan{Rows: []*propagation.Row{nil, {}}, Bindings: []api.Binding{nil, (*api.ResourceBinding)(nil), &api.ResourceBinding{}}, Works: []*api.Work{{}, nil, {}}}
	p.Works[0].Spec.Workload.Manifests = []api.Manifest{{"number": 1, "list": []string{"x"}}, nil}
	return p
}

// TestDiffWholes compares a nil plan with a plan, and the other way round.
func TestDiffWholes(t *testing.T) {
	t.Parallel()
	plan := plantest.PlanOf(t, plantest.Shop(t))
	for _, c := range []struct {
		reason        string
		before, after *propagation.Plan
		kind          diff.Kind
	}{
		{"all is created", nil, plan, diff.Created},
		{"all is deleted", plan, nil, diff.Deleted},
	} {
		d := diff.Plans(c.before, c.after)
		require.Len(t, d.Templates, 2, c.reason)
		require.Len(t, d.Works, 4, c.reason)
		for _, w := range d.Works {
			require.Equal(t, c.kind, w.Kind, c.reason)
			require.NotEmpty(t, w.Cluster)
			require.NotEmpty(t, w.Template.Name)
		}
		for _, x := range d.Templates {
			require.Equal(t, c.kind, x.Kind, c.reason)
			require.Equal(t, c.kind, x.Binding.Kind, c.reason)
			require.Len(t, x.Clusters, 2, c.reason)
		}
	}
	require.Equal(t, `{"template":{"apiVersion":"apps/v1","kind":"Deployment","namespace":"shop","name":"web"},"change":"created",`+
		`"claim":{"after":{"apiVersion":"policy.karmada.io/v1alpha1","kind":"PropagationPolicy","namespace":"shop","name":"web"},"reason":"PropagationPolicy shop/web selects the object by kind, with priority 0"},`+
		`"binding":{"binding":{"apiVersion":"work.karmada.io/v1alpha2","kind":"ResourceBinding","namespace":"shop","name":"web-deployment"},"change":"created"},`+
		`"replicas":{"before":0,"after":6},"placed":{"before":0,"after":6},`+
		`"clusters":[{"name":"member1","op":"add","after":3},{"name":"member2","op":"add","after":3}]}`, casetest.Frozen(t, diff.Plans(nil, plan).Templates[1]))
}
