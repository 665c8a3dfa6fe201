package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// DefaultTimeout is the time limit of a call if the webhook does not set one.
const DefaultTimeout = 30 * time.Second

// Client calls a webhook. It has every hook of package interpreter; each is one call, made once. [Client.Interpreters] returns those that
// the rules name. It is a value without state other than Budget, safe for concurrent use if HTTP and NewID are.
//
//  1. The request is a POST to the cleaned path of the URL; user, query and fragment of the URL are dropped.
//  2. A call, with its patch, takes no longer than Timeout and the remaining time of the context. That time, in whole seconds and rounded
//     up, is sent as the query, timeout=30s. An answer that is complete only after the end is an error.
//  3. Redirects are not followed: the object is for this webhook alone. A redirect is an error.
//  4. An answer must obey every rule of [Response] and of the package documentation.
//
// Every error is an [interpreter.Error] that wraps a [CallError]. If the end of the context, or of the time limit, ended the call, the
// error also wraps [context.Canceled] or [context.DeadlineExceeded], even if the context has another cause.
type Client struct {
	ID      string        // names the webhook in errors
	URL     string        // http is possible, but exposes the objects
	HTTP    *http.Client  // nil is http.DefaultClient; its CheckRedirect is not used
	Timeout time.Duration // 0 is DefaultTimeout
	NewID   func() string // returns a unique id for every call, such as a random UUID
	Rules   []Rule        // for Interpreters
	Budget  *Budget       // limits the bytes of all calls together; nil means no limit

	err  error // of the configuration
	hold *hold // of one call
}

var _ interface {
	interpreter.ReplicaInterpreter
	interpreter.ComponentInterpreter
	interpreter.DependencyInterpreter
	interpreter.ReplicaReviser
	interpreter.Retainer
	interpreter.StatusInterpreter
	interpreter.HealthInterpreter
	interpreter.StatusAggregator
} = Client{}

// InterpretReplica implements [interpreter.ReplicaInterpreter].
func (c Client) InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	r, err := c.call(ctx, interpreter.InterpretReplica, object, nil)
	if err != nil {
		return 0, nil, err
	}
	reread(r.ReplicaRequirements)
	return *r.Replicas, r.ReplicaRequirements, nil
}

// InterpretComponent implements [interpreter.ComponentInterpreter]. A namespace in the requirements of a component is ignored.
func (c Client) InterpretComponent(ctx context.Context, object *unstructured.Unstructured) ([]interpreter.Component, error) {
	r, err := c.call(ctx, interpreter.InterpretComponent, object, nil)
	for _, component := range r.Components {
		if reread(component.Requirements); component.Requirements != nil {
			component.Requirements.Namespace = ""
		}
	}
	return r.Components, err
}

// reread replaces quantities by what Karmada makes of the response.
func reread(r *interpreter.ReplicaRequirements) {
	if r != nil {
		r.ResourceRequest = r.ResourceRequest.Reread()
	}
}

// InterpretDependency implements [interpreter.DependencyInterpreter]. The result is sorted, whatever the order of the answer.
func (c Client) InterpretDependency(ctx context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	r, err := c.call(ctx, interpreter.InterpretDependency, object, nil)
	slices.SortStableFunc(r.Dependencies, interpreter.Dependency.Compare)
	return r.Dependencies, err
}

// InterpretStatus implements [interpreter.StatusInterpreter].
func (c Client) InterpretStatus(ctx context.Context, object *unstructured.Unstructured) (any, error) {
	r, err := c.call(ctx, interpreter.InterpretStatus, object, nil)
	return r.status, err
}

// InterpretHealth implements [interpreter.HealthInterpreter].
func (c Client) InterpretHealth(ctx context.Context, object *unstructured.Unstructured) (bool, error) {
	r, err := c.call(ctx, interpreter.InterpretHealth, object, nil)
	if err != nil {
		return false, err
	}
	return *r.Healthy, nil
}

// ReviseReplica implements [interpreter.ReplicaReviser]. Replicas beyond int32 are an error: the protocol cannot express them.
func (c Client) ReviseReplica(ctx context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	r, err := c.call(ctx, interpreter.ReviseReplica, object, func(_ *hold, request *Request) error {
		if replicas < math.MinInt32 || replicas > math.MaxInt32 {
			return fmt.Errorf("found %d replicas, expected an int32", replicas)
		}
		*request.Replicas = int32(replicas)
		return nil
	})
	return r.object, err
}

