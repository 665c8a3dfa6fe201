package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// Retain keeps what the member has decided when it took the pod in, and what cannot be changed since.
//
//  1. spec.nodeName, spec.serviceAccountName and spec.volumes are those of the observed pod, and absent if it has none.
//  2. A container has the volumeMounts of the observed one of its name, and so has an init container. If names occur more than
//     once, the last observed one gives its mounts to the first desired one. A container that the observed pod does not have keeps
//     its own.
//  3. Both pods are decoded as a whole: any field of a wrong type is an error.
//  4. The pod is encoded anew: fields that its Go type does not know are gone, and those that it always writes are there.
//
// A number beyond the bits of its field is an error, wherever it is; upstream it wraps.
func (pod) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	const op = interpreter.Retain
	encode := podKind.objectType().Encode
	ours, err := encode(content(desired))
	if err != nil {
		return nil, failTyped(op, desired, nil, err)
	}
	theirs, err := encode(content(observed))
	if err != nil {
		return nil, failObserved(desired, nil, err)
	}
	retained, _ := ours.(map[string]any)
	member, _ := theirs.(map[string]any)
	spec, from := object(retained, "spec"), object(member, "spec")
	for _, field := range []string{"nodeName", "serviceAccountName", "volumes"} {
		take(spec, from, field)
	}
	for _, list := range []string{"containers", "initContainers"} {
		first := map[string]map[string]any{}
		for mine := range objects(spec, list) {
			if name := text(mine, "name"); first[name] == nil {
				first[name] = mine
			}
		}
		for container := range objects(from, list) {
			if mine := first[text(container, "name")]; mine != nil {
				take(mine, container, "volumeMounts")
			}
		}
	}
	return &unstructured.Unstructured{Object: retained}, nil
}

// take moves a field of one map to another; if it is not there, it is in neither afterwards.
func take(to, from map[string]any, field string) {
	delete(to, field)
	if v, ok := from[field]; ok {
		to[field] = v
	}
}
