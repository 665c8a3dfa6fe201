package propagation

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
)

// FailoverOptions configures which failures evict objects. They need [PlanOptions].Now.
type FailoverOptions struct {
	// Taints are the flags of the taint manager. It also needs the feature gate Failover.
	Taints eviction.TaintOptions

	// Memory is that of the last plan, see [Plan].Memory. Without it the times of all unhealthy applications begin now.
	Memory Memory
}

// Memory is what the controllers of failover remember between two plans. Karmada keeps it in memory only, and loses it with a restart.
type Memory struct {
	Unhealthy []Seen `json:"unhealthy,omitempty"` // since when an object is unhealthy in a cluster

	// Evicted is when an object was evicted. It is not evicted from the same cluster again within ten seconds, see [template.Memory].
	Evicted []Seen `json:"evicted,omitempty"`
}

// Seen is the time of something in a cluster.
type Seen struct {
	Binding override.Ref `json:"binding"`
	Cluster string       `json:"cluster"`
	At      time.Time    `json:"at"`
}

// seen is a list of Seen by binding and cluster.
type seen map[override.Ref]map[string]time.Time

func newSeen(list []Seen) seen {
	all := seen{}
	for _, s := range list {
		all.put(s.Binding, s.Cluster, s.At)
	}
	return all
}

func (s seen) put(binding override.Ref, cluster string, at time.Time) {
	if s[binding] == nil {
		s[binding] = map[string]time.Time{}
	}
	s[binding][cluster] = at
}

// memoryOf returns what is remembered about the templates of bindings, sorted by binding and cluster.
func memoryOf(all map[override.Ref]template.Memory) (m Memory) {
	for _, ref := range slices.SortedFunc(maps.Keys(all), content.CompareRefs) {
		m.Unhealthy = append(m.Unhealthy, seenIn(ref, all[ref].Unhealthy)...)
		m.Evicted = append(m.Evicted, seenIn(ref, all[ref].Evicted)...)
	}
	return m
}

func seenIn(binding override.Ref, at map[string]time.Time) (all []Seen) {
	for _, cluster := range slices.Sorted(maps.Keys(at)) {
		all = append(all, Seen{binding, cluster, at[cluster]})
	}
	return all
}

// end completes the rows and returns what the next plan needs to know.
func (p *planner) end() {
	tolerances := &eviction.ToleranceCache{Now: p.Options.Now}
	dependencies := p.dependencies()
	for _, t := range p.templates {
		var needs []template.Dependency
		if t.Binding != nil {
			needs = dependencies[content.NameOf(t.Binding)]
		}
		t.End(p.left[t.Own], needs, tolerances)
	}
	if p.Options.Now.Truncate(time.Second).IsZero() {
		return
	}
	remembered := map[override.Ref]template.Memory{}
	for ref := range p.stored {
		remembered[ref] = p.memory(ref)
	}
	for _, t := range p.templates {
		if memory, changed := t.Remembers(); changed {
			remembered[t.Own] = memory
		}
		if at := t.Again(); !at.IsZero() && (p.plan.LookAgain == nil || at.Before(*p.plan.LookAgain)) {
			p.plan.LookAgain = &at
		}
	}
	p.warnNothingEvicts()
	p.plan.Memory = memoryOf(remembered)
}

// dependencies returns the stored bindings of dependencies by the bindings that require them, sorted.
func (p *planner) dependencies() map[types.NamespacedName][]template.Dependency {
	required := map[types.NamespacedName][]template.Dependency{}
	if p.Options.Now.IsZero() { // nothing is evicted
		return required
	}
	for _, b := range sortedBindings(p.bindings) {
		attached, _ := b.(*api.ResourceBinding)
		stored, _ := p.stored[b.Ref()].(*api.ResourceBinding)
		if attached == nil || stored == nil {
			continue
		}
		for _, by := range attached.Spec.RequiredBy {
			key := types.NamespacedName{Namespace: by.Namespace, Name: by.Name}
			required[key] = append(required[key], template.Dependency{Stored: stored, Planned: attached})
		}
	}
	return required
}

// warnNothingEvicts warns of clusters that fail and keep their objects.
func (p *planner) warnNothingEvicts() {
	keep := map[string]bool{}
	for _, b := range slices.Concat(p.plan.Bindings, p.plan.Left.Bindings) {
		for _, target := range b.BindingSpec().Clusters {
			keep[target.Name] = true
		}
	}
	for _, c := range p.Clusters {
		if !keep[c.Name] {
			continue
		}
		w := eviction.Warning{Code: eviction.NothingEvicts, Cluster: c.Name}
		why, noExecute := failsBy(c), slices.ContainsFunc(c.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
		switch {
		case noExecute && !p.control.IsTainted(c.Name):
			why = "the taint manager is off"
		case noExecute || why == "":
			continue
		default:
			why = "it has the taint " + why + ", and no taint with the effect NoExecute"
		}
		w.Text = fmt.Sprintf("cluster %s keeps its objects: %s", content.Clip(c.Name), why)
		p.plan.Warnings = append(p.plan.Warnings, w.String())
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
