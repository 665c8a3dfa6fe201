package interpreter

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Operation names a hook, as Karmada's API does.
type Operation string

// The operations.
const (
	InterpretReplica    Operation = "InterpretReplica"
	InterpretComponent  Operation = "InterpretComponent"
	ReviseReplica       Operation = "ReviseReplica"
	Retain              Operation = "Retain"
	AggregateStatus     Operation = "AggregateStatus"
	InterpretStatus     Operation = "InterpretStatus"
	InterpretHealth     Operation = "InterpretHealth"
	InterpretDependency Operation = "InterpretDependency"
)

// Operations is every operation, in the order of an object's way to the members and back.
func Operations() []Operation {
	return []Operation{
		InterpretReplica, InterpretComponent, InterpretDependency, ReviseReplica,
		Retain, InterpretStatus, InterpretHealth, AggregateStatus,
	}
}

// Any stands for every group, every version or every kind in what an [Interpreter] says.
const Any = "*"

// Interpreter understands objects of some kinds. It implements those of the hooks below that it can; [Supports] tells which.
type Interpreter interface {
	// Kinds is what it understands. Group, version and kind must each be equal to that of an object, or [Any]. It is asked
	// once, by [NewRegistry].
	Kinds() []schema.GroupVersionKind
}

// ReplicaInterpreter reads how many replicas an object asks for, and what each of them needs; nil if it needs nothing.
type ReplicaInterpreter interface {
	InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (replicas int32, requirements *ReplicaRequirements, err error)
}

// ComponentInterpreter reads the components of an object of which each has replicas of its own.
type ComponentInterpreter interface {
	InterpretComponent(ctx context.Context, object *unstructured.Unstructured) ([]Component, error)
}

// ReplicaReviser gives the object with another number of replicas.
type ReplicaReviser interface {
	ReviseReplica(ctx context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error)
}

// Retainer gives the desired object with what a member cluster has decided about the observed one.
type Retainer interface {
	Retain(ctx context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error)
}

// StatusAggregator gives the object with a status that sums up those of the members.
type StatusAggregator interface {
	AggregateStatus(ctx context.Context, object *unstructured.Unstructured, items []StatusItem) (*unstructured.Unstructured, error)
}

// StatusInterpreter takes from a member's object what is worth reporting: decoded JSON, nil if no status is known.
type StatusInterpreter interface {
	InterpretStatus(ctx context.Context, object *unstructured.Unstructured) (status any, err error)
}

// HealthInterpreter tells whether a member's object is healthy.
type HealthInterpreter interface {
	InterpretHealth(ctx context.Context, object *unstructured.Unstructured) (healthy bool, err error)
}

// DependencyInterpreter names the objects that must come along, sorted by [Dependency.Compare].
type DependencyInterpreter interface {
	InterpretDependency(ctx context.Context, object *unstructured.Unstructured) ([]Dependency, error)
}

// Supports tells whether an interpreter implements the hook of an operation.
func Supports(i Interpreter, op Operation) (ok bool) {
	switch op {
	case InterpretReplica:
		_, ok = i.(ReplicaInterpreter)
	case InterpretComponent:
		_, ok = i.(ComponentInterpreter)
	case ReviseReplica:
		_, ok = i.(ReplicaReviser)
	case Retain:
		_, ok = i.(Retainer)
	case AggregateStatus:
		_, ok = i.(StatusAggregator)
	case InterpretStatus:
		_, ok = i.(StatusInterpreter)
	case InterpretHealth:
		_, ok = i.(HealthInterpreter)
	case InterpretDependency:
		_, ok = i.(DependencyInterpreter)
	}
	return ok
}
