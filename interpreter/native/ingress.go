package native

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// ingress interprets networking.k8s.io/v1 Ingress.
type ingress struct{}

var ingressKind = kind{"networking.k8s.io/v1", "Ingress"}

func (ingress) Kinds() []schema.GroupVersionKind { return ingressKind.kinds() }

// AggregateStatus gives the object all ingress points of the members, see aggregateIngress. As in Karmada, two points are equal if
// hostname/IP is the same string; a valid hostname or IP contains no slash.
func (ingress) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	if err := ingressKind.check(interpreter.AggregateStatus, object); err != nil {
		return nil, err
	}
	return ingressKind.aggregateIngress(object, items, func(a address) address {
		return address{hostname: a.hostname + "/" + a.ip}
	})
}

// InterpretHealth reports whether there is an ingress point.
func (ingress) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	if err := ingressKind.check(interpreter.InterpretHealth, object); err != nil {
		return false, err
	}
	return isReachable(object), nil
}

// InterpretDependency returns the Secret of each entry of spec.tls, with duplicates. An entry without a name is an error. The Services
// that the rules name are not dependencies.
func (ingress) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	const op = interpreter.InterpretDependency
	if err := ingressKind.check(op, o); err != nil {
		return nil, err
	}
	var list []interpreter.Dependency
	for entry := range objects(object(content(o), "spec"), "tls") {
		name := text(entry, "secretName")
		if name == "" {
			return nil, fail(op, o, jsontree.Pointer{"spec", "tls", strconv.Itoa(len(list)), "secretName"},
				errors.New("is empty, expected the name of a secret"))
		}
		list = append(list, interpreter.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: selector.ObjectOf(content(o)).Namespace, Name: name})
	}
	slices.SortFunc(list, func(a, b interpreter.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
