package interpreter_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
)

// The first registered interpreter of a kind is used, hook by hook. Here a declaration defines when a Deployment is healthy; the other
// hooks of Deployment are native. The status of an unknown kind is reported as a whole.
func ExampleRegistry() {
	patient, err := declared.Interpreters(declared.Declaration{
		APIVersion: "apps/v1", Kind: "Deployment",
		Health: []declared.Condition{{Condition: "Available"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := interpreter.NewRegistry(append(patient, native.Interpreters(time.Now)...)...)

	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON([]byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop","generation":2},
		"spec":{"replicas":3},"status":{"observedGeneration":1,"conditions":[{"type":"Available","status":"True"}]}}`)); err != nil {
		fmt.Println(err)
		return
	}
	if hook, found := registry.HealthInterpreter(object.GroupVersionKind()); found {
		fmt.Println(hook.InterpretHealth(context.Background(), object))
	}
	if hook, found := registry.ReplicaInterpreter(object.GroupVersionKind()); found {
		fmt.Println(hook.InterpretReplica(context.Background(), object))
	}
	unknown := schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Thing"}
	fmt.Println(registry.Enabled(unknown, interpreter.InterpretStatus), registry.Enabled(unknown, interpreter.InterpretHealth))
	// Output:
	// true <nil>
	// 3 <nil> <nil>
	// true false
}

// Hooks lists all hooks of a registry.
func ExampleRegistry_Hooks() {
	list, err := declared.Decode(strings.NewReader(declarations))
	if err != nil {
		fmt.Println(err)
		return
	}
	interpreters, err := declared.Interpreters(list...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, hook := range interpreter.NewRegistry(interpreters...).Hooks() {
		fmt.Println(hook.Kind.Kind, hook.Operation)
	}
	// Output:
	// Training InterpretComponent
	// Workload AggregateStatus
	// Workload InterpretDependency
	// Workload InterpretHealth
	// Workload InterpretReplica
	// Workload InterpretStatus
	// Workload Retain
	// Workload ReviseReplica
}

// Check explains why a registry has no hook, for example because it is nil.
func ExampleRegistry_Check() {
	var forgotten *interpreter.Registry
	kind := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}
	fmt.Println(forgotten.Check(kind, interpreter.InterpretReplica))

	registry := interpreter.NewRegistry(native.Interpreters(time.Now)...)
	fmt.Println(registry.Check(kind, interpreter.InterpretReplica))
	fmt.Println(registry.Check(kind, interpreter.InterpretComponent))
	// Output:
	// no interpreter has InterpretReplica for apps/v1, Kind=Deployment: the Registry is nil or empty
	// <nil>
	// no interpreter in the Registry has InterpretComponent for apps/v1, Kind=Deployment
}

// Name reports which interpreter answers, hook by hook.
func ExampleRegistry_Name() {
	patient, err := declared.Interpreters(declared.Declaration{
		APIVersion: "apps/v1", Kind: "Deployment",
		Health: []declared.Condition{{Condition: "Available"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := interpreter.NewRegistry(append(patient, native.Interpreters(time.Now)...)...)
	kind := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}
	fmt.Println(registry.Name(kind, interpreter.InterpretHealth), registry.Name(kind, interpreter.InterpretReplica))
	// Output: declared native
}
