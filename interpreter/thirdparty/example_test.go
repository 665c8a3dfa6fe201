package thirdparty_test

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
)

// What a fresh Karmada understands: the kinds of other projects, and those of Kubernetes.
func Example() {
	registry := interpreter.NewRegistry(append(thirdparty.Interpreters(time.Now), native.Interpreters(time.Now)...)...)
	web := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps.kruise.io/v1alpha1", "kind": "CloneSet", "metadata": map[string]any{"namespace": "shop", "name": "web"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{}},
	}}
	if hook, found := registry.ReplicaInterpreter(web.GroupVersionKind()); found {
		replicas, _, err := hook.InterpretReplica(context.Background(), web)
		fmt.Println(replicas, err)
	}
	// Output:
	// 3 <nil>
}

// A declaration for a kind is asked first, hook by hook, as Karmada asks a customization before its own scripts.
func ExampleInterpreters() {
	own, err := declared.Interpreters(declared.Declaration{
		APIVersion: "kubeflow.org/v1", Kind: "Notebook",
		Health: []declared.Condition{{Condition: "Ready"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := interpreter.NewRegistry(append(append(own, thirdparty.Interpreters(time.Now)...), native.Interpreters(time.Now)...)...)
	notebook := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "kubeflow.org/v1", "kind": "Notebook",
		"spec": map[string]any{"template": map[string]any{}},
		"status": map[string]any{
			"conditions":     []any{map[string]any{"type": "Ready", "status": "True"}},
			"containerState": map[string]any{"waiting": map[string]any{"reason": "ImagePullBackOff"}}, // unhealthy for the script
		},
	}}
	if hook, found := registry.HealthInterpreter(notebook.GroupVersionKind()); found {
		fmt.Println(hook.InterpretHealth(context.Background(), notebook))
	}
	if hook, found := registry.ReplicaInterpreter(notebook.GroupVersionKind()); found {
		fmt.Println(hook.InterpretReplica(context.Background(), notebook))
	}
	// Output:
	// true <nil>
	// 1 <nil> <nil>
}
