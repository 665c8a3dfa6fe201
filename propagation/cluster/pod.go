package cluster

import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// pod has the fields of a Pod that the totals depend on.
type pod struct {
	node, phase string
	requests    []request // in the order in which they are added
}

// readPod reads a pod. The requests are appended to a list.
func readPod(object *unstructured.Unstructured, requests []request) (read pod, err error) {
	if err := checkKind(object, "Pod"); err != nil {
		return pod{}, err
	}
	root := content.Of(object)
	if read.node, err = stringAt(root, "spec", "nodeName"); err != nil {
		return pod{}, err
	}
	if read.phase, err = stringAt(root, "status", "phase"); err != nil {
		return pod{}, err
	}
	isMax := false
	add := func(name string, q resource.Quantity) {
		if r, counts := newRequest(name, q, isMax); counts {
			requests = append(requests, r)
		}
	}
	addContainer := func(container any) error { return quantitiesAt(container, add, "resources", "requests") }
	if err := eachAt(root, addContainer, "spec", "containers"); err != nil {
		return pod{}, err
	}
	isMax = true
	if err := eachAt(root, addContainer, "spec", "initContainers"); err != nil {
		return pod{}, err
	}
	isMax = false
	err = quantitiesAt(root, add, "spec", "overhead")
	read.requests = requests
	return read, err
}
