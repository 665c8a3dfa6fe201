package main

import (
	"context"
	"encoding/json"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
)

// scripts has the hooks of Karmada's scripts for the kinds of other projects.
var scripts = interpreter.NewRegistry(thirdparty.Interpreters(clock)...)

// answerThirdparty answers the hooks of the kinds that have scripts, and a sequence of them. It leaves all other cases to answer.
func answerThirdparty(line []byte) any {
	var c struct {
		Name  string            `json:"name"`
		Op    string            `json:"op"`
		Steps []json.RawMessage `json:"steps"`
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return answer(line)
	}
	if c.Op == "Sequence" {
		steps := []any{}
		for _, step := range c.Steps {
			steps = append(steps, withoutName(answerThirdparty(step)))
		}
		return map[string]any{"name": c.Name, "want": steps}
	}
	if !isHook(c.Op) && interpreter.Operation(c.Op) != interpreter.InterpretComponent {
		return answer(line)
	}
	q := question{registry: scripts}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &q); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	if !hasScripts(q.kind()) {
		return answer(line)
	}
	want, err := q.answerScript(context.Background())
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func withoutName(answer any) any {
	if m, ok := answer.(map[string]any); ok {
		delete(m, "name")
	}
	return answer
}

// hasScripts reports whether a kind has a hook in scripts.
func hasScripts(kind schema.GroupVersionKind) bool {
	return slices.ContainsFunc(interpreter.Operations(), func(op interpreter.Operation) bool { return scripts.Enabled(kind, op) })
}

// kind returns the kind that a case is about.
func (q *question) kind() schema.GroupVersionKind {
	switch q.Op {
	case "HookEnabled":
		return schema.FromAPIVersionAndKind(q.APIVersion, q.Kind)
	case interpreter.Retain:
		return (&unstructured.Unstructured{Object: q.Desired}).GroupVersionKind()
	}
	return (&unstructured.Unstructured{Object: q.Object}).GroupVersionKind()
}

// answerScript is answer for a kind that has scripts.
func (q *question) answerScript(ctx context.Context) (any, error) {
	object := &unstructured.Unstructured{Object: q.Object}
	switch q.Op {
	case interpreter.InterpretComponent:
		hook, err := find(q.registry.ComponentInterpreter, q.Op, object)
		if err != nil {
			return nil, err
		}
		return hook.InterpretComponent(ctx, object)
	case interpreter.AggregateStatus:
		hook, err := find(q.registry.StatusAggregator, q.Op, object)
		if err != nil {
			return nil, err
		}
		aggregated, err := hook.AggregateStatus(ctx, object, q.Items)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": withNow(aggregated.Object)}, nil
	}
	return q.answer(ctx)
}
