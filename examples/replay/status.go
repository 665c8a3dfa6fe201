package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
)

// reporting is a case about statuses of members.
type reporting struct {
	Name string `json:"name"`
	Op   string `json:"op"`

	Object  map[string]any  `json:"object"` // of ReflectWork
	Work    *api.Work       `json:"work"`
	Binding map[string]any  `json:"binding"` // of AggregateBinding
	Works   []*api.Work     `json:"works"`
	Line    json.RawMessage `json:"-"`
}

// reports has the answers by operation.
var reports = map[string]func(*reporting) (any, error){
	"ReflectWork": (*reporting).reflect, "AggregateBinding": (*reporting).aggregate,
}

func answerReporting(line []byte) any {
	c := reporting{Line: line}
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	var want any
	if err == nil {
		want, err = reports[c.Op](&c)
	}
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *reporting) reflect() (any, error) {
	if c.Object == nil {
		return nil, errors.New("found no object, expected one")
	}
	r, err := status.Reflect(context.Background(), status.ReflectInput{
		Object: &unstructured.Unstructured{Object: c.Object}, Work: c.Work, Interpreter: hooks,
	})
	if r.NeedsUpdate { // Karmada also writes statuses that differ only in the order of their keys
		return map[string]any{"action": "update", "manifestStatuses": r.Statuses}, err
	}
	return map[string]any{"action": strings.ToLower(string(r.Action))}, err
}

func (c *reporting) aggregate() (any, error) {
	binding, err := bindingOf(c.Line, c.Binding)
	if err != nil {
		return nil, err
	}
	s, err := status.AggregateBinding(binding, c.Works, clock())
	return map[string]any{"aggregatedStatus": s.Items, "conditions": withoutTimes(s.Conditions), "written": s.Changed}, err
}

// withoutTimes returns conditions without the times of their last transitions.
func withoutTimes(conditions []metav1.Condition) []any {
	all := make([]any, len(conditions))
	for i, c := range conditions {
		all[i] = map[string]any{"type": c.Type, "status": c.Status, "reason": c.Reason, "message": c.Message}
	}
	return all
}
