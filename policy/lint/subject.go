package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// subject is a policy that is checked.
type subject struct {
	policy      *override.Policy
	ref         override.Ref
	annotations map[string]string
	karmada     *karmadaapi.OverrideSpec // nil: a policy of another system
	kubeadmiral bool

	tries int // see maxTries

	selectors []objectSelector
	kinds     []kind // see kindsOf
	rules     []rule

	findings []Finding
	found    map[foundAt]bool
	counts   map[Code]int    // of findings
	broken   map[string]bool // see breaks
	refused  map[string]bool // the fields in which the dialect finds a fault, and those around them
	leftOut  map[string]bool // the steps that the sound policy does not have
	excused  map[Code]bool   // codes that would be found with a smaller inventory, so their silences are in use
}

// objectSelector is one of the selectors of a policy.
type objectSelector struct {
	at      jsontree.Pointer
	written selector.ObjectSelector // zero if the policy does not write it
	objects selector.Objects
	invalid bool // the dialect reports it
	matched bool
}

// subjects returns the policies of a bundle. Among policies with the same Ref, the last one counts, as in a set.
func subjects(b *policy.Bundle) []*subject {
	of := make(map[override.Ref]*subject, len(b.Policies))
	var all []*subject
	for _, p := range b.Policies {
		if p == nil {
			continue
		}
		s := of[p.Ref()]
		if s == nil {
			s = &subject{ref: p.Ref(), excused: map[Code]bool{}, found: map[foundAt]bool{}, counts: map[Code]int{}, broken: map[string]bool{}, refused: map[string]bool{}}
			of[s.ref], all = s, append(all, s)
		}
		s.policy = p
	}
	for _, source := range b.Overrides {
		if spec := specOf(source); spec != nil && of[source.Ref()] != nil {
			of[source.Ref()].readKarmada(source, spec)
		}
	}
	for _, source := range b.KubeAdmiralOverrides {
		if spec := specOf(source); spec != nil && of[source.Ref()] != nil {
			of[source.Ref()].readKubeAdmiral(source, spec)
		}
	}
	for _, s := range all {
		if len(s.selectors) == 0 {
			s.selectors = []objectSelector{{at: jsontree.Pointer{"spec"}, objects: s.policy.Objects()}}
		}
	}
	return all
}

// specOf returns the spec of a policy, or nil.
func specOf[S any, P interface {
	comparable
	OverrideSpec() *S
}](source P) *S {
	var none P
	if source == none {
		return nil
	}
	return source.OverrideSpec()
}

// namespace returns the namespace of the objects that the policy covers, or "" for any.
func (s *subject) namespace() string {
	if s.policy.Tier() == override.Namespaced {
		return s.ref.Namespace
	}
	return ""
}

// steps returns all steps of the policy.
func (s *subject) steps() []*step {
	var all []*step
	for i := range s.rules {
		all = append(all, s.rules[i].steps...)
	}
	return all
}

// origin returns a rule or a step as the engine names it.
func (s *subject) origin(at jsontree.Pointer) override.Origin {
	return override.Origin{Policy: s.ref, At: pathOf(at)}
}