// Retain implements [interpreter.Retainer].
func (c Client) Retain(ctx context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	r, err := c.call(ctx, interpreter.Retain, desired, func(hold *hold, request *Request) (err error) {
		if request.ObservedObject, err = encodeObject(observed, hold); err != nil {
			return fmt.Errorf("observed object: %w", err)
		}
		return nil
	})
	return r.object, err
}

// AggregateStatus implements [interpreter.StatusAggregator].
func (c Client) AggregateStatus(ctx context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	r, err := c.call(ctx, interpreter.AggregateStatus, object, func(hold *hold, request *Request) error {
		w := weight{bytes: MaxBytes, elements: math.MaxInt}
		for i, item := range items {
			if err := w.add(item.Status, 0); err != nil { // before memory is spent on it, as in encodeObject
				return fmt.Errorf("status of item %d, cluster %.100q: %w", i, item.ClusterName, err)
			}
		}
		request.AggregatedStatus = items
		return hold.take(MaxBytes - w.bytes)
	})
	return r.object, err
}

// call makes a call about an object within its time limit; more adds the further parts of the request.
func (c Client) call(ctx context.Context, op interpreter.Operation, object *unstructured.Unstructured, more func(*hold, *Request) error) (accepted, error) {
	timeout := c.Timeout
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	failed := &CallError{Operation: op, Webhook: c.ID}
	if ctx == nil {
		failed.Fault, failed.Err = FaultRequest, errors.New("the context is nil")
		return accepted{}, interpreter.NewError(op, object, nil, failed)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c.hold = &hold{budget: c.Budget}
	defer c.hold.release()
	a, err := c.ask(ctx, op, object, more, failed)
	if err == nil {
		return a, nil
	}
	failed.Fault, failed.Err = FaultResponse, err
	if f := (*faulty)(nil); errors.As(err, &f) {
		failed.Fault, failed.Err = f.fault, f.err
	}
	failed.Err = clip(withEnd(ctx, failed))
	return accepted{}, interpreter.NewError(op, object, nil, failed)
}

// ask is call; it records in failed how far it came.
func (c Client) ask(ctx context.Context, op interpreter.Operation, object *unstructured.Unstructured, more func(*hold, *Request) error, failed *CallError) (accepted, error) {
	url, err := c.address()
	if err != nil {
		return accepted{}, fault(FaultConfiguration, err)
	}
	failed.URL = url.String()
	request, err := c.request(op, object, more)
	if err != nil {
		return accepted{}, faultOr(FaultRequest, err)
	}
	failed.UID = request.UID
	body, err := c.post(ctx, url, request, failed)
	if err != nil {
		return accepted{}, err
	}
	response, err := readResponse(body)
	if err != nil {
		return accepted{}, fault(FaultBody, err)
	}
	return accept(ctx, c.hold, request, response)
}

// request returns the request about an object. It always has replicas, as Karmada's does.
func (c Client) request(op interpreter.Operation, object *unstructured.Unstructured, more func(*hold, *Request) error) (*Request, error) {
	raw, err := encodeObject(object, c.hold)
	if err != nil {
		return nil, err
	}
	request := &Request{
		UID: c.NewID(), Operation: op, Object: raw, Replicas: new(int32),
		Kind: metav1.GroupVersionKind(object.GroupVersionKind()), Name: object.GetName(), Namespace: object.GetNamespace(),
	}
	if more != nil {
		if err := more(c.hold, request); err != nil {
			return nil, err
		}
	}
	return request, nil
}

func encodeObject(object *unstructured.Unstructured, hold *hold) (json.RawMessage, error) {
	if object == nil || object.Object == nil {
		return nil, errors.New("the object is nil or empty")
	}
	if kind, _ := object.Object["kind"].(string); kind == "" { // GetKind prints any other value, which may contain itself
		return nil, errNoKind
	}
	w := weight{bytes: MaxBytes, elements: math.MaxInt}
	if err := w.add(object.Object, 0); err != nil { // before memory is spent on it; a shared map counts each time
		return nil, err
	}
	if err := hold.take(MaxBytes - w.bytes); err != nil {
		return nil, err
	}
	return json.Marshal(object.Object)
}
