package status_test

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
)

// A controller watches the Deployments of a member. Each change goes to the Work that the annotations name.
func ExampleReflect() {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"namespace": "shop", "name": "web", "generation": int64(7), "annotations": map[string]any{
			"work.karmada.io/namespace": "karmada-es-eu", "work.karmada.io/name": "web-1", "resourcetemplate.karmada.io/generation": "3",
		}},
		"status": map[string]any{"availableReplicas": int64(2), "replicas": int64(2), "updatedReplicas": int64(2), "observedGeneration": int64(7)},
	}}
	stored := map[string]*api.Work{"karmada-es-eu/web-1": {
		ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-eu", Name: "web-1"},
		Spec: api.WorkSpec{Workload: api.WorkloadTemplate{Manifests: []api.Manifest{{
			"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"namespace": "shop", "name": "web"},
		}}}},
	}}
	owner, found, err := status.WorkOf(object)
	if err != nil || !found {
		fmt.Println("nothing to do", err)
		return
	}
	r, err := status.Reflect(context.Background(), status.ReflectInput{
		Object: object, Work: stored[owner.Namespace+"/"+owner.Name], Interpreter: interpreter.NewRegistry(native.Interpreters(time.Now)...),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Action)
	for _, s := range r.Statuses {
		fmt.Println(s.Health, string(s.Status.Raw))
	}
	// Output:
	// Update
	// Healthy {"generation":7,"resourceTemplateGeneration":3,"observedGeneration":7,"replicas":2,"updatedReplicas":2,"availableReplicas":2}
}

// A ConfigMap is applied in one of two clusters.
func ExampleAggregateBinding() {
	binding := &api.ResourceBinding{}
	binding.Namespace, binding.Name = "shop", "settings-configmap"
	binding.Labels = map[string]string{"resourcebinding.karmada.io/permanent-id": "id-1"}
	binding.Spec.Resource = api.ObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "settings"}
	binding.Spec.Clusters = []api.TargetCluster{{Name: "eu"}, {Name: "us"}}

	var works []*api.Work
	for _, cluster := range []string{"us", "eu"} {
		w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-" + cluster, Name: "settings-1", Labels: binding.Labels}}
		w.Spec.Workload.Manifests = []api.Manifest{{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": "settings"}}}
		w.Status.Conditions = []metav1.Condition{{Type: "Applied", Status: metav1.ConditionTrue}}
		works = append(works, w)
	}
	works[0].Status.Conditions[0] = metav1.Condition{Type: "Applied", Status: metav1.ConditionFalse, Message: "the quota is exceeded"}

	s, err := status.AggregateBinding(binding, works, time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range s.Items {
		fmt.Printf("%s: %t %q\n", item.ClusterName, item.Applied, item.AppliedMessage)
	}
	fmt.Println(s.Conditions[0].Type, s.Conditions[0].Status, s.Changed)
	// Output:
	// eu: true ""
	// us: false "the quota is exceeded"
	// FullyApplied False true
}

// The replicas of two clusters are added up.
func ExampleAggregateTemplate() {
	binding := &api.ResourceBinding{}
	binding.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	s, err := status.AggregateTemplate(context.Background(), status.TemplateInput{
		Binding: binding,
		Items: []api.AggregatedStatusItem{
			{ClusterName: "eu", Applied: true, Status: &api.JSON{Raw: []byte(`{"replicas":2,"readyReplicas":2}`)}},
			{ClusterName: "us", Applied: true, Status: &api.JSON{Raw: []byte(`{"replicas":3,"readyReplicas":1}`)}},
		},
		Template: &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"namespace": "shop", "name": "web"},
		}},
		Interpreter: interpreter.NewRegistry(native.Interpreters(time.Now)...),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if s.Object == nil {
		fmt.Println(s.Reason)
		return
	}
	fmt.Println(s.Object.Object["status"])
	// Output: map[readyReplicas:3 replicas:5]
}

// A Secret of a member belongs to a Work.
func ExampleWorkOf() {
	secret := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{
		"annotations": map[string]any{"work.karmada.io/namespace": "karmada-es-eu", "work.karmada.io/name": "token-1"},
	}}}
	fmt.Println(status.WorkOf(secret))
	// Output: Work karmada-es-eu/token-1 true <nil>
}

// The status of a Work has changed. Its binding must be aggregated.
func ExampleWorkChanged() {
	old := &api.Work{}
	updated := old.DeepCopy()
	updated.Status.Conditions = []metav1.Condition{{Type: "Applied", Status: metav1.ConditionTrue}}
	fmt.Println(status.WorkChanged(old, updated))
	// Output: true
}

// A policy has been changed, but neither the template nor a Work: the status of the binding stays.
func ExampleBindingChanged() {
	scheduled := metav1.Now()
	old := &api.ResourceBinding{Status: api.ResourceBindingStatus{LastScheduledTime: &scheduled}}
	old.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web", ResourceVersion: "12"}
	updated := old.DeepCopy()
	fmt.Println(status.BindingChanged(old, updated))
	updated.Spec.Resource.ResourceVersion = "13"
	fmt.Println(status.BindingChanged(old, updated))
	// Output:
	// false
	// true
}
