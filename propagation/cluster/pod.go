package cluster

import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// pod is what the totals need to know of a pod.
type pod struct {
	node, phase string
	requests    []request // in the order in which they are added
}

// readPod reads a pod. The requests are appended to a list.
func readPod(object *unstructured.Unstructured, requests []request) (read pod, err error) {
	if err := checkKind(object, "Pod"); err != nil {
		return pod{}, err
	}
	root := &value{v: content.Of(object)}
	if read.node, err = root.text("spec", "nodeName"); err != nil {
		return pod{}, err
	}
	if read.phase, err = root.text("status", "phase"); err != nil {
		return pod{}, err
	}
	add := func(isMax bool) func(name string, q resource.Quantity) {
		return func(name string, q resource.Quantity) {
			if r, counts := newRequest(name, q, isMax); counts {
				requests = append(requests, r)
			}
		}
	}
	for _, list := range []string{"containers", "initContainers"} {
		visit := add(list == "initContainers")
		err := root.each(func(container *value) error { return container.quantities(visit, "resources", "requests") }, "spec", list)
		if err != nil {
			return pod{}, err
		}
	}
	err = root.quantities(add(false), "spec", "overhead")
	read.requests = requests
	return read, err
}
