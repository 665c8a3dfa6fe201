package webhook

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// Rule is what a webhook is asked: all of these operations about all kinds of these groups and versions. [interpreter.Any] stands for
// everything, in each of the lists; the core group is empty.
type Rule struct {
	Operations  []interpreter.Operation `json:"operations"`
	APIGroups   []string                `json:"apiGroups"`
	APIVersions []string                `json:"apiVersions"`
	Kinds       []string                `json:"kinds"`
}

// Matches tells whether a rule is about an operation on objects of a kind. Upper and lower case are different. An empty list has nothing
// in it.
func (r Rule) Matches(kind schema.GroupVersionKind, op interpreter.Operation) bool {
	return in(r.Operations, op) && in(r.APIGroups, kind.Group) && in(r.APIVersions, kind.Version) && in(r.Kinds, kind.Kind)
}

func in[S ~string](meant []S, found S) bool {
	return slices.Contains(meant, found) || slices.Contains(meant, interpreter.Any)
}

// maxKinds bounds what the rules of a webhook come to for one operation.
const maxKinds = 100_000

// Interpreters is the client as interpreters of one hook each, for what the rules name, in the order of [interpreter.Operations]. It is
// an error if the rules come to more than 100000 kinds for one operation.
func (c Client) Interpreters() ([]interpreter.Interpreter, error) {
	var all []interpreter.Interpreter
	for _, op := range interpreter.Operations() {
		var known kinds
		for _, r := range c.Rules {
			if !in(r.Operations, op) {
				continue
			}
			if !fits(maxKinds-len(known), len(r.APIGroups), len(r.APIVersions), len(r.Kinds)) {
				return nil, fmt.Errorf("the rules for %s come to more than %d kinds", op, maxKinds)
			}
			known = append(known, r.kinds()...)
		}
		if len(known) > 0 {
			all = append(all, c.hook(op, known))
		}
	}
	return all, nil
}

// fits tells whether a product is no more than a limit.
func fits(limit int, factors ...int) bool {
	product := 1
	for _, f := range factors {
		if f == 0 {
			return true
		}
	}
	for _, f := range factors {
		if f > limit/product {
			return false
		}
		product *= f
	}
	return true
}

func (r Rule) kinds() []schema.GroupVersionKind {
	var all []schema.GroupVersionKind
	for _, group := range r.APIGroups {
		for _, version := range r.APIVersions {
			for _, kind := range r.Kinds {
				all = append(all, schema.GroupVersionKind{Group: group, Version: version, Kind: kind})
			}
		}
	}
	return all
}

type kinds []schema.GroupVersionKind

// Kinds implements [interpreter.Interpreter].
func (k kinds) Kinds() []schema.GroupVersionKind { return k }

// hook is the client with one hook alone: a registry finds a hook by its interface, and the client has any of them.
func (c Client) hook(op interpreter.Operation, k kinds) interpreter.Interpreter {
	switch op {
	case interpreter.InterpretReplica:
		return struct {
			kinds
			interpreter.ReplicaInterpreter
		}{k, c}
	case interpreter.InterpretComponent:
		return struct {
			kinds
			interpreter.ComponentInterpreter
		}{k, c}
	case interpreter.InterpretDependency:
		return struct {
			kinds
			interpreter.DependencyInterpreter
		}{k, c}
	case interpreter.ReviseReplica:
		return struct {
			kinds
			interpreter.ReplicaReviser
		}{k, c}
	case interpreter.Retain:
		return struct {
			kinds
			interpreter.Retainer
		}{k, c}
	case interpreter.InterpretStatus:
		return struct {
			kinds
			interpreter.StatusInterpreter
		}{k, c}
	case interpreter.InterpretHealth:
		return struct {
			kinds
			interpreter.HealthInterpreter
		}{k, c}
	case interpreter.AggregateStatus:
		return struct {
			kinds
			interpreter.StatusAggregator
		}{k, c}
	}
	return k
}
