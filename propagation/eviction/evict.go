package eviction

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// The reasons and producers of the tasks that Karmada's controllers make.
const (
	ReasonTaintUntolerated   = "TaintUntolerated"
	ReasonApplicationFailure = "ApplicationFailure"

	ProducerTaintManager               = "TaintManager"
	ProducerApplicationFailover        = "resource-binding-application-failover-controller"
	ProducerClusterApplicationFailover = "cluster-resource-binding-application-failover-controller" // of ClusterResourceBindings
)

// TaskOptions are the fields of a new task. The API requires Reason and Producer.
type TaskOptions struct {
	PurgeMode              api.PurgeMode
	Reason                 string
	Message                string
	Producer               string
	GracePeriodSeconds     *int32
	SuppressDeletion       *bool
	PreservedLabelState    map[string]string
	ClustersBeforeFailover []string
}

// Moved is the clusters and the tasks of a binding after an eviction. They share nothing with the input.
type Moved struct {
	Clusters []api.TargetCluster
	Tasks    []api.GracefulEvictionTask
	Evicted  bool // a cluster was taken out of Clusters
}

// Evict takes a cluster out of the targets of a binding and adds the task for it.
//
//  1. A cluster that is not a target changes nothing.
//  2. Otherwise the first target with this name is removed. The order of the others does not change.
//  3. A new task is appended, with the replicas of the target if it has any. Its creation time is set by [Assess].
//  4. An existing task for the cluster stays as it is, and the options are lost.
func Evict(clusters []api.TargetCluster, tasks []api.GracefulEvictionTask, cluster string, options TaskOptions) Moved {
	m := Moved{Clusters: copyTargets(clusters), Tasks: copyTasks(tasks)}
	options.ClustersBeforeFailover = slices.Clone(options.ClustersBeforeFailover)
	m.evict(move{cluster, options})
	return m
}

// move is an eviction to carry out.
type move struct {
	cluster string
	options TaskOptions
}

// evict implements [Evict] in place, for one cluster after the other. The tasks share the lists of the options.
func (m *Moved) evict(moves ...move) {
	if len(moves) == 0 {
		return
	}
	places, tasked := map[string][]int{}, map[string]bool{}
	for i, t := range m.Clusters {
		places[t.Name] = append(places[t.Name], i)
	}
	for _, t := range m.Tasks {
		tasked[t.FromCluster] = true
	}
	removed := make([]bool, len(m.Clusters))
	for _, move := range moves {
		at := places[move.cluster]
		if len(at) == 0 {
			continue
		}
		removed[at[0]], m.Evicted, places[move.cluster] = true, true, at[1:]
		if !tasked[move.cluster] {
			tasked[move.cluster] = true
			m.Tasks = append(m.Tasks, move.options.task(move.cluster, m.Clusters[at[0]].Replicas))
		}
	}
	kept := make([]api.TargetCluster, 0, len(m.Clusters))
	for i, t := range m.Clusters {
		if !removed[i] {
			kept = append(kept, t)
		}
	}
	m.Clusters = kept
}

// task returns the task for a cluster with a number of replicas.
func (o TaskOptions) task(cluster string, replicas int32) api.GracefulEvictionTask {
	task := api.GracefulEvictionTask{
		FromCluster: cluster, PurgeMode: o.PurgeMode, Reason: o.Reason, Message: o.Message, Producer: o.Producer,
		PreservedLabelState: maps.Clone(o.PreservedLabelState), ClustersBeforeFailover: o.ClustersBeforeFailover,
	}
	if o.GracePeriodSeconds != nil {
		seconds := *o.GracePeriodSeconds
		task.GracePeriodSeconds = &seconds
	}
	if o.SuppressDeletion != nil {
		suppress := *o.SuppressDeletion
		task.SuppressDeletion = &suppress
	}
	if replicas > 0 {
		task.Replicas = &replicas
	}
	return task
}

func copyTargets(targets []api.TargetCluster) []api.TargetCluster {
	copies := slices.Clone(targets)
	for i := range copies {
		copies[i].Components = slices.Clone(copies[i].Components)
	}
	return copies
}

func namesOf(targets []api.TargetCluster) []string {
	names := make([]string, len(targets))
	for i := range targets {
		names[i] = targets[i].Name
	}
	return names
}
