package eviction

import (
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

// Moved is the clusters and the tasks of a binding after an eviction. They share nothing with the input.
type Moved struct {
	Clusters []api.TargetCluster
	Tasks    []api.GracefulEvictionTask
	Evicted  bool // a cluster was taken out of Clusters
}

// Evict takes a cluster out of the targets of a binding and adds the task for it, which the API requires to have a reason and a producer.
//
//  1. A cluster that is not a target changes nothing.
//  2. Otherwise the first target with this name is removed. The order of the others does not change.
//  3. The task is appended, from the cluster, with the replicas of the target if it has any, and without a creation time, which [Assess] sets.
//  4. An existing task for the cluster stays as it is, and the new one is lost.
func Evict(clusters []api.TargetCluster, tasks []api.GracefulEvictionTask, cluster string, task api.GracefulEvictionTask) Moved {
	m := Moved{Clusters: copyTargets(clusters), Tasks: copyTasks(tasks)}
	m.evict(move{cluster, *task.DeepCopy()})
	return m
}

// move is an eviction to carry out.
type move struct {
	cluster string
	task    api.GracefulEvictionTask
}

// evict implements [Evict] in place, for one cluster after the other. The tasks share the lists and the pointers of the moves.
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
			task := move.task
			task.FromCluster, task.Replicas, task.CreationTimestamp = move.cluster, nil, nil
			if replicas := m.Clusters[at[0]].Replicas; replicas > 0 {
				task.Replicas = &replicas
			}
			m.Tasks = append(m.Tasks, task)
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
