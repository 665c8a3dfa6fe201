package cluster

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Summary adds up the nodes and the pods of a cluster, one at a time. It keeps no object: its size depends on the numbers of nodes, including those
// that only pods name, and of resource names, not on that of pods. The zero value is the summary of an empty cluster. A Summary is for one
// goroutine, and must not be copied after something was added.
//
// Nodes and pods may be added in any order relative to each other. An object that is added twice counts twice. Objects cannot be removed, see
// rule 3 of [Summary.AddPod]. After a change of the cluster, build a new Summary.
type Summary struct {
	nodes []node
	ready int

	allocatable           quantity.List
	allocating, allocated totals
	used                  map[string]*totals // by the name of the node, which may be unknown
	scratch               []request
}

// maxScratch limits the requests for which a Summary keeps the memory until the next pod.
const maxScratch = 1024

// AddNode adds a node:
//
//  1. The first condition of type Ready decides whether the node is ready. It is ready if the status is True.
//  2. The allocatable resources of every node count, whether or not it is ready or takes pods.
//
// Only metadata.name and these parts of the status are read. The apiVersion is not checked; an object without a kind is accepted. Another kind
// than Node, a field of the wrong type and a quantity that [quantity.Parse] rejects are errors; then nothing is added.
func (s *Summary) AddNode(object *unstructured.Unstructured) error {
	read, ready, err := readNode(object)
	if err != nil {
		return fmt.Errorf("%s: %w", refOf(object, "Node"), err)
	}
	s.nodes = append(s.nodes, read)
	if ready {
		s.ready++
	}
	if s.allocatable == nil {
		s.allocatable = quantity.List{}
	}
	for name, more := range read.allocatable {
		sum, found := s.allocatable[name]
		if found {
			sum.Add(more)
		} else {
			sum = more.DeepCopy()
		}
		s.allocatable[name] = sum
	}
	return nil
}

// AddPod adds a pod:
//
//  1. A pod without a node is allocating, whatever its phase.
//  2. A pod on a node is allocated, even if the node is unknown. It does not count if its phase is Succeeded or Failed.
//  3. The requests of the containers are added to the total of all pods before it. Then each init container raises that total to its own
//     request, if it is larger. Then the overhead is added. So init containers hardly count, and the order of the pods matters.
//  4. These resources count: cpu, memory, ephemeral-storage, pods, names that begin with hugepages- or attachable-volumes-, and names that contain
//     kubernetes.io/. Any other name with a slash counts if it does not begin with "requests." and is a qualified name with that prefix added. Cpu
//     is rounded up to thousandths, everything else to whole numbers. Limits do not count.
//  5. The pod itself counts as 1 of the resource pods, besides what it requests of them. Pods are counted separately: init containers are
//     compared only with the requests for pods.
//  6. A total beyond an int64 stays at its limit.
//
// Only these parts of the spec and the phase are read. The errors are those of [Summary.AddNode]. A caller that skips an invalid pod makes the
// cluster look emptier than it is.
func (s *Summary) AddPod(object *unstructured.Unstructured) error {
	read, err := readPod(object, s.scratch[:0])
	if err != nil {
		return fmt.Errorf("%s: %w", refOf(object, "Pod"), err)
	}
	if cap(read.requests) <= maxScratch {
		s.scratch = read.requests
	}
	switch {
	case read.node == "":
		s.allocating.addPod(read.requests)
	case read.phase != "Succeeded" && read.phase != "Failed":
		s.allocated.addPod(read.requests)
		s.usedOn(read.node).addPod(read.requests)
	}
	return nil
}

func (s *Summary) usedOn(node string) *totals {
	if s.used == nil {
		s.used = map[string]*totals{}
	}
	used := s.used[node]
	if used == nil {
		used = &totals{}
		s.used[node] = used
	}
	return used
}

// NodeSummary returns how many nodes there are, and how many are ready.
func (s *Summary) NodeSummary() *api.NodeSummary {
	return &api.NodeSummary{TotalNum: int32(len(s.nodes)), ReadyNum: int32(s.ready)}
}

// ResourceSummary returns the sums of the resources, without the grades of nodes, see [Summary.Modelings]. A request total of 0 or less is left out.
// The result shares nothing with the summary.
func (s *Summary) ResourceSummary() *api.ResourceSummary {
	return &api.ResourceSummary{Allocatable: s.allocatable.DeepCopy(), Allocating: s.allocating.list(), Allocated: s.allocated.list()}
}
