package main

import (
	"errors"

	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// admission is a case about the admission of a propagation policy or an override policy.
type admission struct {
	Name      string         `json:"name"`
	Op        string         `json:"op"`
	Operation string         `json:"operation"` // CREATE or UPDATE
	Policy    map[string]any `json:"policy"`
}

// admits has the answers by operation.
var admits = map[string]func(*admission) (any, error){"Validate": (*admission).validate, "Default": (*admission).defaults}

func answerAdmission(line []byte) any {
	var c admission
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := admits[c.Op](&c)
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *admission) overrides() bool {
	return c.Policy["kind"] == "OverridePolicy" || c.Policy["kind"] == "ClusterOverridePolicy"
}

func (c *admission) validate() (any, error) {
	var found field.ErrorList
	if c.overrides() {
		policy, err := karmada.From(c.Policy)
		if err != nil {
			return nil, err
		}
		found = validation.ValidateOverride(policy)
	} else {
		policy, err := propagationPolicy(c.Policy)
		if err != nil {
			return nil, err
		}
		found = validation.ValidatePropagation(policy)
	}
	errs := []any{}
	for _, err := range found {
		if err.Type == field.ErrorTypeRequired && !c.overrides() {
			return nil, errors.New(err.Error()) // Karmada crashes here
		}
		errs = append(errs, map[string]any{"type": string(err.Type), "field": err.Field, "detail": err.Detail})
	}
	return map[string]any{"errors": errs}, nil
}

func (c *admission) defaults() (any, error) {
	if c.overrides() {
		policy, err := karmada.From(c.Policy)
		if err != nil {
			return nil, err
		}
		return map[string]any{"policy": validation.DefaultOverride(policy)}, nil
	}
	policy, err := propagationPolicy(c.Policy)
	if err != nil {
		return nil, err
	}
	var newID func() string
	if c.Operation == "CREATE" {
		newID = func() string { return "<uuid>" }
	}
	return map[string]any{"policy": validation.DefaultPropagation(policy, newID)}, nil
}
