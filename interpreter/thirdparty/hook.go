package thirdparty

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// start begins a call of a hook on an object. It returns the content as toTable does.
func (a about) start(object *unstructured.Unstructured) (*run, map[string]any) {
	r := &run{now: a.now}
	return r, r.content(object, "")
}

// content returns the content of an object; an empty map without an object. The name is for errors, see source.
func (r *run) content(object *unstructured.Unstructured, name string) map[string]any {
	if object == nil || object.Object == nil {
		return map[string]any{}
	}
	v, err := toTable(object.Object)
	if err != nil && r.err == nil {
		r.err = err
	}
	m, _ := v.(map[string]any)
	if m == nil {
		m = map[string]any{} // hooks write it, even after an error
	}
	r.documents = append(r.documents, source{name, m})
	return m
}

// end returns the error of a call.
func (r *run) end(op interpreter.Operation, object *unstructured.Unstructured) error {
	var bad *readError
	if errors.As(r.err, &bad) {
		return interpreter.NewError(op, object, bad.at, bad)
	}
	return interpreter.NewError(op, object, nil, r.err)
}

// result returns an object that a hook has made. It must have a kind.
func (r *run) result(op interpreter.Operation, object *unstructured.Unstructured, content map[string]any, references ...any) (*unstructured.Unstructured, error) {
	if kind, _ := content["kind"].(string); kind == "" {
		r.fail([]string{"kind"}, "is %s, expected a string", describe(content["kind"]))
	}
	if r.err == nil { // otherwise a reference may contain itself
		r.fromTable(content, references...)
	}
	if err := r.end(op, object); err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: content}, nil
}

type replicaInterpreter struct {
	about
	hook func(*run, any) (any, *interpreter.ReplicaRequirements)
}

// InterpretReplica returns the number without its fraction. One that int32 does not hold is the lowest int32, as upstream.
func (i replicaInterpreter) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	r, content := i.start(object)
	replicas, requirements := i.hook(r, content)
	n, isNumber := replicas.(float64)
	if !isNumber {
		r.fail(nil, "the number of replicas is %s, expected a number", describe(replicas))
	}
	if err := r.end(interpreter.InterpretReplica, object); err != nil {
		return 0, nil, err
	}
	return toInt32(n), requirements, nil
}

type componentInterpreter struct {
	about
	hook func(*run, any) []interpreter.Component
}

func (i componentInterpreter) InterpretComponent(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Component, error) {
	r, content := i.start(object)
	components := i.hook(r, content)
	if err := r.end(interpreter.InterpretComponent, object); err != nil {
		return nil, err
	}
	return components, nil
}

type replicaReviser struct {
	about
	hook func(*run, any, float64)
}

func (i replicaReviser) ReviseReplica(_ context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	r, content := i.start(object)
	i.hook(r, content, float64(replicas))
	return r.result(interpreter.ReviseReplica, object, content, contentOf(object))
}

type retainer struct {
	about
	hook func(r *run, desired, observed any)
}

func (i retainer) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	r, content := i.start(desired)
	var member any
	if observed != nil && observed.Object != nil {
		member = r.content(observed, "the observed object")
	}
	i.hook(r, content, member)
	return r.result(interpreter.Retain, desired, content, contentOf(desired), contentOf(observed))
}

// contentOf returns the content of an object as a reference of fromTable.
func contentOf(object *unstructured.Unstructured) any {
	if object == nil {
		return nil
	}
	return object.Object
}

type statusInterpreter struct {
	about
	hook func(*run, any) any
}

func (i statusInterpreter) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	r, content := i.start(object)
	status := i.hook(r, content)
	if r.err == nil {
		status = r.fromTable(status)
	}
	if err := r.end(interpreter.InterpretStatus, object); err != nil {
		return nil, err
	}
	return status, nil
}

type statusAggregator struct {
	about
	hook func(*run, map[string]any, []item) map[string]any
}

func (i statusAggregator) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	r, content := i.start(object)
	return r.result(interpreter.AggregateStatus, object, i.hook(r, content, r.items(items)))
}

// items returns the reports of the members as toTable does; nil for nil.
func (r *run) items(given []interpreter.StatusItem) []item {
	if given == nil {
		return nil
	}
	all := make([]item, len(given))
	for i, g := range given {
		if r.err != nil {
			break // one that is too large takes long
		}
		if g.ClusterName != "" {
			all[i].cluster = g.ClusterName
		}
		status, err := toTable(g.Status)
		if err != nil {
			r.err = fmt.Errorf("%s: %w", all[i].source().name, err)
		}
		all[i].status = status
	}
	return all
}

type healthInterpreter struct {
	about
	hook func(*run, any) bool
}

func (i healthInterpreter) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	r, content := i.start(object)
	healthy := i.hook(r, content)
	if err := r.end(interpreter.InterpretHealth, object); err != nil {
		return false, err
	}
	return healthy, nil
}

type dependencyInterpreter struct {
	about
	hook func(*run, any) []interpreter.Dependency
}

// InterpretDependency returns the dependencies sorted and without duplicates. Each has a name.
func (i dependencyInterpreter) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	r, content := i.start(object)
	all := i.hook(r, content)
	if err := r.end(interpreter.InterpretDependency, object); err != nil {
		return nil, err
	}
	slices.SortFunc(all, interpreter.Dependency.Compare)
	return slices.Compact(all), nil
}
