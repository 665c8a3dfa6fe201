package affected_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

const (
	everyConfigMap = `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {}}`
	labelAB        = `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: a}], overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}`
	needsA         = `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"a"}]`
	needsRed       = `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","labelSelector":{"matchLabels":{"color":"red"}}}]`
)

// change returns a copy of an object after an edit.
func change[T interface{ DeepCopy() T }](o T, edit func(T)) T {
	o = o.DeepCopy()
	edit(o)
	return o
}

// TestRules makes one event after everything else is stored. The expectations are those of the rules in the comments of the methods.
func TestRules(t *testing.T) {
	t.Parallel()
	var (
		a, b, web  = object("v1", "ConfigMap", "a"), object("v1", "ConfigMap", "b"), object("apps/v1", "Deployment", "web")
		api2       = object("apps/v1", "Deployment", "api")
		ofA, ofB   = binding(a, "m1"), binding(b, "m2")
		ofWeb      = binding(web, "m1")
		rollout    = object("argoproj.io/v1", "Rollout", "r", "color", "red")
		space      = object("v1", "Namespace", "shop")
		all        = []any{a, b, web, ofA, ofB, ofWeb, labeled("m1", "0"), labeled("m2", "0"), space}
		with       = func(more ...any) []any { return append(append([]any{}, all...), more...) }
		preempting = `{preemption: Always, priority: 2, resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: a}], placement: {}}`
		member     = func(b *api.ResourceBinding, group string) *api.ResourceBinding {
			return change(b, func(b *api.ResourceBinding) {
				b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: group}
			})
		}
		unscheduled = change(ofB, func(b *api.ResourceBinding) { b.Spec.Clusters = nil })
		leaving     = change(labeled("m1", "0"), func(c *api.Cluster) { c.DeletionTimestamp = &metav1.Time{} })
		crd         = object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "rollouts.argoproj.io")
		required    = requiredBy(ofA, ofWeb, binding(api2, "m1"))
	)
	crd.Object["spec"] = map[string]any{"group": "argoproj.io", "names": map[string]any{"kind": "Rollout"}}
	for _, c := range []struct {
		name   string
		stored []any
		event  any // an object to put, or a reference to delete
		want   string
	}{
		{"a new template", nil, a, "[ConfigMap shop/a]"},
		{"the same template", all, a.DeepCopy(), "[]"},
		{"only the status of a template", all, change(web, func(o *unstructured.Unstructured) { o.Object["status"] = "x"; o.SetResourceVersion("2") }), "[]"},
		{"only the claim of a template", all, claimed(a.DeepCopy(), "p"), "[ConfigMap shop/a]"},
		{"a template whose binding has the name of another's", all, object("example.com/v1", "Deployment", "web"), "[Deployment shop/web Deployment shop/web]"},
		{"a dependency by name appears", []any{web, needing(ofWeb.DeepCopy(), needsA)}, a, "[ConfigMap shop/a Deployment shop/web]"},
		{"a dependency by name is gone", with(needing(ofWeb.DeepCopy(), needsA)), override.RefOf(a), "[ConfigMap shop/a Deployment shop/web]"},
		{"the content of a dependency", with(needing(ofWeb.DeepCopy(), needsA)), change(a, func(o *unstructured.Unstructured) { o.Object["data"] = map[string]any{} }), "[ConfigMap shop/a]"},
		{"the labels of a dependency by name", with(needing(ofWeb.DeepCopy(), needsA)), object("v1", "ConfigMap", "a", "color", "red"), "[ConfigMap shop/a]"},
		{"labels that a dependency selects", with(needing(ofWeb.DeepCopy(), needsRed)), object("v1", "ConfigMap", "a", "color", "red"), "[ConfigMap shop/a Deployment shop/web]"},
		{"labels that it no longer selects", with(needing(ofWeb.DeepCopy(), needsRed), object("v1", "ConfigMap", "a", "color", "red")), a, "[ConfigMap shop/a Deployment shop/web]"},
		{"labels that it still selects", with(needing(ofWeb.DeepCopy(), needsRed), object("v1", "ConfigMap", "a", "color", "red")), object("v1", "ConfigMap", "a", "color", "red", "x", "y"), "[ConfigMap shop/a]"},
		{"a list of dependencies that cannot be read", with(needing(ofWeb.DeepCopy(), "{")), override.RefOf(a), "[ConfigMap shop/a]"},
		{"a PriorityClass", []any{claimed(a.DeepCopy(), "p"), b, policy(t, "p", `{resourceSelectors: [], placement: {}, schedulePriority: {priorityClassSource: KubePriorityClass, priorityClassName: high}}`)},
			object("scheduling.k8s.io/v1", "PriorityClass", "high"), "[PriorityClass high ConfigMap shop/a]"},
		{"a CustomResourceDefinition", with(rollout), crd, "[CustomResourceDefinition rollouts.argoproj.io Rollout shop/r]"},
		{"an execution namespace of a cluster that leaves", with(leaving), object("v1", "Namespace", "karmada-es-m1"), "[Namespace karmada-es-m1 ConfigMap shop/a Deployment shop/web]"},
		{"an execution namespace of a cluster that stays", all, object("v1", "Namespace", "karmada-es-m1"), "[Namespace karmada-es-m1]"},

		{"a policy that selects", []any{claimed(a.DeepCopy(), "other"), b, web}, policy(t, "p", everyConfigMap), "[ConfigMap shop/b]"},
		{"a policy that has claimed", []any{claimed(web.DeepCopy(), "p")}, policy(t, "p", everyConfigMap), "[Deployment shop/web]"},
		{"a policy that the binding names", []any{web, change(ofWeb, func(b *api.ResourceBinding) {
			b.Annotations = map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: "p"}
		})}, policy(t, "p", everyConfigMap), "[Deployment shop/web]"},
		{"a policy that has selected", []any{a, policy(t, "p", everyConfigMap)}, policy(t, "p", `{resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {}}`), "[ConfigMap shop/a]"},
		{"a policy without a change", []any{a, policy(t, "p", everyConfigMap)}, change(policy(t, "p", everyConfigMap), func(p *api.PropagationPolicy) { p.ResourceVersion, p.Generation = "2", 2 }), "[]"},
		{"a policy that was never edited before", []any{a, change(policy(t, "p", everyConfigMap), func(p *api.PropagationPolicy) { p.Generation = 1 })},
			change(policy(t, "p", everyConfigMap), func(p *api.PropagationPolicy) { p.Generation = 2 }), "[ConfigMap shop/a]"},
		{"a policy of another namespace", []any{a}, change(policy(t, "p", everyConfigMap), func(p *api.PropagationPolicy) { p.Namespace = "bank" }), "[]"},
		{"a policy with an invalid selector", []any{a}, policy(t, "p", `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {"?": x}}}], placement: {}}`), "[]"},
		{"a policy that preempts", []any{claimed(a.DeepCopy(), "other")}, policy(t, "p", preempting), "[ConfigMap shop/a]"},
		{"a policy that is gone", []any{claimed(web.DeepCopy(), "p"), policy(t, "p", everyConfigMap)}, policy(t, "p", everyConfigMap).Ref(), "[Deployment shop/web]"},

		{"an override policy", all, overriding(t, "o", labelAB), "[ConfigMap shop/a]"},
		{"an override policy for what has no binding", []any{a, b}, overriding(t, "o", labelAB), "[]"},
		{"the same override policy", with(overriding(t, "o", labelAB)), overriding(t, "o", labelAB), "[]"},
		{"an override policy that is gone", with(overriding(t, "o", labelAB)), overriding(t, "o", labelAB).Policy.Ref(), "[ConfigMap shop/a]"},
		{"an override policy by a label that an interpreter may set", with(rollout, binding(rollout, "m1")),
			overriding(t, "o", `{resourceSelectors: [{apiVersion: argoproj.io/v1, kind: Rollout, labelSelector: {matchLabels: {color: blue}}}], overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}`), "[Rollout shop/r]"},
		{"an override policy for another kind than one that an interpreter revises", with(rollout, binding(rollout, "m1")), overriding(t, "o", labelAB), "[ConfigMap shop/a]"},
		{"an override policy for which a policy waits", []any{a, claimed(web.DeepCopy(), "p"), policy(t, "p", `{dependentOverrides: [o], resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {}}`)},
			overriding(t, "o", `{overrideRules: []}`), "[ConfigMap shop/a Deployment shop/web]"},

		{"labels of a cluster that the placement names", all, labeled("m1", "1"), "[ConfigMap shop/a Deployment shop/web]"},
		{"labels of a cluster for a suspended binding", with(change(ofA, func(b *api.ResourceBinding) {
			yes := true
			b.Spec.Suspension = &api.BindingSuspension{Scheduling: &yes}
		})), labeled("m1", "1"), "[Deployment shop/web]"},
		{"a new cluster", with(change(ofA, func(b *api.ResourceBinding) { b.Spec.Placement = &api.Placement{} })), labeled("m3", "0"), "[Namespace shop]"},
		{"a new cluster that may help", with(change(unscheduled, func(b *api.ResourceBinding) { b.Spec.Placement = &api.Placement{} })), labeled("m3", "0"), "[Namespace shop ConfigMap shop/b]"},
		{"the capacity of a cluster", all, change(labeled("m1", "0"), func(c *api.Cluster) { c.Status.ResourceSummary = &api.ResourceSummary{} }), "[]"},
		{"the APIs of a cluster that may help", with(unscheduled), change(labeled("m2", "0"), func(c *api.Cluster) { c.Status.APIEnablements = []api.APIEnablement{{GroupVersion: "v1"}} }), "[ConfigMap shop/b]"},
		{"a cluster that is gone", all, labeled("m2", "0").Ref(), "[Namespace shop ConfigMap shop/b]"},
		{"a cluster that leaves and is no longer selected", with(change(ofA, func(b *api.ResourceBinding) {
			b.Spec.Placement = &api.Placement{ClusterAffinity: &api.ClusterAffinity{ClusterNames: []string{"m9"}}}
		})), leaving,
			"[Namespace shop ConfigMap shop/a Deployment shop/web]"},
		{"labels of a cluster that a rule reads", with(change(ofA, func(b *api.ResourceBinding) { b.Spec.Placement = nil }), overriding(t, "o",
			`{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: a}], overrideRules: [{targetCluster: {labelSelector: {matchLabels: {ring: "1"}}}, overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}`)),
			labeled("m1", "1"), "[ConfigMap shop/a Deployment shop/web]"},

		{"the same binding", all, change(ofA, func(b *api.ResourceBinding) { b.ResourceVersion, b.Status.Conditions = "2", []metav1.Condition{{}} }), "[]"},
		{"the clusters of a binding", all, binding(a, "m2"), "[ConfigMap shop/a]"},
		{"a binding that is gone", all, ofA.Ref(), "[ConfigMap shop/a]"},
		{"the binding of an object that is gone", nil, ofA, "[ConfigMap shop/a]"},
		{"a binding that names an object of another namespace", nil, change(ofA, func(b *api.ResourceBinding) { b.Namespace = "bank" }), "[]"},
		{"the health of an object", all, change(ofA, func(b *api.ResourceBinding) {
			b.Status.AggregatedStatus = []api.AggregatedStatusItem{{Health: "Unhealthy"}}
		}), "[]"},
		{"the health of an object that is evicted", with(change(ofA, func(b *api.ResourceBinding) { b.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{}} })), change(ofA, func(b *api.ResourceBinding) {
			b.Spec.GracefulEvictionTasks, b.Status.AggregatedStatus = []api.GracefulEvictionTask{{}}, []api.AggregatedStatusItem{{Health: "Unhealthy"}}
		}), "[ConfigMap shop/a]"},
		{"a binding joins a group", with(member(ofB, "g")), member(ofA, "g"), "[ConfigMap shop/a ConfigMap shop/b]"},
		{"a binding leaves a group", with(member(ofB, "g"), member(ofA, "g")), ofA, "[ConfigMap shop/a ConfigMap shop/b]"},
		{"an entry of a binding that others require is lost", with(api2, binding(api2, "m1"), required), requiredBy(ofA, ofWeb), "[ConfigMap shop/a Deployment shop/api]"},
		{"what a binding takes from those that require it", with(api2, binding(api2, "m1"), required), change(required, func(b *api.ResourceBinding) { b.Spec.ConflictResolution = api.ConflictOverwrite }),
			"[ConfigMap shop/a Deployment shop/web]"},
		{"a binding that others name already", []any{a, required, api2, binding(api2)}, ofWeb, "[ConfigMap shop/a Deployment shop/api Deployment shop/web]"},

		{"a Work", all, workOf(ofA, "m1"), "[ConfigMap shop/a]"},
		{"the status of a Work", with(workOf(ofA, "m1")), change(workOf(ofA, "m1"), func(w *api.Work) { w.ResourceVersion, w.Status.Conditions = "2", []metav1.Condition{{}} }), "[]"},
		{"a Work that is gone", with(workOf(ofA, "m1")), workOf(ofA, "m1").Ref(), "[ConfigMap shop/a]"},
		{"a Work that names another binding", with(workOf(ofA, "m1")), change(workOf(ofA, "m1"), func(w *api.Work) { w.Annotations = workOf(ofB, "m1").Annotations }), "[ConfigMap shop/a ConfigMap shop/b]"},
		{"a Work with the name of one that is to be written", all, change(workOf(ofA, "m1"), func(w *api.Work) { w.Annotations = nil }), "[ConfigMap shop/a]"},
		{"a Work of a Namespace", nil, change(workOf(ofA, "m1"), func(w *api.Work) {
			w.Annotations, w.Spec.Workload.Manifests = nil, []api.Manifest{{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "bank"}}}
		}), "[Namespace bank]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x, filled := newIndex(false), newIndex(false)
			put(t, x, c.stored...)
			filled.Fill(storedOf(t, c.stored...))
			require.Equal(t, c.want, fmt.Sprint(event(t, x, c.event)))
			require.Equal(t, c.want, fmt.Sprint(event(t, filled, c.event)), "after Fill")
			if _, deleted := c.event.(override.Ref); !deleted {
				require.Empty(t, put(t, x, c.event), "the same again is no change")
			}
		})
	}
}

