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

// Operations returns every operation, in the order in which they are used: on the way to the members first, then on the way back.
func Operations() []Operation {
	return []Operation{
		InterpretReplica, InterpretComponent, InterpretDependency, ReviseReplica,
		Retain, InterpretStatus, InterpretHealth, AggregateStatus,
	}
}

// Any matches every group, every version or every kind in [Interpreter.Kinds].
const Any = "*"

// Interpreter interprets objects of some kinds. It implements any of the hooks below; [Supports] reports which.
type Interpreter interface {
	// Kinds lists the supported kinds. Group, version and kind must each be equal to that of an object, or [Any]. [NewRegistry] calls
	// it once.
	Kinds() []schema.GroupVersionKind
}

// ReplicaInterpreter returns how many replicas an object asks for, and what each of them needs; nil if it needs nothing.
type ReplicaInterpreter interface {
	InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (replicas int32, requirements *ReplicaRequirements, err error)
}

// ComponentInterpreter returns the components of an object whose parts each have their own number of replicas.
type ComponentInterpreter interface {
	InterpretComponent(ctx context.Context, object *unstructured.Unstructured) ([]Component, error)
}

// ReplicaReviser returns a copy of the object with another number of replicas.
type ReplicaReviser interface {
	ReviseReplica(ctx context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error)
}

// Retainer returns a copy of the desired object with the fields of the observed one that the member cluster decides.
type Retainer interface {
	Retain(ctx context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error)
}

// RetainFilter is an optional interface of a [Retainer]. It reports objects for which Retain returns an unchanged copy, so callers can skip it.
type RetainFilter interface {
	// Retains reports whether Retain may return anything but a copy of the desired object, whatever is observed.
	Retains(desired *unstructured.Unstructured) bool
}

// StatusAggregator returns a copy of the object with a status aggregated from those of the members.
type StatusAggregator interface {
	AggregateStatus(ctx context.Context, object *unstructured.Unstructured, items []StatusItem) (*unstructured.Unstructured, error)
}

// StatusInterpreter returns the part of the status of a member's object that is reported: decoded JSON, nil if there is no status.
type StatusInterpreter interface {
	InterpretStatus(ctx context.Context, object *unstructured.Unstructured) (status any, err error)
}

// StatusEncoder is an optional interface of a [StatusInterpreter] whose JSON keys must keep a certain order, because Karmada compares statuses as
// text.
type StatusEncoder interface {
	EncodeStatus(status any) ([]byte, error)
}

// HealthInterpreter reports whether a member's object is healthy.
type HealthInterpreter interface {
	InterpretHealth(ctx context.Context, object *unstructured.Unstructured) (healthy bool, err error)
}

// DependencyInterpreter returns the objects that an object needs in the same cluster, sorted by [Dependency.Compare].
type DependencyInterpreter interface {
	InterpretDependency(ctx context.Context, object *unstructured.Unstructured) ([]Dependency, error)
}

// Supports reports whether an interpreter implements the hook of an operation.
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
