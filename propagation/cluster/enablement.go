package cluster

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Enablements returns the APIs of a cluster from its discovery lists, sorted by the string groupVersion, and the resources of each by name. Lists
// of the same groupVersion are not merged. Names with a slash are subresources, which are left out. Nil lists are ignored. The result shares
// nothing with the lists.
func Enablements(lists []*metav1.APIResourceList) []api.APIEnablement {
	var all []api.APIEnablement
	for _, list := range lists {
		if list == nil {
			continue
		}
		one := api.APIEnablement{GroupVersion: list.GroupVersion}
		for i := range list.APIResources {
			if r := &list.APIResources[i]; !strings.Contains(r.Name, "/") {
				one.Resources = append(one.Resources, api.APIResource{Name: r.Name, Kind: r.Kind})
			}
		}
		slices.SortStableFunc(one.Resources, func(a, b api.APIResource) int { return cmp.Compare(a.Name, b.Name) })
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b api.APIEnablement) int { return cmp.Compare(a.GroupVersion, b.GroupVersion) })
	return all
}

// An APIState says whether a cluster has an API.
type APIState string

// The states. The scheduler reads APIUnknown as APIDisabled.
const (
	APIEnabled  APIState = "APIEnabled"
	APIDisabled APIState = "APIDisabled"
	APIUnknown  APIState = "APIUnknown" // not listed, but the list may be incomplete
)

// APIStateOf reports whether a cluster has a kind, according to its status:
//
//  1. It is enabled if the status lists it.
//  2. Otherwise it is disabled if the first condition of type CompleteAPIEnablements is True.
//  3. Otherwise it is unknown, also for nil.
func APIStateOf(c *api.Cluster, apiVersion, kind string) APIState {
	if c == nil {
		return APIUnknown
	}
	for i := range c.Status.APIEnablements {
		if c.Status.APIEnablements[i].GroupVersion != apiVersion {
			continue
		}
		for _, r := range c.Status.APIEnablements[i].Resources {
			if r.Kind == kind {
				return APIEnabled
			}
		}
	}
	if meta.IsStatusConditionTrue(c.Status.Conditions, api.ClusterCompleteAPIEnablements) {
		return APIDisabled
	}
	return APIUnknown
}
