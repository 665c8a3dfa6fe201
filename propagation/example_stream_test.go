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
	"github.com/overridekit/overridekit/propagation/work"
)

// streamedPlan returns a plan whose Works are not made yet.
func streamedPlan() (*propagation.Plan, error) {
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"}}
	return propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{exampleDeployment()},
		Policies:  []api.PropagationSource{policy},
		Clusters:  []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}, {ObjectMeta: metav1.ObjectMeta{Name: "us"}}},
		Registry:  interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options:   propagation.PlanOptions{AssumeAPIs: true, StreamWorks: true},
	})
}

// The plan keeps the rows and the bindings. Each Work is made when it is read, and can then be dropped.
func ExamplePlan_EachWork() {
	plan, err := streamedPlan()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(plan.Works), "Works are kept")
	for rendered := range plan.EachWork() {
		fmt.Println(rendered.Cluster(), len(rendered.Work().Spec.Workload.Manifests))
	}
	// Output:
	// 0 Works are kept
	// eu 1
	// us 1
}

// All cores make the Works, a little ahead of the loop. The order is that of the plan.
func ExampleMapWorks() {
	ctx := context.Background()
	plan, err := streamedPlan()
	if err != nil {
		fmt.Println(err)
		return
	}
	for w, err := range propagation.MapWorks(ctx, plan, 0, work.Prepared.Work) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(w.Namespace, w.Name)
	}
	// Output:
	// karmada-es-eu web-56d6c779bb
	// karmada-es-us web-56d6c779bb
}
