package native_test

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// The kinds of Kubernetes need no declaration. A Job has replicas, but no health hook.
func Example() {
	web := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"namespace": "shop", "name": "web", "generation": int64(2)},
		"spec":   map[string]any{"replicas": int64(3)},
		"status": map[string]any{"observedGeneration": int64(2), "updatedReplicas": int64(3), "availableReplicas": int64(2)},
	}}
	registry := interpreter.NewRegistry(native.Interpreters(time.Now)...)
	hook, found := registry.HealthInterpreter(web.GroupVersionKind())
	if !found {
		return
	}
	fmt.Println(hook.InterpretHealth(context.Background(), web))

	job := schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	fmt.Println(registry.Enabled(job, interpreter.InterpretReplica), registry.Enabled(job, interpreter.InterpretHealth))
	// Output:
	// false <nil>
	// true false
}

// template is the pod template of an operator's custom resource.
var template = map[string]any{"spec": map[string]any{
	"nodeSelector": map[string]any{"disk": "ssd"},
	"containers": []any{map[string]any{
		"name":      "app",
		"resources": map[string]any{"requests": map[string]any{"cpu": "250m"}, "limits": map[string]any{"cpu": "1", "memory": "64Mi"}},
		"envFrom":   []any{map[string]any{"configMapRef": map[string]any{"name": "settings"}}},
	}},
}}

// A hook of any kind with pods can read them like those of a Deployment. A limit replaces a missing request.
func ExamplePodRequirements() {
	requirements, err := native.PodRequirements(template)
	if err != nil {
		fmt.Println(err)
		return
	}
	cpu, memory := requirements.ResourceRequest["cpu"], requirements.ResourceRequest["memory"]
	fmt.Println(cpu.String(), memory.String(), requirements.NodeClaim.NodeSelector)
	// Output: 250m 64Mi map[disk:ssd]
}

// The objects that the pods name are in the namespace of their owner.
func ExamplePodDependencies() {
	dependencies, err := native.PodDependencies("shop", template)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range dependencies {
		fmt.Println(d.APIVersion, d.Kind, d.Namespace, d.Name)
	}
	// Output: v1 ConfigMap shop settings
}

// Check reports the first field with a type that the API server would refuse.
func ExampleCheck() {
	web := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web"},
		"spec": map[string]any{"replicas": "3"},
	}}
	fmt.Println(native.Check(web.GroupVersionKind(), web))
	// Output: Deployment web: /spec/replicas is the string "3", expected an integer of 32 bits
}
