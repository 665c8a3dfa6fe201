package eviction

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// TaintOptions are the flags of Karmada's taint manager.
type TaintOptions struct {
	NoExecute bool          // --enable-no-execute-taint-eviction. Without it nothing is evicted; it is off by default.
	PurgeMode api.PurgeMode // --no-execute-taint-eviction-purge-mode, for bindings without failover.cluster. All but Directly are Gracefully.
}

// TaintInput is the input of [TaintEviction] and [TaintEvictions], which do not write it.
type TaintInput struct {
	Binding api.Binding
	Options TaintOptions

	// Only TaintEviction reads these two. Cluster has the name ClusterName. If it is nil, it does not exist, and nothing is evicted.
	ClusterName string
	Cluster     *api.Cluster

	FeatureGates api.FeatureGates // only StatefulFailoverInjection is read
	Now          time.Time
}

// TaintResult is the result of [TaintEviction].
type TaintResult struct {
	Moved
	Decision   Decision      // without a kind if the cluster does not concern the binding
	RetryAfter time.Duration // until a toleration ends, with fractions of a second; 0: no retry is needed
}

// TaintEviction decides whether the taints of a cluster evict the object of a binding from it, and evicts it. [TaintQueue] returns the bindings to call
// it for. [TaintEvictions] does it for several clusters.
//
//  1. A binding that is being deleted, and one that does not have the cluster in spec.clusters, does not change. Clusters in requiredBy do not count.
//  2. The tolerations are those of the placement that was last scheduled, in an annotation of the binding, not those of its spec. A binding without
//     the annotation, or with an invalid one, is an error, even if the cluster has no taint. Karmada tries it again forever.
//  3. [Tolerate] decides. At a deadline the object is evicted.
//  4. The task has the purge mode of failover.cluster, and Gracefully if that is empty. Without failover.cluster it has that of the options. The
//     mode Never, which the schema refuses, is copied, but the task ends like any other.
//  5. With the gate StatefulFailoverInjection and rules in failover.cluster the task has the state of the object in the cluster. If the state is
//     missing, or would make the states of all tasks larger than an API server stores, an error stops the eviction.
//
// The gates Failover and GracefulEviction are not read. Karmada runs its taint manager only with the former.
func TaintEviction(in TaintInput) (TaintResult, error) {
	if content.NoBinding(in.Binding) {
		return TaintResult{Moved: Evict(nil, nil, "", TaskOptions{})}, nil
	}
	spec := in.Binding.BindingSpec()
	r := TaintResult{Moved: Moved{Clusters: copyTargets(spec.Clusters), Tasks: copyTasks(spec.GracefulEvictionTasks)}}
	if !in.Options.NoExecute || !concerns(in.Binding, in.ClusterName) {
		return r, nil
	}
	e, err := newTaintEvictor(in)
	if err != nil || in.Cluster == nil || !hasNoExecute(in.Cluster.Spec.Taints) {
		return r, err
	}
	decided, evicted := e.decide(in.Cluster, in.ClusterName)
	r.Decision, r.RetryAfter = decided.Decision, decided.RetryAfter
	r.evict(evicted...)
	return r, decided.Err
}

// concerns reports whether a binding that is not being deleted has a cluster.
func concerns(b api.Binding, cluster string) bool {
	return b.GetDeletionTimestamp() == nil && slices.ContainsFunc(b.BindingSpec().Clusters, func(t api.TargetCluster) bool { return t.Name == cluster })
}

func hasNoExecute(taints []api.Taint) bool {
	return slices.ContainsFunc(taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
}

// purgeMode implements rule 4 of [TaintEviction].
func (o TaintOptions) purgeMode(f *api.FailoverBehavior) api.PurgeMode {
	switch {
	case f != nil && f.Cluster != nil && f.Cluster.PurgeMode != "":
		return f.Cluster.PurgeMode
	case f != nil && f.Cluster != nil, o.PurgeMode != api.PurgeDirectly:
		return api.PurgeGracefully
	}
	return api.PurgeDirectly
}

// parseTolerations returns the tolerations of the placement that was last scheduled, from the text of its annotation.
func parseTolerations(text string) ([]api.Toleration, error) {
	if text == "" {
		return nil, errors.New("found no annotation " + api.AppliedPlacementAnnotation + ", expected that of a scheduled binding")
	}
	var placement *api.Placement
	if err := json.Unmarshal([]byte(text), &placement); err != nil {
		return nil, fmt.Errorf("the annotation %s is not a placement: %s", api.AppliedPlacementAnnotation, content.Clip(err.Error()))
	}
	if placement == nil {
		return nil, nil
	}
	return placement.ClusterTolerations, nil
}
