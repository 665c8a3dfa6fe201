package propagation

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// warnFailover warns of the surprises of the evictions that the plan has started for a template.
func (p *planner) warnFailover(t *template) {
	b := p.bindings[t.binding]
	if b == nil {
		return
	}
	for i := range t.started {
		cluster := t.started[i].FromCluster
		if w, found := surpriseOf(t, b.BindingSpec(), &t.started[i]); found {
			t.row.Warnings = append(t.row.Warnings, w.String())
		}
		for _, w := range p.dependenciesThatLeave(b, cluster) {
			t.row.Warnings = append(t.row.Warnings, w.String())
		}
	}
}

func hasTarget(spec *api.ResourceBindingSpec, cluster string) bool {
	return slices.ContainsFunc(spec.Clusters, func(t api.TargetCluster) bool { return t.Name == cluster })
}

// surpriseOf returns the first surprise of a task that the plan has started.
func surpriseOf(t *template, spec *api.ResourceBindingSpec, task *api.GracefulEvictionTask) (eviction.Warning, bool) {
	cluster := task.FromCluster
	w := eviction.Warning{Cluster: cluster}
	ended := slices.ContainsFunc(t.row.Evictions, func(d eviction.Decision) bool {
		return d.Cluster == cluster && d.Dropped && d.Kind == eviction.Healthy
	})
	back, name := hasTarget(spec, cluster), content.Clip(cluster)
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

// dependenciesThatLeave returns a warning for each dependency of a binding that leaves a cluster in which the object stays.
func (p *planner) dependenciesThatLeave(b api.Binding, cluster string) (warnings []eviction.Warning) {
	if !work.KeptClusters(b.BindingSpec()).Has(cluster) || hasTarget(b.BindingSpec(), cluster) {
		return nil
	}
	for _, of := range p.dependents()[content.NameOf(b)] {
		stored := p.stored[of.Ref()]
		if stored == nil || !work.KeptClusters(stored.BindingSpec()).Has(cluster) || work.KeptClusters(of.BindingSpec()).Has(cluster) {
			continue
		}
		r := of.BindingSpec().Resource
		warnings = append(warnings, eviction.Warning{Code: eviction.DependencyLeaves, Cluster: cluster, Text: fmt.Sprintf(
			"%s %s leaves cluster %s at once, although the object that needs it stays there: bindings of dependencies have no eviction tasks",
			content.Clip(r.Kind), content.Clip(r.Name), content.Clip(cluster))})
	}
	return warnings
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
