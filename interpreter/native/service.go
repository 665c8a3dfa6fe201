package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// service interprets v1 Service. Only type LoadBalancer has a status of interest.
type service struct{}

var serviceKind = kind{"v1", "Service"}

func (service) Kinds() []schema.GroupVersionKind { return serviceKind.kinds() }

// Retain keeps what the member cluster has allocated: spec.healthCheckNodePort if it is more than 0, and spec.clusterIP unless it
// is empty; not spec.clusterIPs, nor the node ports. A missing spec of the desired object is created.
func (service) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return retain(desired, observed,
		retainedField{[]string{"spec", "healthCheckNodePort"}, aPort}, retainedField{[]string{"spec", "clusterIP"}, aText})
}

// InterpretStatus reports loadBalancer of the status.
//
//  1. There is nothing to report if spec.type is not LoadBalancer or cannot be read, or if there is no status.
//  2. A status that is null, or not one of a Service, is an error. The rest of the object is not decoded.
//
// A port beyond int32 is an error; upstream it wraps.
func (service) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	if kind, _, bad := field(content(object), "spec", "type"); bad != nil || kind != loadBalancer {
		return nil, nil
	}
	return serviceKind.report(object, "loadBalancer")
}

// AggregateStatus gives a load balancer all ingress points of the members, see aggregateIngress; its conditions are lost. A Service of
// another type does not change.
func (service) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	if err := serviceKind.check(interpreter.AggregateStatus, o); err != nil {
		return nil, err
	}
	if text(object(content(o), "spec"), "type") != loadBalancer {
		return copyOf(interpreter.AggregateStatus, o)
	}
	return serviceKind.aggregateIngress(o, items, func(a address) address { return a })
}

// InterpretHealth reports whether a load balancer can be reached. A Service of another type is always healthy.
func (service) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	if err := serviceKind.check(interpreter.InterpretHealth, o); err != nil {
		return false, err
	}
	return text(object(content(o), "spec"), "type") != loadBalancer || isReachable(o), nil
}
