package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// answering has every hook for Deployments, each with a different result.
type answering struct{}

func (answering) Kinds() []schema.GroupVersionKind { return []schema.GroupVersionKind{deployments} }

func (answering) InterpretReplica(_ context.Context, o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	n, _, err := unstructured.NestedInt64(o.Object, "spec", "replicas")
	return int32(n), &interpreter.ReplicaRequirements{ResourceRequest: map[string]resource.Quantity{"cpu": resource.MustParse("1500m")}, Namespace: o.GetNamespace()}, err
}

func (answering) InterpretComponent(context.Context, *unstructured.Unstructured) ([]interpreter.Component, error) {
	return []interpreter.Component{{Name: "a", Replicas: 1}}, nil
}

func (answering) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return []interpreter.Dependency{
		{APIVersion: "v1", Kind: "ConfigMap", Namespace: o.GetNamespace(), Name: "c"},
		{APIVersion: "v1", Kind: "Secret", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}},
	}, nil
}

func (answering) ReviseReplica(_ context.Context, o *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	if replicas < 0 {
		return nil, errors.New("negative replicas")
	}
	made := o.DeepCopy()
	return made, unstructured.SetNestedField(made.Object, replicas, "spec", "replicas")
}

func (answering) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	made := desired.DeepCopy()
	made.Object["status"] = observed.Object["status"]
	return made, nil
}

func (answering) InterpretStatus(_ context.Context, o *unstructured.Unstructured) (any, error) {
	return o.Object["status"], nil
}

func (answering) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	return o.GetName() == "nginx", nil
}

func (answering) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	made := &unstructured.Unstructured{Object: maps.Clone(o.Object)}
	status := map[string]any{}
	for _, item := range items {
		status[item.ClusterName] = item.Status
	}
	made.Object["status"] = status
	return made, nil
}

// TestThereAndBack calls each hook directly and as a webhook: the results are equal. An object has exactly the changes of the hook.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	c := caller(t, webhook.Handler(answering{}))
	there := interpreter.Interpreter(answering{})
	ctx := context.Background()
	odd := object(t, `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"nginx","namespace":"default"},
		"spec":{"replicas":2,"big":9007199254740993,"float":1.0,"frac":0.1,"html":"<a>&","none":[],"empty":{},"null":null,"":{"":{"x":1}},"a/b~c":1},
		"status":{"replicas":9007199254740993,"x":[1,null,2.5]}}`)
	observed := object(t, `{"apiVersion":"apps/v1","kind":"Deployment","status":{"a":{"b":[1,2,{"c":null}]}}}`)
	items := []interpreter.StatusItem{{ClusterName: "a/b", Status: map[string]any{"n": int64(1)}}, {ClusterName: ""}}
	before := asJSON(t, odd)

	replicas, requirements, err := c.InterpretReplica(ctx, odd)
	require.NoError(t, err)
	wantReplicas, wantRequirements, _ := there.(interpreter.ReplicaInterpreter).InterpretReplica(ctx, odd)
	require.Equal(t, wantReplicas, replicas)
	require.JSONEq(t, asJSON(t, wantRequirements), asJSON(t, requirements))

	components, err := c.InterpretComponent(ctx, odd)
	require.NoError(t, err)
	wantComponents, _ := there.(interpreter.ComponentInterpreter).InterpretComponent(ctx, odd)
	require.Equal(t, wantComponents, components)

	dependencies, err := c.InterpretDependency(ctx, odd)
	require.NoError(t, err)
	wantDependencies, _ := there.(interpreter.DependencyInterpreter).InterpretDependency(ctx, odd)
	require.Equal(t, wantDependencies, dependencies)

	made, err := c.ReviseReplica(ctx, odd, 7)
	require.NoError(t, err)
	want, _ := there.(interpreter.ReplicaReviser).ReviseReplica(ctx, odd, 7)
	require.JSONEq(t, asJSON(t, want), asJSON(t, made))

	made, err = c.Retain(ctx, odd, observed)
	require.NoError(t, err)
	want, _ = there.(interpreter.Retainer).Retain(ctx, odd, observed)
	require.JSONEq(t, asJSON(t, want), asJSON(t, made))

	made, err = c.AggregateStatus(ctx, odd, items)
	require.NoError(t, err)
	want, _ = there.(interpreter.StatusAggregator).AggregateStatus(ctx, odd, items)
	require.JSONEq(t, asJSON(t, want), asJSON(t, made))

	status, err := c.InterpretStatus(ctx, odd)
	require.NoError(t, err)
	require.Equal(t, odd.Object["status"], status)

	healthy, err := c.InterpretHealth(ctx, odd)
	require.NoError(t, err)
	require.True(t, healthy)
	require.Equal(t, before, asJSON(t, odd))

	status, err = c.InterpretStatus(ctx, object(t, nginx))
	require.NoError(t, err)
	require.Equal(t, map[string]any{}, status, "the protocol cannot express an absent status")

	_, err = c.ReviseReplica(ctx, odd, -1)
	requireFault(t, webhook.FaultRefused, err)
	var refused *webhook.StatusError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, &webhook.StatusError{Code: 500, Message: "negative replicas"}, refused)
}