func newIndex(byMatch bool) *affected.Index {
	return &affected.Index{Options: affected.Options{
		Registry: interpreter.NewRegistry(reviser{}), ByMatch: byMatch,
		FeatureGates: api.FeatureGates{api.GateWorkloadAffinity: true, api.GatePropagationPolicyPreemption: true},
	}}
}

// event puts an object, or deletes that of a reference.
func event(t *testing.T, x *affected.Index, o any) []override.Ref {
	t.Helper()
	ref, deleted := o.(override.Ref)
	if !deleted {
		return put(t, x, o)
	}
	switch ref.Kind {
	case "PropagationPolicy":
		return x.DeletePolicy(ref)
	case "OverridePolicy":
		return x.DeleteOverride(ref)
	case "Cluster":
		return x.DeleteCluster(ref.Name)
	case "ResourceBinding":
		return x.DeleteBinding(ref)
	case "Work":
		return x.DeleteWork(ref)
	}
	return x.DeleteTemplate(ref)
}

// TestByMatch has the bindings for which a cluster matters, whatever Karmada's scheduler looks at.
func TestByMatch(t *testing.T) {
	t.Parallel()
	a, b, c := object("v1", "ConfigMap", "a"), object("v1", "ConfigMap", "b"), object("v1", "ConfigMap", "c")
	zero, weighted := binding(a, "m1"), binding(c, "m1")
	zero.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "0"}}}
	weighted.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{WeightPreference: &api.ClusterPreferences{StaticWeightList: []api.StaticClusterWeight{{TargetCluster: *zero.Spec.Placement.ClusterAffinity}}}}
	for _, test := range []struct {
		name  string
		event *api.Cluster
		want  string
	}{
		{"labels that match in another way, one of them as a weight", labeled("m1", "1"), "[ConfigMap shop/a ConfigMap shop/c]"},
		{"labels that nothing reads", change(labeled("m1", "0"), func(c *api.Cluster) { c.Labels["other"] = "x" }), "[]"},
		{"a taint", change(labeled("m1", "0"), func(c *api.Cluster) { c.Spec.Taints = []api.Taint{{Key: "x"}} }), "[ConfigMap shop/a ConfigMap shop/b ConfigMap shop/c]"},
		{"a new cluster that a placement matches", labeled("m2", "0"), "[ConfigMap shop/a ConfigMap shop/c]"},
		{"a new cluster that none matches", labeled("m2", "1"), "[]"},
		{"capacity", change(labeled("m1", "0"), func(c *api.Cluster) { c.Status.ResourceSummary = &api.ResourceSummary{} }), "[]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			x := newIndex(true)
			put(t, x, a, b, c, zero, binding(b, "m1"), weighted, labeled("m1", "0"))
			require.Equal(t, test.want, text(x.PutCluster(test.event)))
		})
	}
}

