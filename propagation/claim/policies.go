package claim

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Policies are the propagation policies of a control plane, to be asked which of them is for an object. They are never written, so they
// may be used concurrently. The zero value and nil have none.
type Policies struct {
	all        map[override.Ref]*candidate
	namespaced map[string]scope // by the namespace of the policies
	cluster    scope
	faults     error
}

// scope finds the policies of one namespace, or of none, by the kinds and places that they select.
type scope map[selector.Kind]*places

// places are the policies for one kind, each list by priority from the highest and then by name.
type places struct {
	at     map[spot][]*candidate
	labels map[string]bool // that some place asks for
}

// spot is a place and the rank of the selectors that are looked for there.
type spot struct {
	selector.Place
	rank selector.Rank
}

// NewPolicies compiles policies, which are copied; nil ones and those of foreign Go types are passed over, and of two of one name the
// last counts. A label selector that is invalid selects nothing: see [Policies.Faults].
func NewPolicies(sources ...api.PropagationSource) *Policies {
	p := &Policies{all: map[override.Ref]*candidate{}, namespaced: map[string]scope{}, cluster: scope{}}
	for _, source := range sources {
		if c := newCandidate(source); c != nil {
			p.all[c.ref] = c
		}
	}
	var faults []error
	for _, c := range slices.SortedFunc(maps.Values(p.all), (*candidate).compare) {
		if err := c.compile(); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", c.ref, err))
		}
		if c.deleting || len(c.spec.ResourceSelectors) == 0 {
			continue
		}
		within := p.cluster
		if !c.isCluster() {
			if within = p.namespaced[c.ref.Namespace]; within == nil {
				within = scope{}
				p.namespaced[c.ref.Namespace] = within
			}
		}
		within.add(c)
	}
	p.faults = errors.Join(faults...)
	return p
}

// Faults is what is wrong with the selectors of the policies, a line for each policy that has an invalid one; nil if nothing is.
func (p *Policies) Faults() error {
	if p == nil {
		return nil
	}
	return p.faults
}

// Get is a copy of a policy, deleting ones among them.
func (p *Policies) Get(policy override.Ref) (api.PropagationSource, bool) {
	c := p.candidate(policy)
	if c == nil {
		return nil, false
	}
	source, ok := c.source.DeepCopyObject().(api.PropagationSource)
	return source, ok
}

func (p *Policies) candidate(policy override.Ref) *candidate {
	if p == nil {
		return nil
	}
	policy.APIVersion = api.PolicyGroupVersion.String()
	return p.all[policy]
}

func (s scope) add(c *candidate) {
	for i, key := range c.objects.Keys() {
		of := s[key.Kind]
		if of == nil {
			of = &places{map[spot][]*candidate{}, map[string]bool{}}
			s[key.Kind] = of
		}
		of.labels[key.Place.Label] = true
		at := spot{key.Place, rankOf(&c.spec.ResourceSelectors[i])}
		if list := of.at[at]; len(list) == 0 || list[len(list)-1] != c { // the selectors of one policy are added together
			of.at[at] = append(list, c)
		}
	}
}

// rankOf is the rank that a selector gives to what it selects.
func rankOf(s *api.ResourceSelector) selector.Rank {
	switch {
	case s.Name != "":
		return selector.RankName
	case s.LabelSelector != nil:
		return selector.RankLabels
	}
	return selector.RankAll
}
