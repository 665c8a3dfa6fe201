package claim

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// Policies is an index of the propagation policies of a control plane. It is never written, so it may be used concurrently. The zero value
// has no policies.
type Policies struct {
	all        map[override.Ref]*candidate
	namespaced map[string]*scope // by the namespace of the policies
	cluster    scope
	preempting map[override.Ref][]*candidate // by the object that a selector names, the highest priority first and then by reference
	faults     error
}

// scope finds the policies of one namespace, or of none.
type scope = selector.Index[ranked]

// ranked has the policies of one entry of a scope by the rank of their selectors, each list by priority from the highest and then by name.
type ranked map[selector.Rank][]*candidate

// NewPolicies copies policies into an index. Nil ones and other Go types are ignored, and among policies with the same name, the last
// counts. An invalid label selector selects nothing, see [Policies.Faults].
func NewPolicies(sources ...api.PropagationSource) *Policies {
	p := &Policies{all: map[override.Ref]*candidate{}, namespaced: map[string]*scope{}}
	for _, source := range sources {
		if c := newCandidate(source); c != nil {
			p.all[c.ref] = c
		}
	}
	var faults []error
	for _, c := range slices.SortedFunc(maps.Values(p.all), (*candidate).compare) {
		if err := c.compile(); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", content.ClipRef(c.ref), err))
		}
		if c.deleting || len(c.spec.ResourceSelectors) == 0 {
			continue
		}
		within := &p.cluster
		if !c.isCluster() {
			if within = p.namespaced[c.ref.Namespace]; within == nil {
				within = &scope{}
				p.namespaced[c.ref.Namespace] = within
			}
		}
		c.addTo(within)
	}
	p.faults = errors.Join(faults...)
	p.indexPreempting()
	return p
}

// Faults returns an error with a line for each policy that has an invalid selector, or nil.
func (p *Policies) Faults() error {
	return p.faults
}

// Get returns a copy of a policy, even if it is being deleted.
func (p *Policies) Get(policy override.Ref) (api.PropagationSource, bool) {
	c := p.candidate(policy)
	if c == nil {
		return nil, false
	}
	source, ok := c.source.DeepCopyObject().(api.PropagationSource)
	return source, ok
}

// Source returns a policy, even if it is being deleted, or nil. It is not a copy and must not be written.
func (p *Policies) Source(policy override.Ref) api.PropagationSource {
	if c := p.candidate(policy); c != nil {
		return c.source
	}
	return nil
}

func (p *Policies) candidate(policy override.Ref) *candidate {
	policy.APIVersion = api.PolicyGroupVersion.String()
	return p.all[policy]
}

// addTo adds a policy to a scope. All of its selectors are added before those of the next policy.
func (c *candidate) addTo(s *scope) {
	s.Add(c.objects, "", func(entry *ranked, i int) {
		if *entry == nil {
			*entry = ranked{}
		}
		rank := rankOf(&c.spec.ResourceSelectors[i])
		if list := (*entry)[rank]; len(list) == 0 || list[len(list)-1] != c {
			(*entry)[rank] = append(list, c)
		}
	})
}

// rankOf returns the rank of a selector.
func rankOf(s *api.ResourceSelector) selector.Rank {
	switch {
	case s.Name != "":
		return selector.RankName
	case s.LabelSelector != nil:
		return selector.RankLabels
	}
	return selector.RankAll
}
