package declared_test

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

// workload declares a kind that is similar to a Deployment.
const workload = `
apiVersion: workload.example.io/v1alpha1
kind: Workload
replicas: {pointer: /spec/replicas, default: 1}
template: /spec/template
retain: [/spec/paused]
status:
- {pointer: /status/readyReplicas, aggregate: sum, report: true}
health:
- {pointer: /status/readyReplicas, equalsPointer: /spec/replicas}
`

// Nine lines replace a webhook server.
func Example() {
	declarations, err := declared.Decode(strings.NewReader(workload))
	if err != nil {
		fmt.Println(err)
		return
	}
	interpreters, err := declared.Interpreters(declarations...)
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := interpreter.NewRegistry(interpreters...)

	nginx := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "workload.example.io/v1alpha1", "kind": "Workload",
		"metadata": map[string]any{"namespace": "default", "name": "nginx"},
		"spec":     map[string]any{"replicas": int64(3)},
	}}
	kind := nginx.GroupVersionKind()
	for _, op := range interpreter.Operations() {
		fmt.Println(op, registry.Enabled(kind, op))
	}
	hook, _ := registry.StatusAggregator(kind)
	nginx, err = hook.AggregateStatus(context.Background(), nginx, []interpreter.StatusItem{
		{ClusterName: "member1", Status: map[string]any{"readyReplicas": int64(2)}},
		{ClusterName: "member2", Status: map[string]any{"readyReplicas": int64(1)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(nginx.Object["status"])
	// Output:
	// InterpretReplica true
	// InterpretComponent false
	// InterpretDependency true
	// ReviseReplica true
	// Retain true
	// InterpretStatus true
	// InterpretHealth true
	// AggregateStatus true
	// map[readyReplicas:3]
}

// Validate returns every fault with its path.
func ExampleDeclaration_Validate() {
	d := declared.Declaration{
		APIVersion: "example.io/v1", Kind: "Thing",
		Replicas: declared.Replicas{Pointer: "spec.replicas"},
		Status:   []declared.StatusField{{Pointer: "/status/ready", Aggregate: "average"}},
		Health:   []declared.Condition{{Pointer: "/status/ready"}},
	}
	for _, err := range d.Validate() {
		fmt.Println(err)
	}
	// Output:
	// replicas.pointer: Invalid value: "spec.replicas": must be a JSON pointer, which starts with "/"
	// status[0].aggregate: Unsupported value: "average": supported values: "sum", "max", "min", "latest", "allTrue", "concatenate", "first"
	// health[0]: Required value: one of equals, equalsPointer, atLeast, atLeastPointer and condition
}
