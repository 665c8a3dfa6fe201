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

// TaintInput is the input of [TaintEvictions], which does not write it.
type TaintInput struct {
	Binding      api.Binding
	Options      TaintOptions
	FeatureGates api.FeatureGates // only StatefulFailoverInjection is read
	Now          time.Time
}

// TaintDecision is what [TaintEvictions] has decided about a cluster.
type TaintDecision struct {
	Decision   Decision      // without a kind if the cluster does not concern the binding, or with an error
	RetryAfter time.Duration // until a toleration ends, with fractions of a second; 0: no retry is needed
	Err        error         // nothing is evicted from the cluster
}

// TaintEvictions decides for each of some clusters, one after the other, whether its taints evict the object of a binding, and returns the clusters and tasks
// of the binding after that. The time is proportional to the clusters and the size of the binding.
//
//  1. A binding that is being deleted does not change. A cluster that is nil, or not in spec.clusters, does not concern the binding. Clusters in requiredBy do
//     not count.
//  2. The tolerations are those of the placement that was last scheduled, in an annotation of the binding, not those of its spec. A binding without
//     the annotation, or with an invalid one, is an error, even if the cluster has no taint. Karmada tries it again forever.
//  3. [Tolerate] decides. At a deadline the object is evicted.
//  4. The task has the purge mode of failover.cluster, and Gracefully if that is empty. Without failover.cluster it has that of the options. The
//     mode Never, which the schema refuses, is copied, but the task ends like any other.
//  5. With the gate StatefulFailoverInjection and rules in failover.cluster the task has the state of the object in the cluster. If the state is
//     missing, or would make the states of all tasks larger than an API server stores, an error stops the eviction. The limit of steps of [PreserveState]
//     applies to all clusters together: clusters beyond it have errors.
//
// The gates Failover and GracefulEviction are not read. Karmada runs its taint manager only with the former. It calls it for the clusters of a binding on each
// event of a cluster that has a taint with the effect NoExecute, and every ten seconds; a worker sleeps after each binding for the inverse of
// --resource-eviction-rate, two seconds by default.
func TaintEvictions(in TaintInput, clusters []*api.Cluster) (Moved, []TaintDecision) {
	decided := make([]TaintDecision, len(clusters))
	if content.NoBinding(in.Binding) {
		return Evict(nil, nil, "", api.GracefulEvictionTask{}), decided
	}
	spec := in.Binding.BindingSpec()
	m := Moved{Clusters: copyTargets(spec.Clusters), Tasks: copyTasks(spec.GracefulEvictionTasks)}
	if !in.Options.NoExecute || in.Binding.GetDeletionTimestamp() != nil {
		return m, decided
	}
	has := map[string]int{} // how often the cluster is a target
	for i := range spec.Clusters {
		has[spec.Clusters[i].Name]++
	}
	e, err := newTaintEvictor(in)
	var moves []move
	for i, c := range clusters {
		switch {
		case c == nil || has[c.Name] == 0:
		case err != nil:
			decided[i].Err = err
		case hasNoExecute(c.Spec.Taints):
			var evicted []move
			decided[i], evicted = e.decide(c)
			has[c.Name] -= len(evicted)
			moves = append(moves, evicted...)
		}
	}
	m.evict(moves...)
	return m, decided
}

// taintEvictor decides about the clusters of a binding.
type taintEvictor struct {
	TaintInput
	tolerations []api.Toleration
	task        api.GracefulEvictionTask
	states      preserver
	items       map[string]*api.AggregatedStatusItem
}

// newTaintEvictor reads what is the same for all clusters.
func newTaintEvictor(in TaintInput) (*taintEvictor, error) {
	spec := in.Binding.BindingSpec()
	e := &taintEvictor{TaintInput: in}
	e.task = api.GracefulEvictionTask{PurgeMode: in.Options.purgeMode(spec.Failover), Reason: ReasonTaintUntolerated, Producer: ProducerTaintManager}
	if spec.Failover != nil && spec.Failover.Cluster != nil && in.FeatureGates.Enabled(api.GateStatefulFailoverInjection) {
		if rules := rulesOf(spec.Failover.Cluster.StatePreservation); len(rules) > 0 {
			e.states, e.items = newPreserver(rules, spec.GracefulEvictionTasks), firstItems(in.Binding.BindingStatus().AggregatedStatus)
		}
	}
	tolerations, err := parseTolerations(in.Binding.GetAnnotations()[api.AppliedPlacementAnnotation])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", content.ClipRef(in.Binding.Ref()), err)
	}
	e.tolerations = tolerations
	return e, nil
}

// decide implements rules 3 to 5 of [TaintEvictions] for a cluster with a taint NoExecute. The result has a move, or none.
func (e *taintEvictor) decide(c *api.Cluster) (d TaintDecision, moves []move) {
	tolerance := Tolerate(c.Spec.Taints, e.tolerations, e.Now)
	d = TaintDecision{Decision: tolerance.decision(c.Name, e.Now), RetryAfter: tolerance.Left}
	if !tolerance.Evict {
		return d, nil
	}
	task := e.task
	if len(e.states.rules) > 0 {
		state, err := e.states.of(e.items[c.Name], c.Name)
		if err != nil {
			return TaintDecision{Err: fmt.Errorf("%s: %w", content.ClipRef(e.Binding.Ref()), err)}, nil
		}
		task.PreservedLabelState = state
	}
	return d, []move{{c.Name, task}}
}

func hasNoExecute(taints []api.Taint) bool {
	return slices.ContainsFunc(taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
}

// purgeMode implements rule 4 of [TaintEvictions].
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
