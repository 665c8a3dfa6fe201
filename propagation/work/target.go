package work

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Targets is the clusters that get the object of a binding, each with its replicas.
//
//  1. First the clusters of the spec, in their order, a name that stands there twice included.
//  2. Then those to which a binding that requires this one went, in the order of RequiredBy, unless they are there already. Their
//     replicas are those of the other binding.
//
// The list shares nothing with the spec. A nil spec has no targets.
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

// holders is the clusters whose Works stay: the targets, and those that the object is to leave later than at once.
func holders(spec *api.ResourceBindingSpec) sets.Set[string] {
	names := sets.New[string]()
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

// purged is the clusters that the object must have left before anything is rendered.
func purged(spec *api.ResourceBindingSpec) sets.Set[string] {
	names := sets.New[string]()
	for _, task := range spec.GracefulEvictionTasks {
		if task.PurgeMode == api.PurgeDirectly {
			names.Insert(task.FromCluster)
		}
	}
	return names
}

// suspended reports whether nothing may be sent to a cluster while its dispatching is suspended.
func suspended(spec *api.ResourceBindingSpec, cluster string) bool {
	s := spec.Suspension
	if s == nil {
		return false
	}
	return s.Dispatching != nil && *s.Dispatching ||
		s.DispatchingOnClusters != nil && slices.Contains(s.DispatchingOnClusters.ClusterNames, cluster)
}
