package interpreter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
)

// The examples use a kind that only its own operator knows.
const declarations = `
apiVersion: workload.example.io/v1alpha1
kind: Workload
replicas: {pointer: /spec/replicas, default: 1}
template: /spec/template
retain: [/spec/paused]
status:
- {pointer: /status/readyReplicas, aggregate: sum, report: true}
health:
- {pointer: /status/readyReplicas, equalsPointer: /spec/replicas}
---
apiVersion: workload.example.io/v1alpha1
kind: Training
components:
- {name: worker, replicas: {pointer: /spec/workers, default: 1}}
- {name: parameter-server, replicas: {pointer: /spec/servers}}
`

// newRegistry registers declared interpreters before native ones, as Karmada does.
func newRegistry() *interpreter.Registry {
	list, err := declared.Decode(strings.NewReader(declarations))
	if err != nil {
		panic(err)
	}
	interpreters, err := declared.Interpreters(list...)
	if err != nil {
		panic(err)
	}
	return interpreter.NewRegistry(append(interpreters, native.Interpreters(time.Now)...)...)
}

// read returns an object of the examples' group from JSON.
func read(kind, rest string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	head := `{"apiVersion":"workload.example.io/v1alpha1","kind":"` + kind + `","metadata":{"name":"nginx","namespace":"shop"},`
	if err := object.UnmarshalJSON([]byte(head + rest + "}")); err != nil {
		panic(err)
	}
	return object
}

// show prints a part of a result as JSON.
func show(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

// How many replicas does the object ask for, and what does each of them need?
func ExampleReplicaInterpreter() {
	object := read("Workload", `"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"nginx","resources":{"requests":{"cpu":"500m"}}}]}}}`)
	hook, found := newRegistry().ReplicaInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	replicas, requirements, err := hook.InterpretReplica(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(replicas)
	show(requirements)
	// Output:
	// 3
	// {"resourceRequest":{"cpu":"500m"}}
}

// What is each part of the object, and how many replicas of it are there?
func ExampleComponentInterpreter() {
	object := read("Training", `"spec":{"workers":4}`)
	hook, found := newRegistry().ComponentInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	components, err := hook.InterpretComponent(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(components)
	// Output:
	// [{"name":"parameter-server","replicas":0},{"name":"worker","replicas":4}]
}

// A cluster gets a share of the replicas. The input object does not change.
func ExampleReplicaReviser() {
	object := read("Workload", `"spec":{"replicas":3}`)
	hook, found := newRegistry().ReplicaReviser(object.GroupVersionKind())
	if !found {
		return
	}
	revised, err := hook.ReviseReplica(context.Background(), object, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(revised.Object["spec"])
	show(object.Object["spec"])
	// Output:
	// {"replicas":2}
	// {"replicas":3}
}

// The object was paused in the member cluster, and it stays paused.
func ExampleRetainer() {
	desired := read("Workload", `"spec":{"replicas":2,"paused":false}`)
	observed := read("Workload", `"spec":{"replicas":5,"paused":true}`)
	hook, found := newRegistry().Retainer(desired.GroupVersionKind())
	if !found {
		return
	}
	kept, err := hook.Retain(context.Background(), desired, observed)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(kept.Object["spec"])
	// Output:
	// {"paused":true,"replicas":2}
}

// The statuses of the members are added up. A member without a status is ignored.
func ExampleStatusAggregator() {
	object := read("Workload", `"spec":{"replicas":3}`)
	hook, found := newRegistry().StatusAggregator(object.GroupVersionKind())
	if !found {
		return
	}
	summed, err := hook.AggregateStatus(context.Background(), object, []interpreter.StatusItem{
		{ClusterName: "member1", Status: map[string]any{"readyReplicas": int64(2)}},
		{ClusterName: "member2", Status: map[string]any{"readyReplicas": int64(1)}},
		{ClusterName: "member3"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(summed.Object["status"])
	// Output:
	// {"readyReplicas":3}
}

// A member reports the declared fields only.
func ExampleStatusInterpreter() {
	object := read("Workload", `"status":{"readyReplicas":2,"lastScrape":"2024-05-01T10:00:00Z"}`)
	hook, found := newRegistry().StatusInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	status, err := hook.InterpretStatus(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(status)
	// Output:
	// {"readyReplicas":2}
}

// Native statuses have the fields in the order of the Go type.
func ExampleStatusEncoder() {
	registry := newRegistry()
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "batch/v1", "kind": "Job", "status": map[string]any{"failed": int64(1), "active": int64(2)},
	}}
	hook, found := registry.StatusInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	status, err := hook.InterpretStatus(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	if encoder, ok := hook.(interpreter.StatusEncoder); ok {
		text, err := encoder.EncodeStatus(status)
		fmt.Println(string(text), err)
	}
	// Output:
	// {"active":2,"failed":1} <nil>
}

// Is the object healthy? Without a number of replicas the default is one.
func ExampleHealthInterpreter() {
	registry := newRegistry()
	for _, text := range []string{
		`"spec":{"replicas":3},"status":{"readyReplicas":3}`,
		`"spec":{"replicas":3},"status":{"readyReplicas":2}`,
		`"spec":{},"status":{"readyReplicas":1}`,
		`"spec":{"replicas":3},"status":"good"`,
	} {
		object := read("Workload", text)
		hook, found := registry.HealthInterpreter(object.GroupVersionKind())
		if !found {
			return
		}
		fmt.Println(hook.InterpretHealth(context.Background(), object))
	}
	// Output:
	// true <nil>
	// false <nil>
	// true <nil>
	// false InterpretHealth: Workload shop/nginx: /status is the string "good", expected an object
}

// Which objects must be in a cluster before the pods can run there?
func ExampleDependencyInterpreter() {
	object := read("Workload", `"spec":{"template":{"spec":{"serviceAccountName":"web","containers":[{"name":"nginx","envFrom":[{"configMapRef":{"name":"settings"}}]}]}}}`)
	hook, found := newRegistry().DependencyInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	dependencies, err := hook.InterpretDependency(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range dependencies {
		fmt.Println(d.APIVersion, d.Kind, d.Namespace, d.Name)
	}
	// Output:
	// v1 ConfigMap shop settings
	// v1 ServiceAccount shop web
}

// An error has the object and the field that could not be read.
func ExampleError() {
	object := read("Workload", `"spec":{"replicas":"three"}`)
	hook, found := newRegistry().ReplicaInterpreter(object.GroupVersionKind())
	if !found {
		return
	}
	_, _, err := hook.InterpretReplica(context.Background(), object)
	var failed *interpreter.Error
	if errors.As(err, &failed) {
		fmt.Println(failed.Operation, failed.Kind.Kind, failed.Name, failed.Pointer)
	}
	fmt.Println(err)
	// Output:
	// InterpretReplica Workload nginx /spec/replicas
	// InterpretReplica: Workload shop/nginx: /spec/replicas is the string "three", expected an integer
}
