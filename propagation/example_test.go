package propagation_test

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
)

// Three replicas are divided between two clusters. The plan has the clusters, the reason, and a Work for each cluster.
func ExampleNewPlan() {
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"}}
	policy.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{
		ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted,
	}
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{exampleDeployment()},
		Policies:  []api.PropagationSource{policy},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
		Registry:  interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options:   propagation.PlanOptions{AssumeAPIs: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range plan.Rows {
		fmt.Println(row.Template, "-", row.Reason)
		for _, target := range row.Clusters {
			fmt.Println(target.Name, target.Replicas)
		}
	}
	for _, w := range plan.Works {
		fmt.Println(w.Ref())
	}
	// Output:
	// Deployment shop/web - PropagationPolicy shop/web selects the object by name, with priority 0
	// eu 2
	// us 1
	// Work karmada-es-eu/web-56d6c779bb
	// Work karmada-es-us/web-56d6c779bb
}

// An object moves from us to eu. At the time of the plan it is healthy in eu, so the eviction is over.
func ExamplePlanOptions_now() {
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"}}
	policy.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"eu"}}

	begun := metav1.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	binding := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"}}
	binding.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	binding.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "us", CreationTimestamp: &begun}}
	binding.Status.AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "eu", Health: interpreter.Healthy}}

	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{exampleDeployment()},
		Policies:  []api.PropagationSource{policy},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
		Bindings:  []api.Binding{binding},
		Registry:  interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options:   propagation.PlanOptions{AssumeAPIs: true, Options: template.Options{Now: begun.Add(time.Minute)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, decision := range plan.Rows[0].Evictions {
		fmt.Println(decision)
	}
	fmt.Println(len(plan.Bindings[0].BindingSpec().GracefulEvictionTasks), "tasks are left")
	// Output:
	// the eviction from us ends: the object is healthy in all targets
	// 0 tasks are left
}

// An object keeps its policy when a better one is created, unless that preempts.
func ExamplePolicies_Preempt() {
	object := exampleDeployment()
	object.SetLabels(map[string]string{"propagationpolicy.karmada.io/permanent-id": "id-1"})
	object.SetAnnotations(map[string]string{"propagationpolicy.karmada.io/namespace": "shop", "propagationpolicy.karmada.io/name": "first"})
	first := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "first"}}

	second, priority := first.DeepCopy(), int32(5)
	second.Name = "second"
	second.Spec.Priority, second.Spec.Preemption = &priority, api.PreemptAlways
	second.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}}

	policies := claim.NewPolicies(first, second)
	for _, p := range policies.Preempt(object, api.FeatureGates{api.GatePropagationPolicyPreemption: true}) {
		fmt.Println(p.Policy, "takes it from", p.From, "-", p.Reason)
	}
	// Output:
	// PropagationPolicy shop/second takes it from PropagationPolicy shop/first - priority 5 is above priority 0 of PropagationPolicy shop/first
}

// Karmada writes the claim to the object. That is not a change by a user.
func ExampleChanged() {
	before, after := exampleDeployment(), exampleDeployment()
	after.SetLabels(map[string]string{"propagationpolicy.karmada.io/permanent-id": "id-1"})
	fmt.Println(claim.Changed(before, after).Reason)
	after.SetLabels(map[string]string{"app": "web"})
	fmt.Println(claim.Changed(before, after).Reason)
	// Output:
	// only fields that Karmada writes changed: metadata.labels
	// changed: metadata.labels
}
