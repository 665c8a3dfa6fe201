package propagation_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
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
		Options: propagation.PlanOptions{AssumeAPIs: true, NewID: func(of override.Ref) string {
			return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name
		}},
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

// TestWithBounds has changes that matter to templates or stored objects that have nothing else to do with them.
func TestWithBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, in *propagation.PlanInput) propagation.Changes
	}{
		{"a PriorityClass changes", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			class := boundsTemplate("scheduling.k8s.io/v1", "PriorityClass", "", "high")
			class.Object["value"] = int64(1)
			in.Templates = append(in.Templates, class)
			in.Policies[0].PropagationSpec().SchedulePriority = &api.SchedulePriority{PriorityClassSource: api.KubePriorityClass, PriorityClassName: "high"}
			higher := boundsTemplate("scheduling.k8s.io/v1", "PriorityClass", "", "high")
			higher.Object["value"] = int64(2)
			return propagation.Changes{Templates: []*unstructured.Unstructured{higher}}
		}},
		{"a CustomResourceDefinition changes the scope of another template", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			crd := func(scope string) *unstructured.Unstructured {
				o := boundsTemplate("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", "widgets.example.com")
				o.Object["spec"] = map[string]any{"group": "example.com", "names": map[string]any{"kind": "Widget"}, "scope": scope}
				return o
			}
			in.Templates = append(in.Templates, crd("Namespaced"), boundsTemplate("example.com/v1", "Widget", "shop", "w"))
			return propagation.Changes{Templates: []*unstructured.Unstructured{crd("Cluster")}}
		}},
		{"a template was given twice", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			in.Templates = append(in.Templates, in.Templates[0])
			in.Templates[0] = in.Templates[0].DeepCopy()
			return propagation.Changes{Templates: []*unstructured.Unstructured{labeled(in.Templates[0], "app", "x")}}
		}},
		{"the template is gone that has the id of its policy", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			in.Templates[0] = claimed(in.Templates[0], "given")
			return propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[0])}}
		}},
		{"a template brings the id of its policy", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			return propagation.Changes{Templates: []*unstructured.Unstructured{claimed(in.Templates[0], "given")}}
		}},
		{"a kind is new, which clusters are assumed to have", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			selecting(in, "v1", "Secret")
			return propagation.Changes{Templates: []*unstructured.Unstructured{boundsTemplate("v1", "Secret", "shop", "s")}}
		}},
		{"a policy has a preemption without effect", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			p := in.Policies[0].DeepCopyObject().(api.PropagationSource)
			p.PropagationSpec().Preemption = api.PreemptAlways
			return propagation.Changes{Policies: []api.PropagationSource{p}}
		}},
		{"a propagation policy waits for an override policy", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			in.Policies[0].PropagationSpec().DependentOverrides = []string{"o"}
			return propagation.Changes{Overrides: []api.OverrideSource{labeling("1", api.ResourceSelector{APIVersion: "v1", Kind: "Secret"})}}
		}},
		{"one of two objects with a Work of one name is removed", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			o := &api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: "rename"}}
			o.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
				{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"renamed"`)}},
			}}}}
			in.Overrides = append(in.Overrides, o)
			return propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[0])}}
		}},
		{"an object gets the name of another one", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			o := labeling("1", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap", Name: "a"})
			o.Spec.OverrideRules[0].Overriders = api.Overriders{Plaintext: []api.PlaintextOverrider{
				{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"b"`)}},
			}}
			return propagation.Changes{Overrides: []api.OverrideSource{o}}
		}},
		{"a stored Work of no binding has the name of a new one", func(t *testing.T, in *propagation.PlanInput) propagation.Changes {
			storeAll(t, in)
			a := in.Templates[0]
			in.Templates, in.Bindings, in.Works = in.Templates[1:], nil, in.Works[:1]
			in.Works[0].Labels, in.Works[0].Annotations = map[string]string{"foreign": "yes"}, nil
			return propagation.Changes{Templates: []*unstructured.Unstructured{a}}
		}},
		{"a policy has another id", func(_ *testing.T, in *propagation.PlanInput) propagation.Changes {
			p := in.Policies[0].DeepCopyObject().(api.PropagationSource)
			p.SetLabels(map[string]string{api.PropagationPolicyIDLabel: "other"})
			return propagation.Changes{Policies: []api.PropagationSource{p}}
		}},
		{"a stored Work has the id of its binding without the name", func(t *testing.T, in *propagation.PlanInput) propagation.Changes {
			in.Bindings = plantest.PlanOf(t, *in).Bindings
			w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "odd", Labels: map[string]string{
				api.BindingIDLabel: in.Bindings[0].GetLabels()[api.BindingIDLabel],
			}}}
			in.Works = []*api.Work{w}
			moved := in.Policies[0].DeepCopyObject().(api.PropagationSource)
			moved.PropagationSpec().Placement.ClusterAffinity.ClusterNames = []string{"m2"}
			return propagation.Changes{Policies: []api.PropagationSource{moved}}
		}},
		{"a binding that is being deleted has attached the one that changes", func(t *testing.T, in *propagation.PlanInput) propagation.Changes {
			in.Policies[0].PropagationSpec().ResourceSelectors[0] = api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"}
			in.Policies[0].PropagationSpec().PropagateDeps = true
			d := boundsTemplate("apps/v1", "Deployment", "shop", "d")
			d.Object["spec"] = map[string]any{"replicas": int64(1), "template": map[string]any{"spec": map[string]any{"volumes": []any{
				map[string]any{"name": "v", "configMap": map[string]any{"name": "a"}},
			}}}}
			with := *in
			with.Templates = append(with.Templates[:2:2], d)
			in.Bindings = plantest.PlanOf(t, with).Bindings
			require.Len(t, in.Bindings, 2)
			for _, b := range in.Bindings {
				if len(b.BindingSpec().RequiredBy) == 0 {
					b.SetDeletionTimestamp(&metav1.Time{Time: estateTime})
					b.SetFinalizers([]string{api.DependenciesFinalizer})
				}
			}
			labeled := in.Templates[0].DeepCopy()
			labeled.SetLabels(map[string]string{"app": "x"})
			return propagation.Changes{Templates: []*unstructured.Unstructured{labeled}, Remove: []override.Ref{override.RefOf(in.Templates[1])}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := boundsInput()
			changes := c.prepare(t, &in)
			before := plantest.PlanOf(t, in)
			next, err := before.With(context.Background(), changes)
			require.NoError(t, err)
			want := whole(t, plantest.PlanOf(t, changed(in, changes)))
			require.Equal(t, want, whole(t, next))
			require.NotEqual(t, want, whole(t, before), "the changes matter")
		})
	}
}
