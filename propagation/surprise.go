package propagation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// warnFailover warns of the surprises of the evictions that the plan has started for a template.
func (p *planner) warnFailover(t *template) {
	b := p.bindings[t.binding]
	if b == nil || len(t.started) == 0 {
		return
	}
	now := newPlaces(t, b.BindingSpec())
	dependencies := p.storedDependencies(b)
	for i := range t.started {
		cluster := t.started[i].FromCluster
		if w, found := surpriseOf(&t.started[i], b.BindingSpec(), now); found {
			t.row.Warnings = append(t.row.Warnings, w.String())
		}
		if !now.kept.Has(cluster) || now.targets.Has(cluster) {
			continue
		}
		for _, d := range dependencies {
			if w, found := d.leaves(cluster); found {
				t.row.Warnings = append(t.row.Warnings, w.String())
			}
		}
	}
}

// places are the clusters of a binding.
type places struct {
	targets sets.Set[string] // in spec.clusters
	kept    sets.Set[string] // that keep the object, see [work.KeptClusters]
	ended   sets.Set[string] // the eviction from them has ended, because the object is healthy
}

func newPlaces(t *template, spec *api.ResourceBindingSpec) places {
	p := places{sets.New[string](), work.KeptClusters(spec), sets.New[string]()}
	for _, target := range spec.Clusters {
		p.targets.Insert(target.Name)
	}
	for _, d := range t.row.Evictions {
		if d.Dropped && d.Kind == eviction.Healthy {
			p.ended.Insert(d.Cluster)
		}
	}
	return p
}

// surpriseOf returns the first surprise of a task that the plan has started.
func surpriseOf(task *api.GracefulEvictionTask, spec *api.ResourceBindingSpec, now places) (eviction.Warning, bool) {
	cluster := task.FromCluster
	w := eviction.Warning{Cluster: cluster}
	ended, back, name := now.ended.Has(cluster), now.targets.Has(cluster), content.Clip(cluster)
	switch {
	case ended && back && task.Reason == eviction.ReasonTaintUntolerated:
		w.Code = eviction.EvictionLoop
		w.Text = fmt.Sprintf("the object is evicted from cluster %s every 10 seconds and scheduled to it again: the scheduler ignores tolerationSeconds", name)
	case ended && back:
		w.Code = eviction.FailoverUndone
		w.Text = fmt.Sprintf("the object is scheduled to cluster %s again at once: it is healthy in all other targets, which ends the eviction", name)
	case ended && len(spec.Clusters) > 0 && task.Replicas != nil && divided(spec):
		w.Code = eviction.StaleHealth
		w.Text = fmt.Sprintf("the eviction from cluster %s ends because the other targets were healthy before it: the object leaves before its new replicas run", name)
	case task.PurgeMode == api.PurgeDirectly && len(spec.Clusters) == 0:
		w.Code = eviction.DeletedNowhere
		w.Text = fmt.Sprintf("the object is deleted in cluster %s, although no cluster can take it", name)
	case task.PurgeMode != api.PurgeDirectly && len(task.PreservedLabelState) > 0:
		w.Code = eviction.StateLost
		w.Text = fmt.Sprintf("the state from cluster %s is lost: only evictions with the purge mode Directly bring it to another cluster", name)
	default:
		return w, false
	}
	return w, true
}

// divided reports whether the replicas that left a cluster must run in others.
func divided(spec *api.ResourceBindingSpec) bool {
	if spec.Placement == nil || spec.Placement.ReplicaScheduling == nil {
		return false
	}
	return spec.Placement.ReplicaScheduling.ReplicaSchedulingType != api.Duplicated && !schedule.Undivided(spec)
}

// dependency is a binding of a dependency of an object that leaves clusters.
type dependency struct {
	of          api.ObjectReference
	before, now sets.Set[string] // the clusters that keep it
}

// storedDependencies returns the dependencies of a binding that are stored.
func (p *planner) storedDependencies(b api.Binding) (found []dependency) {
	for _, of := range p.dependents()[content.NameOf(b)] {
		if stored := p.stored[of.Ref()]; stored != nil {
			found = append(found, dependency{of.BindingSpec().Resource, work.KeptClusters(stored.BindingSpec()), work.KeptClusters(of.BindingSpec())})
		}
	}
	return found
}

// leaves returns a warning if the dependency leaves a cluster in which the object stays.
func (d *dependency) leaves(cluster string) (eviction.Warning, bool) {
	if !d.before.Has(cluster) || d.now.Has(cluster) {
		return eviction.Warning{}, false
	}
	return eviction.Warning{Code: eviction.DependencyLeaves, Cluster: cluster, Text: fmt.Sprintf(
		"%s %s leaves cluster %s at once, although the object that needs it stays there: bindings of dependencies have no eviction tasks",
		content.Clip(d.of.Kind), content.Clip(d.of.Name), content.Clip(cluster))}, true
}

// dependents returns the bindings of dependencies by the bindings that require them, sorted.
func (p *planner) dependents() map[types.NamespacedName][]api.Binding {
	if p.required == nil {
		p.required = map[types.NamespacedName][]api.Binding{}
		for _, b := range sortedBindings(p.bindings) {
			for _, by := range b.BindingSpec().RequiredBy {
				key := types.NamespacedName{Namespace: by.Namespace, Name: by.Name}
				p.required[key] = append(p.required[key], b)
			}
		}
	}
	return p.required
}
