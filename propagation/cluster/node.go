package cluster

import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// node has the fields of a Node that the grades depend on.
type node struct {
	name        string
	allocatable quantity.List // nil: the node reports none
}

func readNode(object *unstructured.Unstructured) (read node, ready bool, err error) {
	if err := checkKind(object, "Node"); err != nil {
		return node{}, false, err
	}
	root := content.Of(object)
	if read.name, err = stringAt(root, "metadata", "name"); err != nil {
		return node{}, false, err
	}
	list, err := at(root, "status", "allocatable")
	if err != nil {
		return node{}, false, err
	}
	if list != nil {
		read.allocatable = quantity.List{}
	}
	err = quantitiesAt(root, func(name string, q resource.Quantity) { read.allocatable[name] = q }, "status", "allocatable")
	if err != nil {
		return node{}, false, err
	}
	decided := false
	err = eachAt(root, func(condition any) error {
		kind, err := stringAt(condition, "type")
		if err != nil {
			return err
		}
		status, err := stringAt(condition, "status")
		if kind == "Ready" && !decided {
			decided, ready = true, status == "True"
		}
		return err
	}, "status", "conditions")
	return read, ready, err
}
