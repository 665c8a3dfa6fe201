package template

import (
	"errors"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// resync is how long an object is not evicted again from a cluster that was chosen again.
const resync = 10 * time.Second

// failOver evicts the object of a stored binding from clusters that fail, and from those in which it fails, before the binding is scheduled. What it
// evicts touches the binding. The clusters come in the order of their names, and taints before applications, so that the order of events does not
// matter. An error is a warning: it stops the eviction, and nothing else.
func (p *Placing) failOver(b api.Binding) {
	if !p.control.assesses() || p.stored == nil {
		return
	}
	for cluster, at := range p.memory.Evicted {
		if p.control.Now.Before(at.Add(resync)) {
			p.remember(cluster, at)
		}
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
		if p.control.isTainted(target.Name) {
			names = append(names, target.Name)
		}
	}
	slices.Sort(names)
	var clusters []*api.Cluster
	for _, name := range slices.Compact(names) {
		if !p.mustStay(name) {
			clusters = append(clusters, p.control.Clusters.Get(name))
		}
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
			p.failed.Evict = errors.Join(p.failed.Evict, d.Err)
		}
	}
	if moved.Evicted {
		p.move(b, moved)
	}
}

// evictUnhealthy calls the failover of applications for a binding. The clusters that the object must not leave yet are as if it had no status there.
func (p *Placing) evictUnhealthy(b api.Binding) {
	of := b.BindingSpec().Resource
	in := eviction.FailoverInput{
		Binding: b, Since: p.memory.Unhealthy, FeatureGates: p.control.FeatureGates, Now: p.control.Now,
		HasHook: p.control.Registry.Enabled(schema.FromAPIVersionAndKind(of.APIVersion, of.Kind), interpreter.InterpretHealth),
	}
	r, err := eviction.ApplicationFailover(in)
	stays := map[string]bool{}
	for _, d := range r.Decisions {
		if d.Kind == eviction.Evicted && p.mustStay(d.Cluster) {
			stays[d.Cluster] = true
		}
	}
	if len(stays) > 0 {
		in.Binding, _ = b.DeepCopyObject().(api.Binding)
		status := in.Binding.BindingStatus()
		status.AggregatedStatus = slices.DeleteFunc(status.AggregatedStatus, func(item api.AggregatedStatusItem) bool { return stays[item.ClusterName] })
		r, err = eviction.ApplicationFailover(in)
		for cluster := range stays {
			r.Since[cluster] = p.memory.Unhealthy[cluster]
		}
	}
	p.after.Unhealthy, p.remembers = r.Since, true
	if err != nil {
		p.Row.Warnings = append(p.Row.Warnings, "the failover of the application fails: "+err.Error())
		p.failed.Evict = errors.Join(p.failed.Evict, err)
		return
	}
	p.Row.Failover = append(p.Row.Failover, r.Decisions...)
	for _, d := range r.Decisions {
		switch {
		case d.Kind == eviction.Evicted:
			p.remember(d.Cluster, p.control.Now)
		case d.Kind == eviction.Tolerated && d.Until != nil:
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

// mustStay reports whether the object was evicted from a cluster less than ten seconds ago. If it is there again, it is evicted again after these: a
// cluster that the scheduler chooses at once would otherwise lose and get the object without end.
func (p *Placing) mustStay(cluster string) bool {
	last, known := p.memory.Evicted[cluster]
	next := last.Add(resync)
	if !known || !p.control.Now.Before(next) {
		return false
	}
	p.lookAgain(next)
	return true
}

// remember remembers when the object was evicted from a cluster.
func (p *Placing) remember(cluster string, at time.Time) {
	if p.after.Evicted == nil {
		p.after.Evicted = map[string]time.Time{}
	}
	p.after.Evicted[cluster] = at
}

// lookAgain remembers a time to place the template again.
func (p *Placing) lookAgain(at time.Time) { p.again = p.control.earlier(p.again, at) }
