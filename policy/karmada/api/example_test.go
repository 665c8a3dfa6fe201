package api_test

import (
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// The binding and the Work of a Deployment.
func ExampleBindingName() {
	fmt.Println(api.BindingName("Deployment", "nginx"))
	fmt.Println(api.ExecutionNamespace("member1"), api.WorkName("Deployment", "default", "nginx"))
	// Output:
	// nginx-deployment
	// karmada-es-member1 nginx-687f7fb96f
}

// A gate that is not set has the default of Karmada.
func ExampleFeatureGates() {
	gates := api.FeatureGates{api.GateWorkloadAffinity: true}
	fmt.Println(gates.Check(), gates.Enabled(api.GateWorkloadAffinity), gates.Enabled(api.GatePriorityBasedScheduling))
	// Output: <nil> true true
}

// Why a selector of a policy does not select an object.
func ExampleResourceSelector_Selector() {
	s := api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"}
	objects, err := selector.NewObjects(s.Selector())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(objects.Why(selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Name: "db"}))
	// Output: name db is not web
}
