package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// Retain keeps what the member decided when it admitted the pod, and what cannot be changed since then.
//
//  1. spec.nodeName, spec.serviceAccountName and spec.volumes are those of the observed pod, and absent if it has none.
//  2. A container, or init container, has the volumeMounts of the observed one of its name. If a name is repeated, the last observed
//     one gives its mounts to the first desired one. A container that the observed pod lacks keeps its own.
//  3. Both pods are decoded as a whole: any field of a wrong type is an error.
//  4. The pod is encoded again: unknown fields are lost, and fields that its Go type always writes are set.
//
// A number beyond the bits of any field is an error; upstream it wraps.
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

// take moves a field from one map to another; if the source lacks it, it is removed from the destination.
func take(to, from map[string]any, field string) {
	delete(to, field)
	if v, ok := from[field]; ok {
		to[field] = v
	}
}
