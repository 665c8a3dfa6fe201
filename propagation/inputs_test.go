package propagation_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// boundsInput returns the ConfigMaps a and b, which all go to the cluster m1.
func boundsInput() propagation.PlanInput {
	p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "p"}}
	p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap"}}
	p.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"m1"}}
	return propagation.PlanInput{
		Templates: []*unstructured.Unstructured{boundsTemplate("v1", "ConfigMap", "shop", "a"), boundsTemplate("v1", "ConfigMap", "shop", "b")},
		Policies:  []api.PropagationSource{p},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "m1"}}, {ObjectMeta: metav1.ObjectMeta{Name: "m2"}}},
		Registry:  plantest.Natives,
		Options: propagation.PlanOptions{AssumeAPIs: true, Options: template.Options{NewID: func(of override.Ref) string {
			return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name
		}}},
	}
}

func boundsTemplate(version, kind, namespace, name string) *unstructured.Unstructured {
	metadata := map[string]any{"name": name}
	if namespace != "" {
		metadata["namespace"] = namespace
	}
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": version, "kind": kind, "metadata": metadata}}
}

// claimed returns a copy of an object that the policy p has claimed.
func claimed(o *unstructured.Unstructured, id string) *unstructured.Unstructured {
	o = labeled(o, api.PropagationPolicyIDLabel, id)
	o.SetAnnotations(map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: "p"})
	return o
}

// whole returns everything that a plan has, one object in a line.
func whole(t testing.TB, p *propagation.Plan) string {
	t.Helper()
	var b strings.Builder
	for _, row := range p.Rows {
		fmt.Fprintf(&b, "%s\n  error: %v %t %v\n", casetest.Frozen(t, row), row.Err, propagation.IsRetryable(row.Err), row.Interpreters)
	}
	for _, binding := range p.Bindings {
		fmt.Fprintln(&b, "binding", casetest.Frozen(t, binding))
	}
	for w := range p.EachWork() {
		fmt.Fprintln(&b, "work", casetest.Frozen(t, w.Work()))
	}
	rest := *p
	rest.Rows, rest.Bindings, rest.Works = nil, nil, nil
	fmt.Fprintln(&b, casetest.Frozen(t, rest.Left.Bindings), "\n", casetest.Frozen(t, rest.Left.Works), "\n", casetest.Frozen(t, rest))
	return b.String()
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