// TestExpect announces a binding that is not stored yet: an event that comes before it finds its template.
func TestExpect(t *testing.T) {
	t.Parallel()
	a, web := object("v1", "ConfigMap", "a"), object("apps/v1", "Deployment", "web")
	b := needing(binding(web, "m1"), needsA)
	for _, c := range []struct {
		name  string
		event any
		want  string
	}{
		{"a cluster has other labels", labeled("m1", "1"), "[Deployment shop/web]"},
		{"a cluster is gone", labeled("m1", "0").Ref(), "[Deployment shop/web]"},
		{"a dependency appears", a, "[ConfigMap shop/a Deployment shop/web]"},
		{"an override policy appears", overriding(t, "o", `{overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}`), "[Deployment shop/web]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := newIndex(false)
			put(t, x, web, labeled("m1", "0"))
			x.Expect(b)
			require.Nil(t, x.Binding(override.RefOf(web)), "it is not stored")
			require.Equal(t, c.want, text(event(t, x, c.event)))
		})
	}
	x := newIndex(false)
	put(t, x, web, labeled("m1", "0"))
	x.Expect(b)
	put(t, x, binding(web, "m2"), labeled("m2", "0"))
	require.Equal(t, "[Deployment shop/web]", text(x.PutCluster(labeled("m1", "1"))), "an older version does not end it")
	put(t, x, b, binding(web, "m2"))
	require.Empty(t, x.PutCluster(labeled("m1", "0")), "it was stored, and has moved since")
	x.Expect(binding(web, "m2"))
	require.Equal(t, "[Deployment shop/web]", text(x.PutCluster(labeled("m2", "1"))), "what is stored need not be expected")
}

