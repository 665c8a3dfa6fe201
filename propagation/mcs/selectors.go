package mcs

import (
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// FollowingSelectors returns the resource selectors that a policy needs in addition, so that the derived Services and imported EndpointSlices
// follow the ServiceImports that it selects. This is how Karmada's admission extended policies until August 2023. For each selector of a
// ServiceImport, in order:
//
//  1. It must have a namespace and a name. Others are ignored.
//  2. The result has a selector for the derived Service, and one for the EndpointSlices with the label of this Service.
//  3. A selector that the policy or the result already has is not returned again. So admitting a policy twice does not grow it.
//
// Today Karmada sets propagateDeps instead, see [NeedsDependencies]. Then the interpreter returns both as dependencies of each
// ServiceImport, including those that are selected without a name, or by labels. They get bindings that follow that of the
// ServiceImport, and are not templates of the policy themselves. The result shares no memory with selectors.
func FollowingSelectors(selectors []api.ResourceSelector) []api.ResourceSelector {
	known := map[[3]string]bool{} // the derived Services, by selector
	for i := range selectors {
		if key, found := followedService(&selectors[i]); found {
			known[key] = true
		}
	}
	var more []api.ResourceSelector
	for i := range selectors {
		s := &selectors[i]
		if !selectsImports(s) || s.Namespace == "" || s.Name == "" {
			continue
		}
		service := api.DerivedServiceName(s.Name)
		for _, follower := range []api.ResourceSelector{
			{APIVersion: serviceKind.apiVersion, Kind: serviceKind.kind, Namespace: s.Namespace, Name: service},
			{APIVersion: endpointSliceKind.apiVersion, Kind: endpointSliceKind.kind, Namespace: s.Namespace, LabelSelector: &metav1.LabelSelector{
				MatchLabels: map[string]string{api.EndpointSliceServiceLabel: service},
			}},
		} {
			key, _ := followedService(&follower)
			if !known[key] {
				known[key] = true
				more = append(more, follower)
			}
		}
	}
	return more
}

// followedService returns the kind, namespace and name of the Service of a selector that [FollowingSelectors] can return.
func followedService(s *api.ResourceSelector) (key [3]string, found bool) {
	switch {
	case s.APIVersion == serviceKind.apiVersion && s.Kind == serviceKind.kind && s.Name != "" && s.LabelSelector == nil:
		return [3]string{s.Kind, s.Namespace, s.Name}, true
	case s.APIVersion == endpointSliceKind.apiVersion && s.Kind == endpointSliceKind.kind && s.Name == "" && s.LabelSelector != nil:
		service := s.LabelSelector.MatchLabels[api.EndpointSliceServiceLabel]
		exact := metav1.LabelSelector{MatchLabels: map[string]string{api.EndpointSliceServiceLabel: service}}
		return [3]string{s.Kind, s.Namespace, service}, equality.Semantic.DeepEqual(*s.LabelSelector, exact)
	}
	return key, false
}

// NeedsDependencies reports whether a policy with these selectors must propagate dependencies, because one selects ServiceImports. Karmada's
// admission then sets propagateDeps; package policy/karmada/validation does so with all other defaults.
func NeedsDependencies(selectors []api.ResourceSelector) bool {
	for i := range selectors {
		if selectsImports(&selectors[i]) {
			return true
		}
	}
	return false
}

func selectsImports(s *api.ResourceSelector) bool {
	return s.APIVersion == serviceImportKind.apiVersion && s.Kind == serviceImportKind.kind
}
