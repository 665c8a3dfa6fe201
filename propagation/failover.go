package propagation

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// resync is how long a taint does not evict an object again from a cluster that was chosen again.
const resync = 10 * time.Second

// remembered is what the next plan needs to know, see [Memory].
type remembered struct{ unhealthy, evicted seen }

// indexFailover indexes the memory of the last plan and the taints.
func (x *indexes) indexFailover() {
	o := x.Options.Failover
	x.unhealthy, x.evicted, x.tainted = newSeen(o.Memory.Unhealthy), newSeen(o.Memory.Evicted), map[string]bool{}
	if !x.assesses() || !o.Taints.NoExecute || !x.Options.FeatureGates.Enabled(api.GateFailover) {
		return
	}
	for _, c := range x.Clusters {
		if slices.ContainsFunc(c.Spec.Taints, isNoExecute) {
			x.tainted[c.Name] = true
		}
	}
}

func isNoExecute(t api.Taint) bool { return t.Effect == api.TaintNoExecute }

// assesses reports whether the plan has a time.
func (x *indexes) assesses() bool { return !x.Options.Now.Truncate(time.Second).IsZero() }

// lookAgain remembers a time to plan again. A time that JSON cannot represent is ignored.
func (p *planner) lookAgain(at time.Time) {
	if at.UTC().Year() <= 9999 && at.After(p.Options.Now) && (p.again.IsZero() || at.Before(p.again)) {
		p.again = at
	}
}

// failOver evicts the object of a stored binding from clusters that fail, and from those in which it fails, before the binding is scheduled. What it
// evicts touches the binding. The clusters come in the order of their names, and taints before applications, so that the order of events does not
// matter. An error is a warning: it stops the eviction, and nothing else.
func (p *planner) failOver(t *template, b api.Binding) {
	if !p.assesses() || p.stored[b.Ref()] == nil {
		return
	}
	tasks := len(b.BindingSpec().GracefulEvictionTasks)
	p.evictTainted(t, b)
	p.evictUnhealthy(t, b)
	started := b.BindingSpec().GracefulEvictionTasks[tasks:]
	for i := range started {
		t.started = append(t.started, *started[i].DeepCopy())
	}
}

// evictTainted calls the taint manager for the tainted clusters of a binding.
func (p *planner) evictTainted(t *template, b api.Binding) {
	var names []string
	for _, target := range b.BindingSpec().Clusters {
		if p.tainted[target.Name] {
			names = append(names, target.Name)
		}
	}
	slices.Sort(names)
	var clusters []*api.Cluster
	for _, name := range slices.Compact(names) {
		last, known := p.evicted[b.Ref()][name]
		if next := last.Add(resync); known && p.Options.Now.Before(next) {
			p.remembered.evicted.put(b.Ref(), name, last)
			p.lookAgain(next)
			continue
		}
		clusters = append(clusters, p.clusters[name])
	}
	if len(clusters) == 0 {
		return
	}
	moved, decided := eviction.TaintEvictions(eviction.TaintInput{
		Binding: b, Options: p.Options.Failover.Taints, FeatureGates: p.Options.FeatureGates, Now: p.Options.Now,
	}, clusters)
	for i, d := range decided {
		switch d.Decision.Kind {
		case eviction.Evicted:
			p.remembered.evicted.put(b.Ref(), clusters[i].Name, p.Options.Now)
			fallthrough
		case eviction.Tolerated:
			t.row.Failover = append(t.row.Failover, d.Decision)
		}
		if d.Err != nil {
			t.row.Warnings = append(t.row.Warnings, "taints do not evict the object: "+d.Err.Error())
		}
	}
	if moved.Evicted {
		t.move(b, moved)
	}
}

// evictUnhealthy calls the failover of applications for a binding.
func (p *planner) evictUnhealthy(t *template, b api.Binding) {
	ref, of := b.Ref(), b.BindingSpec().Resource
	r, err := eviction.ApplicationFailover(eviction.FailoverInput{
		Binding: b, Since: p.unhealthy[ref], FeatureGates: p.Options.FeatureGates, Now: p.Options.Now,
		HasHook: p.Registry.Enabled(schema.FromAPIVersionAndKind(of.APIVersion, of.Kind), interpreter.InterpretHealth),
	})
	p.remembered.unhealthy[ref] = r.Since
	if err != nil {
		t.row.Warnings = append(t.row.Warnings, "the failover of the application fails: "+err.Error())
		return
	}
	t.row.Failover = append(t.row.Failover, r.Decisions...)
	for _, d := range r.Decisions {
		if d.Kind == eviction.Tolerated && d.Until != nil {
			p.lookAgain(d.Until.Add(time.Second))
		}
	}
	if r.Evicted {
		t.move(b, r.Moved)
	}
}

// move writes the result of an eviction into a binding.
func (t *template) move(b api.Binding, moved eviction.Moved) {
	b.BindingSpec().Clusters, b.BindingSpec().GracefulEvictionTasks = moved.Clusters, slices.Clip(moved.Tasks)
	content.RereadQuantities(b)
	t.untouched = false
}

// endFailover returns what the next plan needs to know.
func (p *planner) endFailover(templates []*template) {
	if !p.assesses() {
		return
	}
	for _, t := range templates {
		for _, d := range t.row.Evictions {
			if !d.Dropped && d.Until != nil {
				p.lookAgain(d.Until.Add(time.Second))
			}
		}
		p.warnFailover(t)
	}
	for ref := range p.stored {
		if _, done := p.remembered.unhealthy[ref]; done {
			continue
		}
		p.remembered.unhealthy[ref] = p.unhealthy[ref]
		for cluster, at := range p.evicted[ref] {
			p.remembered.evicted.put(ref, cluster, at)
		}
	}
	p.lookAtTaints()
	p.warnNothingEvicts()
	p.plan.Memory = Memory{p.remembered.unhealthy.list(), p.remembered.evicted.list()}
	if !p.again.IsZero() {
		p.plan.LookAgain = &p.again
	}
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
		why, noExecute := failsBy(c), slices.ContainsFunc(c.Spec.Taints, isNoExecute)
		switch {
		case noExecute && !p.tainted[c.Name]:
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
