package main

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// hooks has the hooks of Karmada's native interpreter; main adds those of its scripts if asked to.
var hooks = interpreter.NewRegistry(native.Interpreters(clock)...)

// clock returns a fixed time that no case contains.
func clock() time.Time { return time.Date(1821, 7, 4, 5, 6, 7, 0, time.UTC) }

// question is a case of one hook.
type question struct {
	Name string                `json:"name"`
	Op   interpreter.Operation `json:"op"`

	Object   map[string]any           `json:"object"`
	Desired  map[string]any           `json:"desired"`  // of Retain
	Observed map[string]any           `json:"observed"` // of Retain
	Replicas int64                    `json:"replicas"` // of ReviseReplica
	Items    []interpreter.StatusItem `json:"items"`    // of AggregateStatus

	APIVersion string                `json:"apiVersion"` // of HookEnabled
	Kind       string                `json:"kind"`       // of HookEnabled
	Operation  interpreter.Operation `json:"operation"`  // of HookEnabled

	registry *interpreter.Registry
}

// isHook reports whether an operation calls a hook.
func isHook(op string) bool {
	switch interpreter.Operation(op) {
	case interpreter.InterpretReplica, interpreter.ReviseReplica, interpreter.Retain, interpreter.AggregateStatus,
		interpreter.InterpretStatus, interpreter.InterpretHealth, interpreter.InterpretDependency, "HookEnabled":
		return true
	}
	return false
}

func answerInterpreter(line []byte) any {
	q := question{registry: hooks}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &q); err != nil {
		return map[string]any{"name": q.Name, "error": err.Error()}
	}
	want, err := q.answer(context.Background())
	if err != nil {
		return map[string]any{"name": q.Name, "error": err.Error()}
	}
	return map[string]any{"name": q.Name, "want": want}
}

func (q *question) answer(ctx context.Context) (any, error) {
	object := &unstructured.Unstructured{Object: q.Object}
	switch q.Op {
	case interpreter.InterpretReplica:
		hook, err := find(q.registry.ReplicaInterpreter, q.Op, object)
		if err != nil {
			return nil, err
		}
		replicas, requirements, err := hook.InterpretReplica(ctx, object)
		return map[string]any{"replicas": replicas, "requirements": requirements}, err
	case interpreter.InterpretStatus:
		hook, err := find(q.registry.StatusInterpreter, q.Op, object)
		if err != nil {
			return nil, err
		}
		return hook.InterpretStatus(ctx, object)
	case interpreter.InterpretHealth:
		hook, err := find(q.registry.HealthInterpreter, q.Op, object)
		if err != nil {
			return nil, err
		}
		healthy, err := hook.InterpretHealth(ctx, object)
		return map[string]any{"healthy": healthy}, err
	case interpreter.InterpretDependency:
		hook, err := find(q.registry.DependencyInterpreter, q.Op, object)
		if err != nil {
			return nil, err
		}
		list, err := hook.InterpretDependency(ctx, object)
		return append([]interpreter.Dependency{}, list...), err
	case "HookEnabled":
		return map[string]any{"enabled": q.registry.Enabled(schema.FromAPIVersionAndKind(q.APIVersion, q.Kind), q.Operation)}, nil
	}
	return q.change(ctx, object)
}

// change answers the hooks that return an object.
func (q *question) change(ctx context.Context, object *unstructured.Unstructured) (any, error) {
	switch q.Op {
	case interpreter.ReviseReplica:
		hook, err := find(q.registry.ReplicaReviser, q.Op, object)
		if err != nil {
			return nil, err
		}
		revised, err := hook.ReviseReplica(ctx, object, q.Replicas)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": revised.Object}, nil
	case interpreter.Retain:
		desired, observed := &unstructured.Unstructured{Object: q.Desired}, &unstructured.Unstructured{Object: q.Observed}
		hook, err := find(q.registry.Retainer, q.Op, desired)
		if err != nil {
			return nil, err
		}
		retained, err := hook.Retain(ctx, desired, observed)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": retained.Object}, nil
	}
	hook, err := find(q.registry.StatusAggregator, q.Op, object)
	if err != nil {
		return nil, err
	}
	aggregated, err := hook.AggregateStatus(ctx, object, q.Items)
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": withNow(aggregated.Object["status"])}, nil
}

// find returns the hook for an object.
func find[H any](lookup func(schema.GroupVersionKind) (H, bool), op interpreter.Operation, object *unstructured.Unstructured) (H, error) {
	hook, found := lookup(object.GroupVersionKind())
	if !found {
		return hook, interpreter.NewError(op, object, nil, errors.New("no hook for "+object.GroupVersionKind().String()))
	}
	return hook, nil
}

// withNow replaces the time of the clock with NOW, in place.
func withNow(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			v[key] = withNow(e)
		}
	case []any:
		for i, e := range v {
			v[i] = withNow(e)
		}
	case string:
		if v == clock().Format(time.RFC3339) {
			return "NOW"
		}
	}
	return v
}
