package lua_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/lua"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// widgets is a customization as users write it.
const widgets = `
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: widgets}
spec:
  target: {apiVersion: example.io/v1, kind: Widget}
  customizations:
    replicaResource:
      luaScript: |
        local kube = require("kube")
        function GetReplicas(obj)
          return obj.spec.replicas or 1, kube.accuratePodRequirements(obj.spec.template)
        end
    retention:
      luaScript: |
        function Retain(desired, observed)
          desired.spec.paused = observed.spec.paused
          return desired
        end
    healthInterpretation:
      luaScript: |
        function InterpretHealth(obj)
          return obj.status.readyReplicas == obj.spec.replicas
        end
`

// aWidget is an object of the kind.
func aWidget() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.io/v1", "kind": "Widget", "metadata": map[string]any{"namespace": "shop", "name": "web"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{"containers": []any{
			map[string]any{"name": "app", "resources": map[string]any{"requests": map[string]any{"cpu": "250m"}}},
		}}}},
		"status": map[string]any{"readyReplicas": int64(3)},
	}}
}

// Scripts are checked as Karmada's admission checks them, and compiled once.
func Example() {
	customizations, err := lua.Decode(strings.NewReader(widgets))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range customizations {
		if err := lua.Validate(c); err != nil {
			fmt.Println(err)
			return
		}
	}
	interpreters, err := lua.New(lua.Options{Now: time.Now, Random: rand.Int64}, customizations...)
	if err != nil {
		fmt.Println(err)
		return
	}
	object := aWidget()
	hook, _ := interpreter.NewRegistry(interpreters...).ReplicaInterpreter(object.GroupVersionKind())
	n, needs, err := hook.InterpretReplica(context.Background(), object)
	if err != nil {
		fmt.Println(err)
		return
	}
	cpu := needs.ResourceRequest["cpu"]
	fmt.Println(n, cpu.String())
	// Output: 3 250m
}

// The same kind as a declaration: no code, and the same results. It also revises replicas, and finds the objects that the pods need.
func Example_declaration() {
	declarations, err := declared.Decode(strings.NewReader(`
apiVersion: example.io/v1
kind: Widget
replicas: {pointer: /spec/replicas, default: 1}
template: /spec/template
retain: [/spec/paused]
health:
- {pointer: /status/readyReplicas, equalsPointer: /spec/replicas}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	customizations, err := lua.Decode(strings.NewReader(widgets))
	if err != nil {
		fmt.Println(err)
		return
	}
	scripts, err := lua.New(lua.Options{}, customizations...)
	if err != nil {
		fmt.Println(err)
		return
	}
	pointers, err := declared.Interpreters(declarations...)
	if err != nil {
		fmt.Println(err)
		return
	}
	object, observed := aWidget(), aWidget()
	observed.Object["spec"].(map[string]any)["paused"] = true
	for _, interpreters := range [][]interpreter.Interpreter{scripts, pointers} {
		registry, kind, ctx := interpreter.NewRegistry(interpreters...), object.GroupVersionKind(), context.Background()
		replicas, _ := registry.ReplicaInterpreter(kind)
		n, needs, err := replicas.InterpretReplica(ctx, object)
		if err != nil {
			fmt.Println(err)
			return
		}
		request, err := json.Marshal(needs)
		if err != nil {
			fmt.Println(err)
			return
		}
		retainer, _ := registry.Retainer(kind)
		retained, err := retainer.Retain(ctx, object, observed)
		if err != nil {
			fmt.Println(err)
			return
		}
		health, _ := registry.HealthInterpreter(kind)
		healthy, err := health.InterpretHealth(ctx, object)
		fmt.Println(n, string(request), retained.Object["spec"].(map[string]any)["paused"], healthy, err)
	}
	// Output:
	// 3 {"resourceRequest":{"cpu":"250m"}} true true <nil>
	// 3 {"resourceRequest":{"cpu":"250m"}} true true <nil>
}

// A registry calls the first interpreter that has the hook. Karmada's order is customizations, webhooks, the kinds that it has scripts for, and
// the kinds of Kubernetes.
func Example_order() {
	customizations, err := lua.Decode(strings.NewReader(widgets))
	if err != nil {
		fmt.Println(err)
		return
	}
	all, err := lua.New(lua.Options{Now: time.Now, Random: rand.Int64}, customizations...)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := webhook.Client{ID: "config/widgets", Rules: []webhook.Rule{{
		Operations: []interpreter.Operation{interpreter.InterpretHealth, interpreter.ReviseReplica},
		APIGroups:  []string{"example.io"}, APIVersions: []string{"v1"}, Kinds: []string{"Widget"},
	}}}
	webhooks, err := client.Interpreters()
	if err != nil {
		fmt.Println(err)
		return
	}
	all = append(all, webhooks...)
	all = append(all, thirdparty.Interpreters(time.Now)...)
	all = append(all, native.Interpreters(time.Now)...)
	registry := interpreter.NewRegistry(all...)
	for _, op := range interpreter.Operations() {
		if name := registry.Name(aWidget().GroupVersionKind(), op); name != "" {
			fmt.Printf("%s: %s\n", op, name)
		}
	}
	cloneSet := schema.GroupVersionKind{Group: "apps.kruise.io", Version: "v1alpha1", Kind: "CloneSet"}
	fmt.Println("CloneSet:", registry.Name(cloneSet, interpreter.InterpretReplica))
	// Output:
	// InterpretReplica: lua "widgets"
	// ReviseReplica: webhook "config/widgets"
	// Retain: lua "widgets"
	// InterpretStatus: native
	// InterpretHealth: lua "widgets"
	// CloneSet: thirdparty
}
