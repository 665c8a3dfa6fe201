package override

import (
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// References returns the policies that an object itself names, for example in its labels. It must be safe for concurrent use and
// must not write the object.
type References func(object selector.Object) []Ref

// references is a References function and the API version of its policies, or "" from [Set.Referring].
type references struct {
	apiVersion string
	list       References
}

// Referring returns a copy of the set with further References, which do not depend on the policies in it. So even an empty set finds
// the missing policies of an object.
func (s *Set) Referring(list References) *Set {
	referring := s.clone()
	if list != nil {
		referring.references = append(slices.Clip(referring.references), references{"", list})
	}
	return referring
}

// refer adds the References of a policy, unless the set already has some for its API version.
func (s *Set) refer(p *Policy) {
	apiVersion := p.spec.Ref.APIVersion
	if p.spec.References == nil || slices.ContainsFunc(s.references, func(r references) bool { return r.apiVersion == apiVersion }) {
		return
	}
	s.references = append(slices.Clip(s.references), references{apiVersion, p.spec.References})
}

// missing returns the policies that an object names but the set does not have.
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

// Missing returns the policies that the input object names but the set does not have, each once. A name may be empty. The other
// policies act as usual; the caller decides whether the object may be sent without the missing ones. The slice is a copy. See
// [PolicySpec.References] and [Set.Referring].
func (s Selection) Missing() []Ref { return slices.Clone(s.missing) }

// Missing returns [Selection.Missing].
func (r *Result) Missing() []Ref { return slices.Clone(r.run.missing) }
