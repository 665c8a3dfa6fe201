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