// broken has hooks that return invalid results.
type broken struct{ answering }

func (broken) Retain(context.Context, *unstructured.Unstructured, *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return nil, nil
}

func (broken) AggregateStatus(_ context.Context, o *unstructured.Unstructured, _ []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return &unstructured.Unstructured{Object: map[string]any{"x": make(chan int)}}, nil
}

func (broken) InterpretStatus(context.Context, *unstructured.Unstructured) (any, error) {
	return make(chan int), nil
}

// sharing has hooks that return a few maps which would be 2^64 values of JSON.
type sharing struct{ answering }

func (sharing) AggregateStatus(context.Context, *unstructured.Unstructured, []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return &unstructured.Unstructured{Object: map[string]any{"status": shared()}}, nil
}

func (sharing) InterpretStatus(context.Context, *unstructured.Unstructured) (any, error) {
	return shared(), nil
}

func shared() map[string]any {
	m := map[string]any{}
	for range 64 {
		m = map[string]any{"a": m, "b": m}
	}
	return m
}

// TestHandlerShared does not encode what a hook returned if it would be too large.
func TestHandlerShared(t *testing.T) {
	t.Parallel()
	for operation, want := range map[string]string{"AggregateStatus": "the object cannot be encoded: found more than",
		"InterpretStatus": "the status cannot be encoded: found more than"} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(`{"request":{"uid":"1","operation":"`+operation+`","object":`+nginx+`}}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		webhook.Handler(nil, sharing{}).ServeHTTP(w, r)
		var answer struct{ Response webhook.Response }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		require.EqualValues(t, 500, answer.Response.Status.Code)
		require.Contains(t, answer.Response.Status.Message, want)
	}
}

// TestHandlerRefuses has requests that reach no hook, and hooks with invalid results.
func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		request string
		code    int32
		want    string
	}{
		"no object":                {`"operation":"InterpretHealth"`, 400, "object: there is no content to decode"},
		"null object":              {`"operation":"InterpretHealth","object":null`, 400, "object: there is no content to decode"},
		"object that is a list":    {`"operation":"InterpretHealth","object":[]`, 400, "object: json: cannot unmarshal array"},
		"object without a kind":    {`"operation":"InterpretHealth","object":{}`, 400, "object: the object has no kind"},
		"another kind than named":  {`"operation":"InterpretHealth","kind":{"version":"v1","kind":"Pod"},"object":` + nginx, 400, "object: the kind is apps/v1, Kind=Deployment, expected /v1, Kind=Pod, which the request names"},
		"no operation":             {`"object":` + nginx, 400, `no interpreter has "" for apps/v1, Kind=Deployment`},
		"unknown operation":        {`"operation":"Prune","object":` + nginx, 400, `no interpreter has "Prune" for apps/v1, Kind=Deployment`},
		"unknown kind":             {`"operation":"InterpretHealth","object":{"apiVersion":"v1","kind":"Pod"}`, 400, `no interpreter has "InterpretHealth" for /v1, Kind=Pod`},
		"no replicas":              {`"operation":"ReviseReplica","object":` + nginx, 400, "the request has no replicas"},
		"no observed object":       {`"operation":"Retain","object":` + nginx, 400, "observed object: there is no content to decode"},
		"hook without an object":   {`"operation":"Retain","object":` + nginx + `,"observedObject":` + nginx, 500, "the hook returned no object"},
		"hook with invalid JSON":   {`"operation":"AggregateStatus","object":` + nginx, 500, "the object cannot be encoded: json: unsupported type"},
		"status that is not JSON":  {`"operation":"InterpretStatus","object":` + nginx, 500, "the status cannot be encoded: json: unsupported type"},
		"hook that cannot read it": {`"operation":"InterpretReplica","object":` + strings.Replace(nginx, "2", `"2"`, 1), 500, "accessor error"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("POST", "/", strings.NewReader(`{"request":{"uid":"1",`+test.request+`}}`))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			webhook.Handler(nil, broken{}).ServeHTTP(w, r)
			require.Equal(t, http.StatusOK, w.Code)
			var answer struct{ Response webhook.Response }
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
			require.Equal(t, "1", answer.Response.UID)
			require.False(t, answer.Response.Successful)
			require.Contains(t, answer.Response.Status.Message, test.want)
			require.Equal(t, test.code, answer.Response.Status.Code)
		})
	}
}
