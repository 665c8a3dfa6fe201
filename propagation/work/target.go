package work

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Targets returns the clusters that get the object of a binding, with their replicas.
//
//  1. First come the clusters of the spec, in their order, including duplicates.
//  2. Then come the clusters of the bindings in RequiredBy, in their order, unless they are already in the list. Their replicas are those of
//     the other binding.
//
// The list shares no memory with the spec. A nil spec has no targets.
func Targets(spec *api.ResourceBindingSpec) []api.TargetCluster {
	if spec == nil {
		return nil
	}
	var targets []api.TargetCluster
	known := sets.New[string]()
	add := func(t api.TargetCluster) {
		t.Components = slices.Clone(t.Components)
		targets = append(targets, t)
		known.Insert(t.Name)
	}
	for _, t := range spec.Clusters {
		add(t)
	}
	for _, other := range spec.RequiredBy {
		for _, t := range other.Clusters {
			if !known.Has(t.Name) {
				add(t)
			}
		}
	}
	return targets
}

// KeptClusters returns the clusters whose Works are kept: those of [Targets], and those with an eviction task that is not direct. It is a
// new set. For a nil spec it is empty.
func KeptClusters(spec *api.ResourceBindingSpec) sets.Set[string] {
	names := sets.New[string]()
	if spec == nil {
		return names
	}
	for _, t := range Targets(spec) {
		names.Insert(t.Name)
	}
	for _, task := range spec.GracefulEvictionTasks {
		if task.PurgeMode != api.PurgeDirectly {
			names.Insert(task.FromCluster)
		}
	}
	return names
}

// PurgedClusters returns the clusters that the object must have left before anything is rendered: those with a direct eviction task. It is a new
// set. For a nil spec it is empty.
func PurgedClusters(spec *api.ResourceBindingSpec) sets.Set[string] {
	names := sets.New[string]()
	if spec == nil {
		return names
	}
	for _, task := range spec.GracefulEvictionTasks {
		if task.PurgeMode == api.PurgeDirectly {
			names.Insert(task.FromCluster)
		}
	}
	return names
}

// suspended reports whether dispatching to a cluster is suspended.
func suspended(spec *api.ResourceBindingSpec, cluster string) bool {
	s := spec.Suspension
	if s == nil {
		return false
	}
	return s.Dispatching != nil && *s.Dispatching ||
		s.DispatchingOnClusters != nil && slices.Contains(s.DispatchingOnClusters.ClusterNames, cluster)
}
