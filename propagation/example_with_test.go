package propagation_test

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// A Deployment gets more replicas. Only its row, its binding and its Works are planned again.
func ExamplePlan_With() {
	deployment := func(replicas int64) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop"},
			"spec": map[string]any{"replicas": replicas},
		}}
	}
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}}
	policy.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{
		ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted,
	}
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{deployment(3)},
		Policies:  []api.PropagationSource{policy},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
		Registry:  interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options:   propagation.PlanOptions{AssumeAPIs: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := plan.With(context.Background(), propagation.Changes{Templates: []*unstructured.Unstructured{deployment(8)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Rows[0].Clusters)
	fmt.Println(next.Rows[0].Clusters)
	// Output:
	// [{eu 2 []} {us 1 []}]
	// [{eu 4 []} {us 4 []}]
}

// A cluster joins. From the bindings of the plan, the workload stays where it is, as in a control plane. Without them, it is scheduled as if it were new.
func ExamplePlan_With_bindings() {
	cluster := func(name string) *api.Cluster {
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
		c.Status.ResourceSummary = &api.ResourceSummary{Allocatable: quantity.List{"pods": resource.MustParse("100")}}
		return c
	}
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}}
	policy.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{
		ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted,
		WeightPreference: &api.ClusterPreferences{DynamicWeight: api.DynamicWeightByAvailableReplicas},
	}
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop"},
			"spec": map[string]any{"replicas": int64(6)},
		}}},
		Policies: []api.PropagationSource{policy},
		Clusters: []*api.Cluster{cluster("eu"), cluster("us")},
		Registry: interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options:  propagation.PlanOptions{AssumeAPIs: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	joins := propagation.Changes{Clusters: []*api.Cluster{cluster("asia")}}
	for _, stored := range [][]api.Binding{plan.Bindings, nil} {
		joins.Bindings = stored
		next, err := plan.With(context.Background(), joins)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(next.Rows[0].Clusters)
	}
	// Output:
	// [{eu 3 []} {us 3 []}]
	// [{asia 2 []} {eu 2 []} {us 2 []}]
}

// One of two ConfigMaps changes. The Works that must be stored are those that the plans do not share.
func ExamplePlan_With_works() {
	configMap := func(name, value string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name, "namespace": "shop"}, "data": map[string]any{"key": value},
		}}
	}
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "all"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap"}}
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{configMap("a", "1"), configMap("b", "1")},
		Policies:  []api.PropagationSource{policy},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
		Options:   propagation.PlanOptions{AssumeAPIs: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := plan.With(context.Background(), propagation.Changes{Templates: []*unstructured.Unstructured{configMap("b", "2")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	had := map[*api.Work]bool{}
	for _, w := range plan.Works {
		had[w] = true
	}
	for _, w := range next.Works {
		if !had[w] {
			fmt.Println("store", w.Ref())
		}
	}
	// Output:
	// store Work karmada-es-eu/b-8474f45cff
	// store Work karmada-es-us/b-8474f45cff
}
