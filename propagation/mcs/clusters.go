package mcs

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/propagation/work"
)

// Skipped is a provider or consumer that gets no Work.
type Skipped struct {
	Cluster string
	Reason  string // in words for a person
}

// fleet is the clusters by name. Among clusters with the same name, the first counts.
type fleet map[string]*api.Cluster

func fleetOf(clusters []*api.Cluster) fleet {
	all := make(fleet, len(clusters))
	for _, c := range clusters {
		if c != nil && all[c.Name] == nil {
			all[c.Name] = c
		}
	}
	return all
}

// The fields of a MultiClusterService with its clusters.
const (
	providerClusters = "providerClusters" // whose EndpointSlices it collects
	consumerClusters = "consumerClusters" // that get the EndpointSlices
)

// listed returns the clusters in a field of a valid MultiClusterService: those that it lists, which may not exist, or all.
func (f fleet) listed(mcs *unstructured.Unstructured, field string) sets.Set[string] {
	spec, _ := mcs.Object["spec"].(map[string]any)
	list, _ := spec[field].([]any)
	if len(list) == 0 {
		return sets.KeySet(f)
	}
	names := sets.New[string]()
	for _, e := range list {
		entry, _ := e.(map[string]any)
		name, _ := entry["name"].(string)
		names.Insert(name)
	}
	return names
}

// usable returns the clusters that can get a Work, sorted, and why the others cannot: a cluster must exist, be ready, and not be known to
// lack EndpointSlices.
func (f fleet) usable(names sets.Set[string]) (usable []string, skipped []Skipped) {
	for _, name := range sets.List(names) {
		c := f[name]
		switch {
		case c == nil:
			skipped = append(skipped, Skipped{name, "the cluster does not exist"})
		case !meta.IsStatusConditionTrue(c.Status.Conditions, api.ClusterReady):
			skipped = append(skipped, Skipped{name, "the cluster is not ready"})
		case cluster.APIStateOf(c, endpointSliceKind.apiVersion, endpointSliceKind.kind) == cluster.APIDisabled:
			skipped = append(skipped, Skipped{name, fmt.Sprintf("the cluster has no %s of %s", endpointSliceKind.kind, endpointSliceKind.apiVersion)})
		default:
			usable = append(usable, name)
		}
	}
	return usable, skipped
}

// worksFor returns the Works with one object for some clusters, merged with the stored ones by namespace. An error is a [*work.Error] of owner.
func worksFor(
	clusters []string, owner override.Ref, desired *api.Work, object *unstructured.Unstructured, stored map[string]*api.Work, newID func(of override.Ref) string,
) (works []*api.Work, errs []error) {
	draft, fault := work.NewDraft(desired, object)
	for _, cluster := range clusters {
		var made work.Prepared
		err := fault
		if err == nil {
			made, err = draft.For(cluster, stored[api.ExecutionNamespace(cluster)], newID)
		}
		if err != nil {
			errs = append(errs, &work.Error{Owner: owner, Cluster: cluster, Err: err})
			continue
		}
		works = append(works, made.Work())
	}
	return works, errs
}
