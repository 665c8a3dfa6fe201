package eviction

import (
	"fmt"
	"time"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// TaintDecision is what [TaintEvictions] has decided about a cluster.
type TaintDecision struct {
	Decision   Decision      // without a kind if the cluster does not concern the binding, or with an error
	RetryAfter time.Duration // that of [TaintResult]
	Err        error         // that of [TaintEviction]: nothing is evicted from the cluster
}

// TaintEvictions returns what [TaintEviction] decides about each of some clusters, one after the other, and the clusters and tasks of the binding after
// that. The only difference is that the limit of steps of [PreserveState] applies to all clusters together: clusters beyond it have errors.
// A nil cluster does not concern the binding. The time is proportional to the clusters and the size of the binding.
func TaintEvictions(in TaintInput, clusters []*api.Cluster) (Moved, []TaintDecision) {
	decided := make([]TaintDecision, len(clusters))
	if content.NoBinding(in.Binding) {
		return Evict(nil, nil, "", TaskOptions{}), decided
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
			decided[i], evicted = e.decide(c, c.Name)
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
	options     TaskOptions
	states      preserver
	items       map[string]*api.AggregatedStatusItem
}

// newTaintEvictor reads what is the same for all clusters.
func newTaintEvictor(in TaintInput) (*taintEvictor, error) {
	spec := in.Binding.BindingSpec()
	e := &taintEvictor{TaintInput: in}
	e.options = TaskOptions{PurgeMode: in.Options.purgeMode(spec.Failover), Reason: ReasonTaintUntolerated, Producer: ProducerTaintManager}
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

// decide implements rules 3 to 5 of [TaintEviction] for a cluster with a taint NoExecute. The result has a move, or none.
func (e *taintEvictor) decide(c *api.Cluster, name string) (d TaintDecision, moves []move) {
	tolerance := Tolerate(c.Spec.Taints, e.tolerations, e.Now)
	d = TaintDecision{Decision: tolerance.decision(name, e.Now), RetryAfter: tolerance.Left}
	if !tolerance.Evict {
		return d, nil
	}
	options := e.options
	if len(e.states.rules) > 0 {
		state, err := e.states.of(e.items[name], name)
		if err != nil {
			return TaintDecision{Err: fmt.Errorf("%s: %w", content.ClipRef(e.Binding.Ref()), err)}, nil
		}
		options.PreservedLabelState = state
	}
	return d, []move{{name, options}}
}
