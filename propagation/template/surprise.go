package template

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// warnFailover warns of the surprises of the evictions that the stages have started. It gets the stored bindings of the dependencies before and after.
func (p *Placing) warnFailover(dependencies []dependency) {
	if p.Binding == nil || len(p.started) == 0 {
		return
	}
	b, now := p.Binding, p.newPlaces()
	kept := make([]keeping, 0, len(dependencies))
	for _, d := range dependencies {
		if d.stored != nil {
			kept = append(kept, keeping{d.planned.Spec.Resource, work.KeptClusters(&d.stored.Spec), work.KeptClusters(&d.planned.Spec)})
		}
	}
	for i := range p.started {
		cluster := p.started[i].FromCluster
		if w, found := surpriseOf(&p.started[i], b.BindingSpec(), now); found {
			p.Row.Warnings = append(p.Row.Warnings, w.String())
		}
		if !now.kept.Has(cluster) || now.targets.Has(cluster) {
			continue
		}
		for _, d := range kept {
			if w, found := d.leaves(cluster); found {
				p.Row.Warnings = append(p.Row.Warnings, w.String())
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

func (p *Placing) newPlaces() places {
	spec := p.Binding.BindingSpec()
	at := places{sets.New[string](), work.KeptClusters(spec), sets.New[string]()}
	for _, target := range spec.Clusters {
		at.targets.Insert(target.Name)
	}
	for _, d := range p.Row.Evictions {
		if d.Dropped && d.Kind == eviction.Healthy {
			at.ended.Insert(d.Cluster)
		}
	}
	return at
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

// dependency is the binding of what a template needs.
type dependency struct {
	stored, planned *api.ResourceBinding // before and after the stages; stored is nil if there was none
}

// keeping is the clusters that keep a dependency.
type keeping struct {
	of          api.ObjectReference
	before, now sets.Set[string]
}

// leaves returns a warning if the dependency leaves a cluster in which the object stays.
func (d *keeping) leaves(cluster string) (eviction.Warning, bool) {
	if !d.before.Has(cluster) || d.now.Has(cluster) {
		return eviction.Warning{}, false
	}
	return eviction.Warning{Code: eviction.DependencyLeaves, Cluster: cluster, Text: fmt.Sprintf(
		"%s %s leaves cluster %s at once, although the object that needs it stays there: bindings of dependencies have no eviction tasks",
		content.Clip(d.of.Kind), content.Clip(d.of.Name), content.Clip(cluster))}, true
}

// warnNothingEvicts warns of clusters that fail and keep their objects.
func (w *walk) warnNothingEvicts() {
	keep := map[string]bool{}
	for _, bindings := range []map[override.Ref]api.Binding{w.All.Bindings, w.Left} {
		for _, b := range bindings {
			for _, target := range b.BindingSpec().Clusters {
				keep[target.Name] = true
			}
		}
	}
	for _, c := range w.control.Clusters.All() {
		if !keep[c.Name] {
			continue
		}
		warning := eviction.Warning{Code: eviction.NothingEvicts, Cluster: c.Name}
		why, noExecute := failsBy(c), slices.ContainsFunc(c.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
		switch {
		case noExecute && !w.control.isTainted(c.Name):
			why = "the taint manager is off"
		case noExecute || why == "":
			continue
		default:
			why = "it has the taint " + why + ", and no taint with the effect NoExecute"
		}
		warning.Text = fmt.Sprintf("cluster %s keeps its objects: %s", content.Clip(c.Name), why)
		w.Warnings = append(w.Warnings, warning.String())
	}
}

// failsBy returns the taint of a cluster that fails, or "".
func failsBy(c *api.Cluster) string {
	for i := range c.Spec.Taints {
		if key := c.Spec.Taints[i].Key; key == api.TaintClusterNotReady || key == api.TaintClusterUnreachable {
			return content.TaintText(&c.Spec.Taints[i])
		}
	}
	return ""
}
