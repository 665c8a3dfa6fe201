package webhook_test

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// A declaration of a custom resource, served as a webhook and called.
func ExampleHandler() {
	interpreters, err := declared.Interpreters(declared.Declaration{
		APIVersion: "workload.example.io/v1alpha1", Kind: "Workload",
		Replicas: declared.Replicas{Pointer: "/spec/replicas"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(webhook.Handler(interpreters...))
	defer server.Close()

	client := webhook.Client{URL: server.URL, HTTP: server.Client(), NewID: func() string { return "call-1" }}
	workload := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "workload.example.io/v1alpha1", "kind": "Workload",
		"metadata": map[string]any{"name": "nginx"}, "spec": map[string]any{"replicas": int64(3)},
	}}
	replicas, _, err := client.InterpretReplica(context.Background(), workload)
	fmt.Println(replicas, err)
	revised, err := client.ReviseReplica(context.Background(), workload, 2)
	fmt.Println(revised.Object["spec"], err)
	_, err = client.InterpretHealth(context.Background(), workload)
	var refused *webhook.StatusError
	fmt.Println(errors.As(err, &refused), refused)
	// Output:
	// 3 <nil>
	// map[replicas:2] <nil>
	// true code 400: no interpreter has "InterpretHealth" for workload.example.io/v1alpha1, Kind=Workload
}

// A webhook that handles requests and writes responses itself.
func ExampleFunc() {
	type workload struct {
		Spec struct {
			Replicas *int32 `json:"replicas"`
		} `json:"spec"`
	}
	answer := webhook.Func(func(_ context.Context, r webhook.Request) webhook.Response {
		if r.Operation != interpreter.InterpretReplica {
			return webhook.Errored(http.StatusBadRequest, fmt.Errorf("%s is not supported", r.Operation))
		}
		w, err := webhook.Decode[workload](r.Object)
		if err != nil {
			return webhook.Errored(http.StatusBadRequest, err)
		}
		response := webhook.Succeeded("")
		response.Replicas = w.Spec.Replicas
		return response
	})
	server := httptest.NewServer(answer)
	defer server.Close()
	client := webhook.Client{URL: server.URL, HTTP: server.Client(), NewID: func() string { return "call-2" }}
	replicas, _, err := client.InterpretReplica(context.Background(), &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.io/v1", "kind": "Workload", "spec": map[string]any{"replicas": int64(4)},
	}})
	fmt.Println(replicas, err)
	// Output: 4 <nil>
}

func ExamplePatchFromRaw() {
	response := webhook.PatchFromRaw([]byte(`{"spec":{"paused":true,"replicas":2}}`), []byte(`{"spec":{"replicas":5}}`))
	fmt.Println(*response.PatchType)
	fmt.Println(string(response.Patch))
	// Output:
	// JSONPatch
	// [{"op":"replace","path":"/spec/replicas","value":5},{"op":"remove","path":"/spec/paused"}]
}

func ExampleMatch() {
	url := "https://localhost:8443/"
	every := []string{interpreter.Any}
	hook := func(name string, op interpreter.Operation) webhook.Webhook {
		return webhook.Webhook{
			Name: name, ClientConfig: webhook.ClientConfig{URL: &url}, InterpreterContextVersions: []string{"v1alpha1"},
			Rules: []webhook.Rule{{Operations: []interpreter.Operation{op}, APIGroups: []string{"example.io"}, APIVersions: every, Kinds: every}},
		}
	}
	c := webhook.Configuration{Webhooks: []webhook.Webhook{hook("b.example.io", interpreter.Any), hook("a.example.io", interpreter.Retain)}}
	c.Name = "all"
	kind := schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Workload"}
	for _, op := range []interpreter.Operation{interpreter.Retain, interpreter.InterpretHealth} {
		id, _, found := webhook.Match(kind, op, c)
		fmt.Println(op, id, found)
	}
	fmt.Println(c.Validate())
	// Output:
	// Retain all/a.example.io true
	// InterpretHealth all/b.example.io true
	// []
}

// A configuration defines which webhook is called, and its address. Its connection is made once and closed at the end.
func ExampleInterpreters() {
	answer := webhook.Func(func(context.Context, webhook.Request) webhook.Response {
		healthy := true
		return webhook.Response{Successful: true, Healthy: &healthy}
	})
	server := httptest.NewTLSServer(answer)
	defer server.Close()
	c := webhook.Configuration{Webhooks: []webhook.Webhook{{
		Name: "workloads.example.io", InterpreterContextVersions: []string{"v1alpha1"},
		ClientConfig: webhook.ClientConfig{
			URL:      &server.URL,
			CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
		},
		Rules: []webhook.Rule{{
			Operations: []interpreter.Operation{interpreter.InterpretHealth},
			APIGroups:  []string{"example.io"}, APIVersions: []string{interpreter.Any}, Kinds: []string{"Workload"},
		}},
	}}}
	connections := map[string]*http.Client{} // by the id of the webhook
	for _, w := range c.Webhooks {
		connection, err := w.ClientConfig.HTTPClient(nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer connection.CloseIdleConnections()
		connections[c.Name+"/"+w.Name] = connection
	}
	calls := 0 // or a random UUID
	newID := func() string { calls++; return fmt.Sprint("call-", calls) }
	interpreters, err := webhook.Interpreters(func(id string, w webhook.Webhook) webhook.Client {
		return w.Client(id, connections[id], newID)
	}, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := interpreter.NewRegistry(interpreters...)

	workload := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.io/v1", "kind": "Workload"}}
	if hook, found := registry.HealthInterpreter(workload.GroupVersionKind()); found {
		fmt.Println(hook.InterpretHealth(context.Background(), workload))
	}
	fmt.Println(registry.Hooks())
	// Output:
	// true <nil>
	// [{example.io/*, Kind=Workload InterpretHealth}]
}
