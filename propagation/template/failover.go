package template

import (
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

// failOver evicts the object of a stored binding from clusters that fail, and from those in which it fails, before the binding is scheduled. What it
// evicts touches the binding. The clusters come in the order of their names, and taints before applications, so that the order of events does not
// matter. An error is a warning: it stops the eviction, and nothing else.
func (p *Placing) failOver(b api.Binding) {
	if !p.control.assesses() || p.stored == nil {
		return
	}
	tasks := len(b.BindingSpec().GracefulEvictionTasks)
	p.evictTainted(b)
	p.evictUnhealthy(b)
	started := b.BindingSpec().GracefulEvictionTasks[tasks:]
	for i := range started {
		p.started = append(p.started, *started[i].DeepCopy())
	}
}

// evictTainted calls the taint manager for the tainted clusters of a binding.
func (p *Placing) evictTainted(b api.Binding) {
	var names []string
	for _, target := range b.BindingSpec().Clusters {
		if p.control.IsTainted(target.Name) {
			names = append(names, target.Name)
		}
	}
	slices.Sort(names)
	var clusters []*api.Cluster
	for _, name := range slices.Compact(names) {
		last, known := p.memory.Evicted[name]
		if next := last.Add(resync); known && p.control.Now.Before(next) {
			p.remember(name, last)
			p.lookAgain(next)
			continue
		}
		clusters = append(clusters, p.control.Clusters.Get(name))
	}
	if len(clusters) == 0 {
		return
	}
	moved, decided := eviction.TaintEvictions(eviction.TaintInput{
		Binding: b, Options: p.control.Taints, FeatureGates: p.control.FeatureGates, Now: p.control.Now,
	}, clusters)
	for i, d := range decided {
		switch d.Decision.Kind {
		case eviction.Evicted:
			p.remember(clusters[i].Name, p.control.Now)
			fallthrough
		case eviction.Tolerated:
			p.Row.Failover = append(p.Row.Failover, d.Decision)
		}
		if d.Err != nil {
			p.Row.Warnings = append(p.Row.Warnings, "taints do not evict the object: "+d.Err.Error())
		}
	}
	if moved.Evicted {
		p.move(b, moved)
	}
}

// evictUnhealthy calls the failover of applications for a binding.
func (p *Placing) evictUnhealthy(b api.Binding) {
	of := b.BindingSpec().Resource
	r, err := eviction.ApplicationFailover(eviction.FailoverInput{
		Binding: b, Since: p.memory.Unhealthy, FeatureGates: p.control.FeatureGates, Now: p.control.Now,
		HasHook: p.control.Registry.Enabled(schema.FromAPIVersionAndKind(of.APIVersion, of.Kind), interpreter.InterpretHealth),
	})
	p.after.Unhealthy, p.remembers = r.Since, true
	if err != nil {
		p.Row.Warnings = append(p.Row.Warnings, "the failover of the application fails: "+err.Error())
		return
	}
	p.Row.Failover = append(p.Row.Failover, r.Decisions...)
	for _, d := range r.Decisions {
		if d.Kind == eviction.Tolerated && d.Until != nil {
			p.lookAgain(d.Until.Add(time.Second))
		}
	}
	if r.Evicted {
		p.move(b, r.Moved)
	}
}

// move writes the result of an eviction into a binding.
func (p *Placing) move(b api.Binding, moved eviction.Moved) {
	b.BindingSpec().Clusters, b.BindingSpec().GracefulEvictionTasks = moved.Clusters, slices.Clip(moved.Tasks)
	content.RereadQuantities(b)
	p.untouched = false
}

// remember remembers when a taint has evicted the object from a cluster.
func (p *Placing) remember(cluster string, at time.Time) {
	if p.after.Evicted == nil {
		p.after.Evicted = map[string]time.Time{}
	}
	p.after.Evicted[cluster] = at
}

// lookAgain remembers a time to place the template again.
func (p *Placing) lookAgain(at time.Time) { p.again = p.control.earlier(p.again, at) }
