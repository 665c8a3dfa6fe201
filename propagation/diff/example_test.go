package diff_test

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
)

// A third cluster joins and also gets the duplicated object.
func ExamplePlans() {
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "settings"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap"}}
	in := propagation.PlanInput{
		Templates: []*unstructured.Unstructured{{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": "settings"},
		}}},
		Policies: []api.PropagationSource{policy},
		Options:  propagation.PlanOptions{AssumeAPIs: true},
	}
	var plans []*propagation.Plan
	for _, clusters := range [][]string{{"eu", "us"}, {"eu", "us", "asia"}} {
		in.Clusters = nil
		for _, name := range clusters {
			in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}})
		}
		plan, err := propagation.NewPlan(context.Background(), in)
		if err != nil {
			fmt.Println(err)
			return
		}
		plans = append(plans, plan)
		in.Bindings, in.Works = plan.Bindings, plan.Works // now they are stored
	}
	fmt.Print(diff.Plans(plans[0], plans[1]))
	// Output:
	// ConfigMap shop/settings: asia added
	//
	// ConfigMap shop/settings in asia created
}
