package webhook

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// Interpreters returns the interpreters of every webhook, to be registered in this order: then a registry calls the webhook that [Match]
// selects. The function returns the client of a webhook, usually by [Webhook.Client]. An error is that of [Client.Interpreters], or
// reports that all rules together expand to more than a million kinds.
func Interpreters(client func(id string, w Webhook) Client, configurations ...Configuration) ([]interpreter.Interpreter, error) {
	var all []interpreter.Interpreter
	var errs []error
	known := 0
	if client == nil && len(configurations) > 0 {
		return nil, errors.New("the function for clients is nil")
	}
	for _, w := range byID(configurations) {
		made, err := client(w.id, w.Webhook).Interpreters()
		if err != nil {
			errs = append(errs, fmt.Errorf("webhook %.300q: %w", w.id, err))
		}
		for _, hook := range made {
			known += len(hook.Kinds())
		}
		if known > maxAllKinds {
			errs = append(errs, fmt.Errorf("webhook %.300q: with its rules, all rules expand to more than %d kinds", w.id, maxAllKinds))
			break
		}
		all = append(all, made...)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return all, nil
}

// Limits of the kinds that the rules expand to: of a webhook for one operation, and of all webhooks.
const (
	maxKinds    = 100_000
	maxAllKinds = 1_000_000
)

// Interpreters returns the client as interpreters of one hook each, for the hooks that the rules name, in the order of
// [interpreter.Operations]. It is an error if the rules expand to more than 100000 kinds for one operation.
func (c Client) Interpreters() ([]interpreter.Interpreter, error) {
	var all []interpreter.Interpreter
	for _, op := range interpreter.Operations() {
		var known []schema.GroupVersionKind
		for _, r := range c.Rules {
			if !in(r.Operations, op) {
				continue
			}
			if !fits(maxKinds-len(known), len(r.APIGroups), len(r.APIVersions), len(r.Kinds)) {
				return nil, fmt.Errorf("the rules for %s expand to more than %d kinds", op, maxKinds)
			}
			known = append(known, r.kinds()...)
		}
		if len(known) > 0 {
			all = append(all, c.hook(op, known))
		}
	}
	return all, nil
}

// fits reports whether a product is at most a limit.
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

// served is what the hooks of a webhook have in common.
type served struct {
	kinds []schema.GroupVersionKind
	id    string
}

// Kinds implements [interpreter.Interpreter].
func (s served) Kinds() []schema.GroupVersionKind { return s.kinds }

// InterpreterName implements [interpreter.Named].
func (s served) InterpreterName() string { return fmt.Sprintf("webhook %.300q", s.id) }

// hook returns the client with only one hook: a registry finds a hook by its interface, and the client has all of them.
func (c Client) hook(op interpreter.Operation, kinds []schema.GroupVersionKind) interpreter.Interpreter {
	s := served{kinds, c.ID}
	switch op {
	case interpreter.InterpretReplica:
		return struct {
			served
			interpreter.ReplicaInterpreter
		}{s, c}
	case interpreter.InterpretComponent:
		return struct {
			served
			interpreter.ComponentInterpreter
		}{s, c}
	case interpreter.InterpretDependency:
		return struct {
			served
			interpreter.DependencyInterpreter
		}{s, c}
	case interpreter.ReviseReplica:
		return struct {
			served
			interpreter.ReplicaReviser
		}{s, c}
	case interpreter.Retain:
		return struct {
			served
			interpreter.Retainer
		}{s, c}
	case interpreter.InterpretStatus:
		return struct {
			served
			interpreter.StatusInterpreter
		}{s, c}
	case interpreter.InterpretHealth:
		return struct {
			served
			interpreter.HealthInterpreter
		}{s, c}
	case interpreter.AggregateStatus:
		return struct {
			served
			interpreter.StatusAggregator
		}{s, c}
	}
	return s
}
