package lua

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// The API version and the kind of a [Customization].
const (
	APIVersion = "config.karmada.io/v1alpha1"
	Kind       = "ResourceInterpreterCustomization"
)

// Customization is a ResourceInterpreterCustomization of config.karmada.io/v1alpha1.
type Customization struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Spec `json:"spec"`
}

// Spec has the kind and its scripts.
type Spec struct {
	Target         Target  `json:"target"`
	Customizations Scripts `json:"customizations"`
}

// Target is the kind of the objects. Both strings are compared exactly: [interpreter.Any] is not a wildcard
// here.
type Target struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

// Scripts has a script for each operation. The fields are in the order of admission.
type Scripts struct {
	Retention                *Script `json:"retention,omitempty"`
	ReplicaResource          *Script `json:"replicaResource,omitempty"`
	ComponentResource        *Script `json:"componentResource,omitempty"`
	ReplicaRevision          *Script `json:"replicaRevision,omitempty"`
	StatusReflection         *Script `json:"statusReflection,omitempty"`
	StatusAggregation        *Script `json:"statusAggregation,omitempty"`
	HealthInterpretation     *Script `json:"healthInterpretation,omitempty"`
	DependencyInterpretation *Script `json:"dependencyInterpretation,omitempty"`
}

// Script is a chunk of Lua 5.1 that defines the global function of its operation, see [FunctionOf].
type Script struct {
	LuaScript string `json:"luaScript"` // empty means no script
}

// Script returns the text for an operation; empty without one.
func (s Scripts) Script(op interpreter.Operation) string {
	var script *Script
	switch op {
	case interpreter.Retain:
		script = s.Retention
	case interpreter.InterpretReplica:
		script = s.ReplicaResource
	case interpreter.InterpretComponent:
		script = s.ComponentResource
	case interpreter.ReviseReplica:
		script = s.ReplicaRevision
	case interpreter.InterpretStatus:
		script = s.StatusReflection
	case interpreter.AggregateStatus:
		script = s.StatusAggregation
	case interpreter.InterpretHealth:
		script = s.HealthInterpretation
	case interpreter.InterpretDependency:
		script = s.DependencyInterpretation
	}
	if script == nil {
		return ""
	}
	return script.LuaScript
}

// FunctionOf returns the name of the function that a script defines for an operation; empty for an unknown one.
func FunctionOf(op interpreter.Operation) string {
	switch op {
	case interpreter.InterpretReplica:
		return "GetReplicas"
	case interpreter.InterpretComponent:
		return "GetComponents"
	case interpreter.InterpretStatus:
		return "ReflectStatus"
	case interpreter.InterpretDependency:
		return "GetDependencies"
	case interpreter.Retain, interpreter.ReviseReplica, interpreter.AggregateStatus, interpreter.InterpretHealth:
		return string(op)
	}
	return ""
}

// admissionOrder returns the operations in the order of the fields of [Scripts].
func admissionOrder() []interpreter.Operation {
	return []interpreter.Operation{
		interpreter.Retain, interpreter.InterpretReplica, interpreter.InterpretComponent, interpreter.ReviseReplica,
		interpreter.InterpretStatus, interpreter.AggregateStatus, interpreter.InterpretHealth, interpreter.InterpretDependency,
	}
}

// kind returns the kind as Karmada parses it: if the API version is invalid, only the name is left.
func (t Target) kind() schema.GroupVersionKind {
	return schema.FromAPIVersionAndKind(t.APIVersion, t.Kind)
}

// blockOf returns the field of [Scripts] for an operation.
func blockOf(op interpreter.Operation) string {
	switch op {
	case interpreter.Retain:
		return "retention"
	case interpreter.InterpretReplica:
		return "replicaResource"
	case interpreter.InterpretComponent:
		return "componentResource"
	case interpreter.ReviseReplica:
		return "replicaRevision"
	case interpreter.InterpretStatus:
		return "statusReflection"
	case interpreter.AggregateStatus:
		return "statusAggregation"
	case interpreter.InterpretHealth:
		return "healthInterpretation"
	}
	return "dependencyInterpretation"
}
