package api_test

import (
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// What belongs to a Deployment is found by its name alone.
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
