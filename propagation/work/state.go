package work

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// PreservedLabels returns the labels that the object of a binding brings to a cluster from the one that it left. [Render] adds them to the manifest with the
// gate StatefulFailoverInjection. They win over all labels with the same key, even over the id of the binding.
//
//  1. The binding has only one target, see [Targets].
//  2. Only the last eviction task counts, and its purge mode is Directly.
//  3. The cluster is not in the clustersBeforeFailover of the task. Without these no cluster is.
//
// When the task is gone the Work is rendered again without the labels. The result is a copy. It is nil if a rule does not hold.
func PreservedLabels(spec *api.ResourceBindingSpec, cluster string) map[string]string {
	if spec == nil || len(spec.GracefulEvictionTasks) == 0 || len(Targets(spec)) != 1 {
		return nil
	}
	last := &spec.GracefulEvictionTasks[len(spec.GracefulEvictionTasks)-1]
	if last.PurgeMode != api.PurgeDirectly || slices.Contains(last.ClustersBeforeFailover, cluster) {
		return nil
	}
	return maps.Clone(last.PreservedLabelState)
}
