package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// question is a case, or a step of one.
type question struct {
	Name string                `json:"name"`
	Op   interpreter.Operation `json:"op"`

	APIVersion     string              `json:"apiVersion"` // of the target
	Kind           string              `json:"kind"`       // of the target
	Script         *string             `json:"script"`
	Customizations []lua.Customization `json:"customizations"`

	Object   map[string]any           `json:"object"`
	Desired  map[string]any           `json:"desired"`
	Observed map[string]any           `json:"observed"`
	Replicas int64                    `json:"replicas"`
	Items    []interpreter.StatusItem `json:"items"`

	Operation interpreter.Operation `json:"operation"` // of HookEnabled
	Steps     []json.RawMessage     `json:"steps"`     // of Sequence

	Existing      []lua.Customization `json:"existing"`      // of Validate
	Customization lua.Customization   `json:"customization"` // of Validate
}

// result is the answer to a question: a want, an error, or the report that there is no hook.
type result struct {
	Name       string          `json:"name,omitempty"`
	Want       json.RawMessage `json:"want,omitempty"`
	Error      string          `json:"error,omitempty"`
	NotEnabled bool            `json:"notEnabled,omitempty"`
}

// clock returns a fixed time that no case contains.
func clock() time.Time { return time.Date(2061, 7, 4, 5, 6, 7, 0, time.UTC) }

// dice returns a fixed number.
func dice() int64 { return 1 << 60 }

// answer answers a case.
func answer(line []byte) result {
	var q question
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &q); err != nil {
		return result{Name: nameOf(line), Error: err.Error()}
	}
	if q.Op == "Validate" {
		if err := lua.Validate(q.Customization, q.Existing...); err != nil {
			return result{Name: q.Name, Error: err.Error()}
		}
		return encode(q.Name, map[string]any{"allowed": true}, nil)
	}
	interpreters, _ := lua.New(lua.Options{Now: clock, Random: dice}, q.customizations()...) // a hook returns the error of its script
	registry := interpreter.NewRegistry(interpreters...)
	if q.Op != "Sequence" {
		return q.answer(registry)
	}
	var all []result
	for _, text := range q.Steps {
		var step question
		if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &step); err != nil {
			return result{Name: q.Name, Error: err.Error()}
		}
		all = append(all, step.answer(registry))
	}
	return encode(q.Name, all, nil)
}

// nameOf returns the name of a case that is otherwise invalid.
func nameOf(line []byte) string {
	var named struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(line, &named)
	return named.Name
}

// customizations returns those of the case, or one that has only its script.
func (q *question) customizations() []lua.Customization {
	if q.Script == nil {
		return q.Customizations
	}
	c := lua.Customization{}
	c.Name = "script"
	c.Spec.Target = lua.Target{APIVersion: q.APIVersion, Kind: q.Kind}
	script, blocks := &lua.Script{LuaScript: *q.Script}, &c.Spec.Customizations
	switch q.Op {
	case interpreter.Retain:
		blocks.Retention = script
	case interpreter.InterpretReplica:
		blocks.ReplicaResource = script
	case interpreter.InterpretComponent:
		blocks.ComponentResource = script
	case interpreter.ReviseReplica:
		blocks.ReplicaRevision = script
	case interpreter.InterpretStatus:
		blocks.StatusReflection = script
	case interpreter.AggregateStatus:
		blocks.StatusAggregation = script
	case interpreter.InterpretHealth:
		blocks.HealthInterpretation = script
	case interpreter.InterpretDependency:
		blocks.DependencyInterpretation = script
	}
	return []lua.Customization{c}
}

func (q *question) answer(registry *interpreter.Registry) result {
	if q.Op == "HookEnabled" {
		kind := schema.FromAPIVersionAndKind(q.APIVersion, q.Kind)
		return encode(q.Name, map[string]any{"enabled": registry.Enabled(kind, q.Operation)}, nil)
	}
	want, err := q.call(registry)
	if errors.Is(err, errNoHook) {
		return result{Name: q.Name, NotEnabled: true}
	}
	return encode(q.Name, want, err)
}

// encode returns an answer.
func encode(name string, want any, err error) result {
	if err != nil {
		return result{Name: name, Error: err.Error()}
	}
	text, err := json.Marshal(want)
	if err != nil {
		return result{Name: name, Error: err.Error()}
	}
	return result{Name: name, Want: text}
}

var errNoHook = errors.New("no hook")

// call calls the hook of a case.
func (q *question) call(registry *interpreter.Registry) (any, error) {
	ctx := context.Background()
	object := &unstructured.Unstructured{Object: q.Object}
	if q.Op == interpreter.Retain {
		object.Object = q.Desired
	}
	kind := object.GroupVersionKind()
	if !registry.Enabled(kind, q.Op) {
		return nil, errNoHook
	}
	switch q.Op {
	case interpreter.InterpretReplica:
		hook, _ := registry.ReplicaInterpreter(kind)
		replicas, requirements, err := hook.InterpretReplica(ctx, object)
		return map[string]any{"replicas": replicas, "requirements": requirements}, err
	case interpreter.InterpretComponent:
		hook, _ := registry.ComponentInterpreter(kind)
		return hook.InterpretComponent(ctx, object)
	case interpreter.InterpretStatus:
		hook, _ := registry.StatusInterpreter(kind)
		status, err := hook.InterpretStatus(ctx, object)
		return withNow(status), err
	case interpreter.InterpretHealth:
		hook, _ := registry.HealthInterpreter(kind)
		healthy, err := hook.InterpretHealth(ctx, object)
		return map[string]any{"healthy": healthy}, err
	case interpreter.InterpretDependency:
		hook, _ := registry.DependencyInterpreter(kind)
		list, err := hook.InterpretDependency(ctx, object)
		return append([]interpreter.Dependency{}, list...), err
	}
	changed, err := q.change(ctx, registry, object)
	if err != nil {
		return nil, err
	}
	return map[string]any{"object": withNow(changed.Object)}, nil
}

// change calls a hook that returns an object.
func (q *question) change(ctx context.Context, registry *interpreter.Registry, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	kind := object.GroupVersionKind()
	switch q.Op {
	case interpreter.ReviseReplica:
		hook, _ := registry.ReplicaReviser(kind)
		return hook.ReviseReplica(ctx, object, q.Replicas)
	case interpreter.Retain:
		hook, _ := registry.Retainer(kind)
		return hook.Retain(ctx, object, &unstructured.Unstructured{Object: q.Observed})
	}
	hook, _ := registry.StatusAggregator(kind)
	return hook.AggregateStatus(ctx, object, q.Items)
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
