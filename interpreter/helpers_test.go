package interpreter_test

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

var (
	things = schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Thing"}
	others = schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Other"}
)

// kinds is an interpreter without hooks.
type kinds []schema.GroupVersionKind

func (k kinds) Kinds() []schema.GroupVersionKind { return k }

// judge reports every object as healthy, or fails, and counts its calls.
type judge struct {
	kinds
	fails bool
	calls int
}

var errJudge = errors.New("out to lunch")

func (j *judge) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	j.calls++
	if j.fails {
		return false, interpreter.NewError(interpreter.InterpretHealth, object, nil, errJudge)
	}
	return true, nil
}

// One type for each hook, so that each is found by itself.
type (
	replicaInterpreter struct {
		kinds
		interpreter.ReplicaInterpreter
	}
	componentInterpreter struct {
		kinds
		interpreter.ComponentInterpreter
	}
	replicaReviser struct {
		kinds
		interpreter.ReplicaReviser
	}
	retainer struct {
		kinds
		interpreter.Retainer
	}
	statusAggregator struct {
		kinds
		interpreter.StatusAggregator
	}
	statusInterpreter struct {
		kinds
		interpreter.StatusInterpreter
	}
	healthInterpreter struct {
		kinds
		interpreter.HealthInterpreter
	}
	dependencyInterpreter struct {
		kinds
		interpreter.DependencyInterpreter
	}
)
