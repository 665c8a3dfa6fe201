package eviction

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// FailoverInput is the input of [ApplicationFailover], which does not write it.
type FailoverInput struct {
	Binding api.Binding

	// Since is when the object was first seen unhealthy, by cluster: the Since of the last result for this binding. Karmada keeps it in memory only,
	// so a restart resets all times.
	Since map[string]time.Time

	// HasHook is true if an interpreter has the hook InterpretHealth for the kind, see [interpreter.Registry.Enabled].
	HasHook bool

	FeatureGates api.FeatureGates // GracefulEviction and StatefulFailoverInjection are read
	Now          time.Time
}

// FailoverResult is the result of [ApplicationFailover]. With an error, nothing is moved, but Since must still be kept.
type FailoverResult struct {
	Moved
	Since map[string]time.Time // for the next call, never nil

	// Due is true if a cluster is due. Then Karmada writes the binding, even if the cluster is not a target and nothing changes.
	Due       bool
	Decisions []Decision // one for each unhealthy item without a task, in the order of the items

	// RetryAfter is the time until the next cluster may be due. Wait a second longer: exactly then nothing happens. 0: no retry is needed, or
	// tolerationSeconds is 0.
	RetryAfter time.Duration
}

// ApplicationFailover evicts the object of a binding from the clusters where it has been unhealthy for too long. The spec.failover.application of the
// binding says how long that is.
//
//  1. Nothing happens, and all times are forgotten, without failover.application, without a status of the object, without the hook, and, for a
//     ResourceBinding, without propagateDeps.
//  2. The first unhealthy item of a cluster begins its time, unless there is a task for the cluster. Later ones evict the object after
//     tolerationSeconds, but not exactly then. All clusters that are due are evicted, even if none is left.
//  3. An item that is Healthy or Unknown ends the time of its cluster, and so does the removal of the cluster from spec.clusters. An item without a
//     health does not.
//  4. The task has the purge mode of the policy, even if that is empty. Gracefully needs the gate GracefulEviction, and the task has the
//     gracePeriodSeconds of the policy. Never sets suppressDeletion.
//  5. With the gate StatefulFailoverInjection and rules, the task has the state of the object in the cluster, and all targets before the eviction.
//
// It is an error if a state cannot be read, if the tasks of rule 5 would be larger than an API server stores, if rule 4 lacks its gate, and if
// tolerationSeconds is nil, where Karmada panics. A binding that is being deleted is evicted, too.
func ApplicationFailover(in FailoverInput) (FailoverResult, error) {
	if content.NoBinding(in.Binding) {
		return FailoverResult{Moved: Evict(nil, nil, "", api.GracefulEvictionTask{}), Since: map[string]time.Time{}}, nil
	}
	spec := in.Binding.BindingSpec()
	r := FailoverResult{Moved: Moved{Clusters: copyTargets(spec.Clusters), Tasks: copyTasks(spec.GracefulEvictionTasks)}, Since: map[string]time.Time{}}
	if !in.applies() {
		return r, nil
	}
	maps.Copy(r.Since, in.Since)
	seconds := spec.Failover.Application.DecisionConditions.TolerationSeconds
	if seconds == nil {
		return r, fmt.Errorf("%s: spec.failover.application.decisionConditions.tolerationSeconds: found none, expected a number", content.ClipRef(in.Binding.Ref()))
	}
	due := r.detect(in, *seconds)
	moves, err := in.moves(due)
	if err != nil {
		r.Decisions, r.RetryAfter = nil, 0
		return r, fmt.Errorf("%s: %w", content.ClipRef(in.Binding.Ref()), err)
	}
	r.Due = len(due) > 0
	r.evict(moves...)
	r.forget(in, due)
	return r, nil
}

// applies implements rule 1 of [ApplicationFailover].
func (in FailoverInput) applies() bool {
	spec := in.Binding.BindingSpec()
	_, namespaced := in.Binding.(*api.ResourceBinding)
	return spec.Failover != nil && spec.Failover.Application != nil && len(in.Binding.BindingStatus().AggregatedStatus) > 0 && in.HasHook &&
		(spec.PropagateDeps || !namespaced)
}

