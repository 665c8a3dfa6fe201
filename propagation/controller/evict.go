package controller

import (
	"sync"

	corev1 "k8s.io/api/core/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/template"
)

// evictions has the memory of templates, a template.Memory by Ref. It is lost with the process, and with the ownership of a template.
type evictions struct{ sync.Map }

func (v *evictions) of(ref override.Ref) template.Memory {
	memory, _ := v.Load(ref)
	m, _ := memory.(template.Memory)
	return m
}

func (v *evictions) set(ref override.Ref, m template.Memory) {
	if len(m.Unhealthy) == 0 && len(m.Evicted) == 0 {
		v.Delete(ref)
		return
	}
	v.Store(ref, m)
}

// keep forgets the templates that this replica does not own: others see now how long they are unhealthy.
func (v *evictions) keep(owns func(override.Ref) bool) {
	v.Range(func(ref, _ any) bool {
		if !owns(ref.(override.Ref)) {
			v.Delete(ref)
		}
		return true
	})
}

// reportEvictions records Events for evictions whose binding is stored.
func (h *Hub) reportEvictions(p *placing) {
	report := func(kind, reason, message string) { h.event(p.object, kind, reason, "Evict", message) }
	if err := p.Failed.Evict; err != nil {
		report(corev1.EventTypeWarning, "EvictionFailed", err.Error())
	}
	reasons := map[string]string{}
	for _, task := range p.Started {
		reasons[task.FromCluster] = task.Reason
	}
	for _, d := range p.Row.Failover {
		_, known := p.memory.Unhealthy[d.Cluster]
		_, unhealthy := p.Memory.Unhealthy[d.Cluster]
		switch {
		case d.Kind == eviction.Evicted:
			report(corev1.EventTypeWarning, reasons[d.Cluster], d.String())
		case d.Kind == eviction.Tolerated && unhealthy && !known:
			report(corev1.EventTypeWarning, "Unhealthy", d.String())
		}
	}
	for _, d := range p.Row.Evictions {
		if d.Dropped {
			report(corev1.EventTypeNormal, "EvictionEnded", d.String())
		}
	}
}
