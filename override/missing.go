package override

import (
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// References lists the policies that an object names itself, for example in its labels. It must be safe for concurrent use and
// must not write the object.
type References func(object selector.Object) []Ref

// references is the References of the policies of an API version, or of none.
type references struct {
	apiVersion string
	list       References
}

// Referring is the set with References that count whether or not the set has a policy with [PolicySpec.References], so that an
// empty set knows what objects name as well. The set itself does not change.
func (s *Set) Referring(list References) *Set {
	referring := s.own()
	if list != nil {
		referring.references = append(slices.Clip(referring.references), references{"", list})
	}
	return referring
}

// refer adds the References of a policy, unless those of its API version are known.
func (s *Set) refer(p *Policy) {
	apiVersion := p.spec.Ref.APIVersion
	if p.spec.References == nil || slices.ContainsFunc(s.references, func(r references) bool { return r.apiVersion == apiVersion }) {
		return
	}
	s.references = append(slices.Clip(s.references), references{apiVersion, p.spec.References})
}

// missing lists the policies that an object names and the set does not have.
func (s *Set) missing(object selector.Object) []Ref {
	var missing []Ref
	for _, r := range s.references {
		for _, ref := range r.list(object) {
			if _, found := s.Get(ref); !found && !slices.Contains(missing, ref) {
				missing = append(missing, ref)
			}
		}
	}
	return missing
}

// Missing lists the policies that the object names, as it came in, and that the set does not have, each once. A name may be empty.
// The other policies act as usual; whether the object may be sent without the missing ones is the caller's decision. The slice
// is the caller's. See [PolicySpec.References] and [Set.Referring].
func (s Selection) Missing() []Ref { return slices.Clone(s.missing) }

// Missing is [Selection.Missing].
func (r *Result) Missing() []Ref { return slices.Clone(r.over().missing) }
