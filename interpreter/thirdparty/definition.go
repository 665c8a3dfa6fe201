package thirdparty

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// definition is a kind with its hooks; a nil hook is missing. The values are those of toTable, and belong to the hook.
type definition struct {
	apiVersion, kind string

	replicas     func(r *run, object any) (replicas any, requirements *interpreter.ReplicaRequirements)
	components   func(r *run, object any) []interpreter.Component
	revise       func(r *run, object any, replicas float64)
	retain       func(r *run, desired, observed any) // writes desired; observed is nil if it does not exist
	status       func(r *run, object any) any
	aggregate    func(r *run, object map[string]any, items []item) map[string]any // items is nil without a cluster
	health       func(r *run, object any) bool
	dependencies func(r *run, object any) []interpreter.Dependency
}

// item is the report of a member cluster.
type item struct {
	cluster any // its name; nil if it is empty
	status  any // nil if it has no status
}

// source returns the status as a document that is read.
func (i item) source() source {
	return source{fmt.Sprintf("the status of cluster %.80s", fmt.Sprint(or(i.cluster, `""`))), i.status}
}

// about is the kind of a definition, and the clock.
type about struct {
	gvk schema.GroupVersionKind
	now func() time.Time
}

func (a about) Kinds() []schema.GroupVersionKind { return []schema.GroupVersionKind{a.gvk} }

// interpreters returns an interpreter for each hook.
func (d definition) interpreters(now func() time.Time) []interpreter.Interpreter {
	a := about{schema.FromAPIVersionAndKind(d.apiVersion, d.kind), now}
	var all []interpreter.Interpreter
	if d.replicas != nil {
		all = append(all, replicaInterpreter{a, d.replicas})
	}
	if d.components != nil {
		all = append(all, componentInterpreter{a, d.components})
	}
	if d.revise != nil {
		all = append(all, replicaReviser{a, d.revise})
	}
	if d.retain != nil {
		all = append(all, retainer{a, d.retain})
	}
	if d.status != nil {
		all = append(all, statusInterpreter{a, d.status})
	}
	if d.aggregate != nil {
		all = append(all, statusAggregator{a, d.aggregate})
	}
	if d.health != nil {
		all = append(all, healthInterpreter{a, d.health})
	}
	if d.dependencies != nil {
		all = append(all, dependencyInterpreter{a, d.dependencies})
	}
	return all
}
