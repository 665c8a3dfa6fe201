package namespace

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ConcernedBy returns which namespaces must be rendered again after an override policy was created, changed or deleted: the sorted names, or all
// of them. Call it for the policy before and after a change.
//
//  1. Selectors of other kinds than v1 Namespace do not concern namespaces.
//  2. A selector with a name concerns that namespace, one without a name all namespaces. Its labels do not matter here.
//  3. A policy without selectors selects every object, so it concerns all namespaces. Karmada does not render any then.
//
// A nil policy concerns none. OverridePolicies, which have a namespace themselves, never act on namespaces.
func ConcernedBy(policy *api.ClusterOverridePolicy) (names []string, all bool) {
	if policy == nil {
		return nil, false
	}
	selectors := policy.Spec.ResourceSelectors
	if len(selectors) == 0 {
		return nil, true
	}
	for _, s := range selectors {
		switch {
		case s.APIVersion != "v1" || s.Kind != "Namespace":
		case s.Name == "":
			return nil, true
		default:
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), false
}
