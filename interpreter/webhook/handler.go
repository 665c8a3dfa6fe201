package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Handler serves interpreters as one webhook. The first interpreter that supports the kind of the object and has the hook answers, as in
// an [interpreter.Registry]. The rules of HTTP are those of [Func].
//
//  1. The request must have an object with a kind, and any kind that the request names must be that of the object. ReviseReplica needs
//     replicas, Retain an observed object. Otherwise, or without a hook, the code is 400.
//  2. An error of a hook has code 500.
//  3. An object returned by a hook is sent as a JSON patch of the object in the request.
//  4. The protocol cannot express that there is no status: an empty one, {}, is sent instead.
//
// [interpreter.Registry.Hooks] lists what a configuration for Karmada must contain to call this handler only for existing hooks.
func Handler(interpreters ...interpreter.Interpreter) http.Handler {
	return Func(hooks{interpreter.NewRegistry(interpreters...)}.handle)
}

type hooks struct{ registry *interpreter.Registry }

func (h hooks) handle(ctx context.Context, request Request) Response {
	object, err := objectOf(request)
	if err != nil {
		return Errored(http.StatusBadRequest, clip(err))
	}
	return h.answer(ctx, request, object)
}

func (h hooks) answer(ctx context.Context, r Request, object *unstructured.Unstructured) Response {
	kind := object.GroupVersionKind()
	switch r.Operation {
	case interpreter.InterpretReplica:
		return ask(h, r, h.registry.ReplicaInterpreter, kind, func(hook interpreter.ReplicaInterpreter) (Response, error) {
			replicas, requirements, err := hook.InterpretReplica(ctx, object)
			return Response{Replicas: &replicas, ReplicaRequirements: requirements}, err
		})
	case interpreter.InterpretComponent:
		return ask(h, r, h.registry.ComponentInterpreter, kind, func(hook interpreter.ComponentInterpreter) (response Response, err error) {
			response.Components, err = hook.InterpretComponent(ctx, object)
			return response, err
		})
	case interpreter.InterpretDependency:
		return ask(h, r, h.registry.DependencyInterpreter, kind, func(hook interpreter.DependencyInterpreter) (response Response, err error) {
			response.Dependencies, err = hook.InterpretDependency(ctx, object)
			return response, err
		})
	case interpreter.InterpretHealth:
		return ask(h, r, h.registry.HealthInterpreter, kind, func(hook interpreter.HealthInterpreter) (Response, error) {
			healthy, err := hook.InterpretHealth(ctx, object)
			return Response{Healthy: &healthy}, err
		})
	case interpreter.InterpretStatus:
		return ask(h, r, h.registry.StatusInterpreter, kind, func(hook interpreter.StatusInterpreter) (Response, error) {
			status, err := hook.InterpretStatus(ctx, object)
			return withStatus(status, err)
		})
	case interpreter.ReviseReplica:
		if r.Replicas == nil {
			return Errored(http.StatusBadRequest, errors.New("the request has no replicas"))
		}
		return ask(h, r, h.registry.ReplicaReviser, kind, func(hook interpreter.ReplicaReviser) (Response, error) {
			return patched(r)(hook.ReviseReplica(ctx, object, int64(*r.Replicas)))
		})
	case interpreter.Retain:
		observed, err := decodeObject(r.ObservedObject)
		if err != nil {
			return Errored(http.StatusBadRequest, clip(fmt.Errorf("observed object: %w", err)))
		}
		return ask(h, r, h.registry.Retainer, kind, func(hook interpreter.Retainer) (Response, error) {
			return patched(r)(hook.Retain(ctx, object, observed))
		})
	case interpreter.AggregateStatus:
		return ask(h, r, h.registry.StatusAggregator, kind, func(hook interpreter.StatusAggregator) (Response, error) {
			return patched(r)(hook.AggregateStatus(ctx, object, r.AggregatedStatus))
		})
	}
	return noHook(r, kind)
}

// ask finds the hook of a kind and makes a response of its result.
func ask[H any](h hooks, r Request, find func(schema.GroupVersionKind) (H, bool), kind schema.GroupVersionKind, call func(H) (Response, error)) Response {
	hook, found := find(kind)
	if !found {
		return noHook(r, kind)
	}
	response, err := call(hook)
	if err != nil {
		about := &unstructured.Unstructured{}
		about.SetGroupVersionKind(kind)
		return Errored(http.StatusInternalServerError, h.registry.Hidden(about, err))
	}
	if response.Status == nil {
		response.Successful = true
	}
	return response
}

func noHook(r Request, kind schema.GroupVersionKind) Response {
	return Errored(http.StatusBadRequest, clip(fmt.Errorf("no interpreter has %.100q for %s", r.Operation, kind)))
}

func withStatus(status any, err error) (Response, error) {
	if err != nil {
		return Response{}, err
	}
	if status == nil {
		return Response{RawStatus: json.RawMessage("{}")}, nil
	}
	raw, err := encode(status)
	if err != nil {
		return Response{}, fmt.Errorf("the status cannot be encoded: %w", err)
	}
	return Response{RawStatus: raw}, nil
}

// patched makes a response of the object that a hook returned.
func patched(r Request) func(*unstructured.Unstructured, error) (Response, error) {
	return func(made *unstructured.Unstructured, err error) (Response, error) {
		if err != nil {
			return Response{}, err
		}
		if made == nil {
			return Response{}, errors.New("the hook returned no object")
		}
		raw, err := encode(made.Object)
		if err != nil {
			return Response{}, fmt.Errorf("the object cannot be encoded: %w", err)
		}
		return PatchFromRaw(r.Object, raw), nil
	}
}

// encode returns the JSON of what a hook returned. Package json has no limit: it writes a shared map once per reference.
func encode(v any) ([]byte, error) {
	if !jsontree.FitsGo(v) {
		return nil, fmt.Errorf("found more than %d levels or more than %d values, counted once per reference, expected at most that", jsontree.MaxDepth, jsontree.MaxSize)
	}
	return json.Marshal(v)
}

// objectOf returns the object of a request, of the kind that the request names.
func objectOf(r Request) (*unstructured.Unstructured, error) {
	object, err := decodeObject(r.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	named := schema.GroupVersionKind(r.Kind)
	if kind := object.GroupVersionKind(); !named.Empty() && named != kind {
		return nil, fmt.Errorf("object: the kind is %s, expected %s, which the request names", kind, named)
	}
	return object, nil
}

// decodeObject decodes an object, which must have a kind.
func decodeObject(raw json.RawMessage) (*unstructured.Unstructured, error) {
	content, err := Decode[map[string]any](raw)
	if err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{Object: content}
	if object.GetKind() == "" {
		return nil, errNoKind
	}
	return object, nil
}

var errNoKind = errors.New("the object has no kind")
