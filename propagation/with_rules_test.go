package propagation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// widgetHook interprets the kind Widget: spec.needs has ConfigMaps as namespace/name or with a value of the label app as
// namespace/app=value, or all that are claimed as namespace/claimed, or Boards, which have no namespace. Revised replicas come with a label.
type widgetHook struct{}

func (widgetHook) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "example.com", Version: "v1", Kind: "Widget"}}
}

func (widgetHook) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return 2, nil, nil
}

func (widgetHook) ReviseReplica(_ context.Context, object *unstructured.Unstructured, _ int64) (*unstructured.Unstructured, error) {
	revised := object.DeepCopy()
	revised.SetLabels(map[string]string{"revised": "yes"})
	return revised, nil
}

func (widgetHook) InterpretDependency(_ context.Context, object *unstructured.Unstructured) (all []interpreter.Dependency, err error) {
	needs, _, _ := unstructured.NestedStringSlice(object.Object, "spec", "needs")
	for _, name := range needs {
		d := interpreter.Dependency{APIVersion: "v1", Kind: "ConfigMap"}
		if d.Namespace, d.Name, _ = strings.Cut(name, "/"); d.Namespace == "" {
			d.APIVersion, d.Kind = "example.com/v1", "Board"
		}
		if app, byLabel := strings.CutPrefix(d.Name, "app="); byLabel {
			d.Name, d.LabelSelector = "", &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}
		}
		if d.Name == "claimed" {
			d.Name, d.LabelSelector = "", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: api.PropagationPolicyIDLabel, Operator: "Exists"}}}
		}
		all = append(all, d)
	}
	return all, nil
}

// rulesInput returns the Widget w and the policy p, which selects Widgets and propagates what they need to the cluster m1, in addition to boundsInput.
func rulesInput(needs ...any) propagation.PlanInput {
	in := boundsInput()
	in.Registry = interpreter.NewRegistry(widgetHook{})
	in.Policies[0].PropagationSpec().ResourceSelectors[0] = api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"}
	in.Policies[0].PropagationSpec().PropagateDeps = true
	in.Templates = append(in.Templates, widget(needs...))
	return in
}

func widget(needs ...any) *unstructured.Unstructured {
	w := boundsTemplate("example.com/v1", "Widget", "shop", "w")
	w.Object["spec"] = map[string]any{"needs": needs}
	return w
}

// one returns one set of changes.
func one(c propagation.Changes) []propagation.Changes { return []propagation.Changes{c} }

// setTemplates returns the change of templates.
func setTemplates(set ...*unstructured.Unstructured) []propagation.Changes {
	return one(propagation.Changes{Templates: set})
}

// labeled returns a copy of an object with labels.
func labeled(o *unstructured.Unstructured, pairs ...string) *unstructured.Unstructured {
	o = o.DeepCopy()
	labels := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		labels[pairs[i]] = pairs[i+1]
	}
	o.SetLabels(labels)
	return o
}

// selecting adds a selector to the policy of an input.
func selecting(in *propagation.PlanInput, version, kind string) {
	spec := in.Policies[0].PropagationSpec()
	spec.ResourceSelectors = append(spec.ResourceSelectors, api.ResourceSelector{APIVersion: version, Kind: kind})
}

// reselected returns the policy of an input with one more selector, which selects nothing.
func reselected(in *propagation.PlanInput) []api.PropagationSource {
	p := in.Policies[0].DeepCopyObject().(api.PropagationSource)
	p.PropagationSpec().ResourceSelectors = append(p.PropagationSpec().ResourceSelectors, api.ResourceSelector{APIVersion: "v1", Kind: "Secret"})
	return []api.PropagationSource{p}
}

// labeling returns an override policy that sets the label over of what it selects.
func labeling(value string, s api.ResourceSelector) *api.OverridePolicy {
	o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "o"}}
	o.Spec.ResourceSelectors = []api.ResourceSelector{s}
	o.Spec.OverrideRules = []api.RuleWithCluster{{}}
	o.Spec.OverrideRules[0].Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"over": value}}}
	return o
}

// storeAll stores what the plan of an input has.
func storeAll(t *testing.T, in *propagation.PlanInput) {
	t.Helper()
	plan := plantest.PlanOf(t, *in)
	in.Bindings, in.Works = plan.Bindings, plan.Works
}