// TestForget ends what was expected without storing it.
func TestForget(t *testing.T) {
	t.Parallel()
	a, web := object("v1", "ConfigMap", "a"), object("apps/v1", "Deployment", "web")
	b, other := needing(binding(web, "m1"), needsA), binding(object("example.com/v1", "Deployment", "web"), "m1")
	for _, c := range []struct {
		name   string
		forget func(x *affected.Index)
		want   string
	}{
		{"not at all", func(*affected.Index) {}, "[ConfigMap shop/a Deployment shop/web] [Deployment shop/web]"},
		{"it could not be stored", func(x *affected.Index) { x.Forget(b) }, "[ConfigMap shop/a] []"},
		{"that of another object could not be stored", func(x *affected.Index) { x.Forget(other) }, "[ConfigMap shop/a Deployment shop/web] [Deployment shop/web]"},
		{"its template is gone", func(x *affected.Index) { x.DeleteTemplate(override.RefOf(web)) }, "[ConfigMap shop/a] []"},
		{"another template whose binding has the name is gone", func(x *affected.Index) {
			put(t, x, object("example.com/v1", "Deployment", "web"))
			x.DeleteTemplate(content.ResourceOf(other))
		}, "[ConfigMap shop/a Deployment shop/web] [Deployment shop/web]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := newIndex(false)
			put(t, x, web, labeled("m1", "0"))
			x.Expect(b)
			c.forget(x)
			require.Equal(t, c.want, fmt.Sprintf("%s %s", text(x.PutTemplate(a)), text(x.PutCluster(labeled("m1", "1")))))
		})
	}
}
