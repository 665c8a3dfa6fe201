package propagation

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
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
	at     map[selector.Place][]*candidate
	labels map[string]bool // that some place asks for
}

// Match is the policy for an object.
type Match struct {
	Policy   override.Ref  `json:"policy"`
	Priority int32         `json:"priority"` // that of the policy
	Rank     selector.Rank `json:"rank"`     // how the object is selected
}

// String says it in words.
func (m Match) String() string {
	how := map[selector.Rank]string{selector.RankName: "by name", selector.RankLabels: "by labels", selector.RankAll: "among all of its kind"}
	return fmt.Sprintf("%s selects the object %s, with priority %d", m.Policy, how[m.Rank], m.Priority)
}

// NewPolicies compiles policies, which are copied; nil ones and those of foreign Go types are passed over, and of two of one name the
// last counts. A label selector that is invalid selects nothing: see [Policies.Faults].
func NewPolicies(sources ...karmada.PropagationSource) *Policies {
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
func (p *Policies) Get(policy override.Ref) (karmada.PropagationSource, bool) {
	c := p.candidate(policy)
	if c == nil {
		return nil, false
	}
	source, ok := c.source.DeepCopyObject().(karmada.PropagationSource)
	return source, ok
}

// Match chooses the policy for an object that has none yet.
//  1. A policy that is being deleted is for no object, nor is one without selectors.
//  2. A PropagationPolicy is for objects of its own namespace; if one selects the object, no ClusterPropagationPolicy counts, whatever
//     its priority.
//  3. The higher priority wins; none is 0.
//  4. Then the policy that selects the object more precisely, by its most precise selector: by name, by labels (even by none), or all of a
//     kind. A selector with a name does not look at labels. See [selector.NewObjects].
//  5. Then the name that comes first.
func (p *Policies) Match(object *unstructured.Unstructured) (Match, bool) {
	c, rank := p.match(object)
	if c == nil {
		return Match{}, false
	}
	return Match{c.ref, c.priority, rank}, true
}

func (p *Policies) match(object *unstructured.Unstructured) (*candidate, selector.Rank) {
	if p == nil || object == nil {
		return nil, selector.RankNone
	}
	obj := selector.ObjectOf(object.Object)
	if obj.Namespace != "" {
		if c, rank := p.namespaced[obj.Namespace].best(&obj); c != nil {
			return c, rank
		}
	}
	return p.cluster.best(&obj)
}

func (p *Policies) candidate(policy override.Ref) *candidate {
	if p == nil {
		return nil
	}
	policy.APIVersion = karmada.PolicyGroupVersion.String()
	return p.all[policy]
}

func (s scope) add(c *candidate) {
	for _, key := range c.objects.Keys() {
		of := s[key.Kind]
		if of == nil {
			of = &places{map[selector.Place][]*candidate{}, map[string]bool{}}
			s[key.Kind] = of
		}
		of.labels[key.Place.Label] = true
		if list := of.at[key.Place]; !slices.Contains(list, c) {
			of.at[key.Place] = append(list, c)
		}
	}
}

func (s scope) best(obj *selector.Object) (best *candidate, rank selector.Rank) {
	of := s[selector.Kind{APIVersion: obj.APIVersion, Kind: obj.Kind}]
	if of == nil {
		return nil, selector.RankNone
	}
	asked := func(label string) bool { return of.labels[label] }
	obj.Places(asked, func(at selector.Place) {
		for _, c := range of.at[at] {
			if best != nil && c.priority < best.priority {
				return // and so have all that follow
			}
			r := c.objects.Match(*obj)
			if r == selector.RankNone || best != nil && cmp.Or(cmp.Compare(best.priority, c.priority), cmp.Compare(rank, r), cmp.Compare(c.ref.Name, best.ref.Name)) >= 0 {
				continue
			}
			best, rank = c, r
		}
	})
	return best, rank
}