// detect begins the times of unhealthy clusters and returns those that are due.
func (r *FailoverResult) detect(in FailoverInput, seconds int32) (due []string) {
	evicting := map[string]bool{}
	for _, task := range r.Tasks {
		evicting[task.FromCluster] = true
	}
	toleration, retry := time.Duration(seconds)*time.Second, int64(math.MaxInt32)
	for _, item := range in.Binding.BindingStatus().AggregatedStatus {
		if item.Health != interpreter.Unhealthy || evicting[item.ClusterName] {
			continue
		}
		d := Decision{Cluster: item.ClusterName, Kind: Tolerated, Reason: "the object is unhealthy for the first time"}
		since, known := r.Since[item.ClusterName]
		if !known {
			since = in.Now
			r.Since[item.ClusterName] = since
		} else {
			d.Reason = fmt.Sprintf("the object has been unhealthy since %s", since.UTC().Format(time.RFC3339))
		}
		if known && remaining(since, in.Now, toleration) < 0 {
			d.Kind, due = Evicted, append(due, item.ClusterName)
		} else {
			retry = min(retry, int64(seconds)-int64(in.Now.Sub(since)/time.Second))
			if end, ok := endOf(since, toleration); ok {
				d.Until = &metav1.Time{Time: end.UTC()}
			}
		}
		r.Decisions = append(r.Decisions, d)
	}
	if retry > 0 && retry < math.MaxInt32 {
		r.RetryAfter = time.Duration(retry) * time.Second
	}
	return due
}

// moves implements rules 4 and 5 of [ApplicationFailover] for the clusters that are due.
func (in FailoverInput) moves(due []string) (moves []move, err error) {
	if len(due) == 0 {
		return nil, nil
	}
	spec := in.Binding.BindingSpec()
	behavior := spec.Failover.Application
	task := api.GracefulEvictionTask{PurgeMode: behavior.PurgeMode, Reason: ReasonApplicationFailure, Producer: ProducerApplicationFailover}
	if _, namespaced := in.Binding.(*api.ResourceBinding); !namespaced {
		task.Producer = ProducerClusterApplicationFailover
	}
	switch behavior.PurgeMode {
	case api.PurgeGracefully:
		if !in.FeatureGates.Enabled(api.GateGracefulEviction) {
			return nil, errors.New("the feature gate GracefulEviction is off, expected it to be on for the purge mode Gracefully")
		}
		if seconds := behavior.GracePeriodSeconds; seconds != nil {
			copied := *seconds
			task.GracePeriodSeconds = &copied
		}
	case api.PurgeNever:
		yes := true
		task.SuppressDeletion = &yes
	}
	rules := rulesOf(behavior.StatePreservation)
	stateful := len(rules) > 0 && in.FeatureGates.Enabled(api.GateStatefulFailoverInjection)
	var items map[string]*api.AggregatedStatusItem
	if stateful {
		items, task.ClustersBeforeFailover = firstItems(in.Binding.BindingStatus().AggregatedStatus), namesOf(spec.Clusters)
		bytes, stored := sizeOf(task.ClustersBeforeFailover), 0
		for i := range spec.GracefulEvictionTasks {
			stored += sizeOf(spec.GracefulEvictionTasks[i].ClustersBeforeFailover)
		}
		if bytes > (maxState-stored)/len(due) {
			return nil, fmt.Errorf("found %d tasks with %d bytes of clustersBeforeFailover each, and %d bytes in other tasks, expected at most %d bytes in all", len(due), bytes, stored, maxState)
		}
	}
	states := newPreserver(rules, spec.GracefulEvictionTasks)
	for _, cluster := range due {
		if stateful {
			if task.PreservedLabelState, err = states.of(items[cluster], cluster); err != nil {
				return nil, err
			}
		}
		moves = append(moves, move{cluster, task})
	}
	return moves, nil
}

// sizeOf returns the number of bytes of names and of the commas between them.
func sizeOf(names []string) (bytes int) {
	for _, name := range names {
		bytes += len(name) + 1
	}
	return max(0, bytes-1)
}

// forget implements rule 3 of [ApplicationFailover].
func (r *FailoverResult) forget(in FailoverInput, due []string) {
	targets := map[string]bool{}
	for _, t := range in.Binding.BindingSpec().Clusters {
		targets[t.Name] = true
	}
	for _, cluster := range due {
		delete(targets, cluster)
	}
	for _, item := range in.Binding.BindingStatus().AggregatedStatus {
		if item.Health == interpreter.Healthy || item.Health == interpreter.UnknownHealth {
			delete(r.Since, item.ClusterName)
		}
	}
	maps.DeleteFunc(r.Since, func(cluster string, _ time.Time) bool { return !targets[cluster] })
}
