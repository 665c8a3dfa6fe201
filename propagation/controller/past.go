package controller

import (
	"maps"
	"sync"
	"time"

	"github.com/overridekit/overridekit/override"
)

// evictions has the past of templates. It is lost with the process, and with the ownership of a template.
type evictions struct {
	mu  sync.Mutex
	all map[override.Ref]past
}

// past is what evictions of a template need to know of the past.
type past struct {
	since map[string]time.Time // when the object was first seen unhealthy, by cluster; never written
	left  map[string]time.Time // when it was last evicted, by cluster; never written
	next  time.Duration        // when to look again, for the present call only; 0: need not
}

// of returns the past of a template.
func (v *evictions) of(template override.Ref) past {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.all[template]
}

func (v *evictions) set(template override.Ref, p past) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if p.next = 0; len(p.since) == 0 && len(p.left) == 0 {
		delete(v.all, template)
		return
	}
	if v.all == nil {
		v.all = map[override.Ref]past{}
	}
	v.all[template] = p
}

func (v *evictions) forget(template override.Ref) { v.set(template, past{}) }

// keep forgets the templates that this replica does not own: others see now how long they are unhealthy.
func (v *evictions) keep(owns func(override.Ref) bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	maps.DeleteFunc(v.all, func(ref override.Ref, _ past) bool { return !owns(ref) })
}

// wait returns how long a cluster must not be left again.
func (p *past) wait(cluster string, now time.Time) time.Duration {
	at, found := p.left[cluster]
	if !found {
		return 0
	}
	return max(at.Add(evictionPeriod).Sub(now), 0)
}

// leave records that a cluster is left. It forgets what is too old to matter.
func (p *past) leave(cluster string, now time.Time) {
	left := map[string]time.Time{cluster: now}
	for name := range p.left {
		if name != cluster && p.wait(name, now) > 0 {
			left[name] = p.left[name]
		}
	}
	p.left = left
}

// again asks for another look after a while.
func (p *past) again(after time.Duration) {
	if p.next == 0 || after < p.next {
		p.next = after
	}
}
