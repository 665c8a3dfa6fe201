package main

import (
	"context"
	"encoding/json"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// scripted is a case that has its own scripts.
type scripted struct {
	question

	Script         *string             `json:"script"` // for the kind of HookEnabled
	Customizations []lua.Customization `json:"customizations"`
	Steps          []json.RawMessage   `json:"steps"` // of Sequence

	Existing      []lua.Customization `json:"existing"`      // of Validate
	Customization lua.Customization   `json:"customization"` // of Validate
}

// dice returns a fixed number.
func dice() int64 { return 1 << 60 }

// answerScripted answers a case that has scripts. They alone are asked.
func answerScripted(line []byte) any {
	var c scripted
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	if c.Op == "Validate" {
		if err := lua.Validate(c.Customization, c.Existing...); err != nil {
			return map[string]any{"name": c.Name, "error": err.Error()}
		}
		return map[string]any{"name": c.Name, "want": map[string]any{"allowed": true}}
	}
	interpreters, _ := lua.New(lua.Options{Now: clock, Random: dice}, c.customizations()...) // a hook returns the error of its script
	c.registry = interpreter.NewRegistry(interpreters...)
	if c.Op != "Sequence" {
		return c.answerOwn()
	}
	steps := []any{}
	for _, text := range c.Steps {
		step := question{registry: c.registry}
		if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &step); err != nil {
			return map[string]any{"name": c.Name, "error": err.Error()}
		}
		steps = append(steps, withoutName(step.answerOwn()))
	}
	return map[string]any{"name": c.Name, "want": steps}
}

// answerOwn answers a case from its own registry, which may have no hook for it.
func (q *question) answerOwn() any {
	if q.Op != "HookEnabled" && !q.registry.Enabled(q.kind(), q.Op) {
		return map[string]any{"name": q.Name, "notEnabled": true}
	}
	want, err := q.answerScript(context.Background())
	if err != nil {
		return map[string]any{"name": q.Name, "error": err.Error()}
	}
	return map[string]any{"name": q.Name, "want": withNow(want)}
}

// customizations returns those of the case, or one that has only its script.
func (c *scripted) customizations() []lua.Customization {
	if c.Script == nil {
		return c.Customizations
	}
	own := lua.Customization{}
	own.Name = "script"
	own.Spec.Target = lua.Target{APIVersion: c.APIVersion, Kind: c.Kind}
	script, blocks := &lua.Script{LuaScript: *c.Script}, &own.Spec.Customizations
	switch c.Op {
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
	return []lua.Customization{own}
}