// TestWithRules has a case for each rule about what a change touches.
func TestWithRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		prepare      func(t *testing.T) (propagation.PlanInput, []propagation.Changes)
	}{
		{"a binding becomes free", "the Widget could not attach a: its binding had the name of that of another object", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/a")
			selecting(&in, "example.com/v1", "ConfigMap")
			in.Templates = append(in.Templates, boundsTemplate("example.com/v1", "ConfigMap", "shop", "a"), boundsTemplate("example.com/v1", "ConfigMap", "shop", "other"))
			return in, one(propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[3])}})
		}},
		{"a cluster changes under a binding that no policy claims", "with Touched, its binding is scheduled again", func(t *testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := boundsInput()
			in.Clusters[0].Labels = map[string]string{"zone": "eu"}
			in.Policies[0].PropagationSpec().Placement.ClusterAffinity = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"zone": "eu"}}}
			storeAll(t, &in)
			in.Policies, in.Options.Touched = nil, func(override.Ref) bool { return true }
			moved := in.Clusters[0].DeepCopy()
			moved.Labels = map[string]string{"zone": "us"}
			return in, one(propagation.Changes{Clusters: []*api.Cluster{moved}})
		}},
		{"a stored Work is made again", "the plan has warned of it, because no template made it", func(t *testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			selecting(&in, "v1", "ConfigMap")
			storeAll(t, &in)
			in.Works[0].Spec.Workload.Manifests[0]["data"] = 3 // an int
			a := in.Templates[0]
			in.Templates = in.Templates[1:]
			return in, setTemplates(a)
		}},
		{"a stored Work is no longer made", "now it has a warning", func(t *testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			selecting(&in, "v1", "ConfigMap")
			storeAll(t, &in)
			in.Works[0].Spec.Workload.Manifests[0]["data"] = 3 // an int
			return in, one(propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[0])}})
		}},
		{"an override policy selects what an interpreter has revised", "the template does not have the label", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			revised := api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"revised": "yes"}}}
			in.Overrides = []api.OverrideSource{labeling("1", revised)}
			return in, one(propagation.Changes{Overrides: []api.OverrideSource{labeling("2", revised)}})
		}},
		{"a cluster has the label of a rule for what an interpreter has revised", "the template does not have the label", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			o := labeling("1", api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"revised": "yes"}}})
			o.Spec.OverrideRules[0].TargetCluster = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "1"}}}
			in.Overrides = []api.OverrideSource{o}
			return in, one(propagation.Changes{Clusters: []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "m1", Labels: map[string]string{"ring": "1"}}}}})
		}},
		{"a policy preempts", "another one has claimed the template", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			in.Options.FeatureGates = api.FeatureGates{api.GatePropagationPolicyPreemption: true}
			selecting(&in, "v1", "ConfigMap")
			in.Policies[0].SetLabels(map[string]string{api.PropagationPolicyIDLabel: "p"})
			high, priority := in.Policies[0].DeepCopyObject().(*api.PropagationPolicy), int32(5)
			high.Name, high.Labels[api.PropagationPolicyIDLabel] = "high", "high"
			high.Spec.Priority, high.Spec.Preemption = &priority, api.PreemptAlways
			high.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap", Name: "a"}}
			in.Policies = append(in.Policies, high)
			in.Templates[0] = claimed(in.Templates[0], "p")
			return in, setTemplates(labeled(in.Templates[0], api.PropagationPolicyIDLabel, "p", "app", "x"))
		}},
		{"a dependency in another namespace", "its binding is in the namespace of the Widget", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("bank/c")
			in.Templates = append(in.Templates, boundsTemplate("v1", "ConfigMap", "bank", "c"))
			return in, setTemplates(labeled(in.Templates[3], "app", "x"))
		}},
		{"a dependency moves to another namespace", "its binding is in the namespace of the Widget, even after the next change", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			c := boundsTemplate("v1", "ConfigMap", "bank", "c")
			in.Templates = append(in.Templates, c)
			return in, append(setTemplates(widget("bank/c")), setTemplates(labeled(c, "app", "x"))...)
		}},
		{"a dependency has no namespace", "its binding has the namespace of the Widget", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("/c")
			in.Templates = append(in.Templates, boundsTemplate("example.com/v1", "Board", "", "c"))
			return in, setTemplates(labeled(in.Templates[3], "app", "x"))
		}},
		{"a dependency is selected by a label", "the Widget has not needed it before", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/app=x")
			return in, setTemplates(labeled(in.Templates[0], "app", "x"))
		}},
		{"the Works change after a warning is gone", "the Works stayed when the row lost its warning of a missing dependency", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/new")
			o := labeling("1", api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"})
			return in, append(setTemplates(boundsTemplate("v1", "ConfigMap", "shop", "new")), propagation.Changes{Overrides: []api.OverrideSource{o}})
		}},
		{"a stored Work appears", "it belongs to no template", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			return rulesInput(), one(propagation.Changes{Works: []*api.Work{{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "foreign"}}}})
		}},
		{"a dependency can be attached", "an object with another uid controlled its stored binding", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("bank/c")
			c := boundsTemplate("v1", "ConfigMap", "bank", "c")
			c.SetUID("1")
			in.Templates = append(in.Templates, c)
			yes := true
			in.Bindings = []api.Binding{&api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{
				Namespace: "shop", Name: "c-configmap", OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "c", UID: "2", Controller: &yes}},
			}}}
			c = c.DeepCopy()
			c.SetUID("2")
			return in, setTemplates(c)
		}},
		{"a stored binding is still required by one that has lost it", "the Widget no longer needs a, and detaches it", func(t *testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/a")
			storeAll(t, &in)
			in.Works, in.Templates[2] = nil, widget("shop/b")
			selecting(&in, "v1", "ConfigMap")
			return in, setTemplates(labeled(in.Templates[0], "app", "x"))
		}},
		{"a template is gone that had attached a binding", "before, the plan has detached it", func(t *testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/a")
			storeAll(t, &in)
			other := widget()
			other.SetName("other")
			in.Works, in.Templates[2] = nil, widget("shop/b")
			in.Templates = append(in.Templates, other)
			return in, one(propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[2])}})
		}},
		{"an override policy changes, and the policy", "the binding is the same, but the Works are not", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			selecting(&in, "v1", "ConfigMap")
			maps := api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"}
			in.Overrides = []api.OverrideSource{labeling("1", maps)}
			return in, one(propagation.Changes{Overrides: []api.OverrideSource{labeling("2", maps)}, Policies: reselected(&in)})
		}},
		{"a policy changes, and the Works have errors", "the new rows have them, too", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			selecting(&in, "v1", "ConfigMap")
			o := labeling("1", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap", Name: "a"})
			o.Spec.OverrideRules[0].Overriders = api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/data/x", Operator: api.OverriderOpRemove}}}
			in.Overrides = []api.OverrideSource{o}
			changes := propagation.Changes{Policies: reselected(&in), Templates: []*unstructured.Unstructured{labeled(in.Templates[1], "app", "x")}}
			return in, one(changes)
		}},
		{"an override policy changes, and the plan has no Works", "the row keeps the warning of a missing dependency", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput("shop/new")
			in.Options.WithoutManifests = true
			o := labeling("1", api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"})
			return in, one(propagation.Changes{Overrides: []api.OverrideSource{o}, Remove: []override.Ref{override.RefOf(in.Templates[1])}})
		}},
		{"a policy has a fault", "the plan warns of it", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			faulty := in.Policies[0].DeepCopyObject().(api.PropagationSource)
			faulty.PropagationSpec().ResourceSelectors[0].LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: "odd"}}}
			return in, one(propagation.Changes{Policies: []api.PropagationSource{faulty}})
		}},
		{"another policy has a fault", "the warning stays", func(*testing.T) (propagation.PlanInput, []propagation.Changes) {
			in := rulesInput()
			faulty := in.Policies[0].DeepCopyObject().(*api.PropagationPolicy)
			faulty.Name = "faulty"
			faulty.Spec.ResourceSelectors[0].LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: "odd"}}}
			in.Policies = append(in.Policies, faulty)
			moved := in.Policies[0].DeepCopyObject().(api.PropagationSource)
			moved.PropagationSpec().Placement.ClusterAffinity.ClusterNames = []string{"m2"}
			return in, one(propagation.Changes{Policies: []api.PropagationSource{moved}})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in, all := c.prepare(t)
			requireSame(t, in, all, c.reason)
		})
	}
}

// requireSame compares the plan after each of the changes with a new one.
func requireSame(t *testing.T, in propagation.PlanInput, all []propagation.Changes, reason string) {
	t.Helper()
	plan := plantest.PlanOf(t, in)
	for _, changes := range all {
		before := whole(t, plan)
		next, err := plan.With(context.Background(), changes)
		require.NoError(t, err)
		in = changed(in, changes)
		want := whole(t, plantest.PlanOf(t, in))
		require.Equal(t, want, whole(t, next), reason)
		require.NotEqual(t, want, before, "the changes matter")
		plan = next
	}
}
