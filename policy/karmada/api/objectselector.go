package api

import "github.com/overridekit/overridekit/selector"

// Selector returns the selector for package selector. The LabelSelector is shared.
func (s *ResourceSelector) Selector() selector.ObjectSelector {
	return selector.ObjectSelector{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: s.Namespace, Name: s.Name, LabelSelector: s.LabelSelector}
}

// ObjectSelectors returns the resourceSelectors of a policy for [selector.NewObjects]. Their LabelSelectors are shared.
//
// Without selectors, NewObjects selects every object. That is the meaning in an override policy; a propagation policy without
// selectors selects nothing.
func ObjectSelectors(list []ResourceSelector) []selector.ObjectSelector {
	out := make([]selector.ObjectSelector, len(list))
	for i := range list {
		out[i] = list[i].Selector()
	}
	return out
}
