package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
)

// warnNoAPIs warns of clusters that get nothing because they report no APIs.
func (p *planner) warnNoAPIs() {
	var names []string
	for _, c := range p.Clusters {
		if len(c.Status.APIEnablements) == 0 {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		p.warn("clusters that report no APIs get no new objects: %s (clusters that were never joined have APIs only if they are assumed)", content.ClipList(names))
	}
}

// assumeAPIs returns the clusters. Those that report no API are copied and get those of all templates.
func assumeAPIs(clusters []*api.Cluster, templates []*template.Placing) []*api.Cluster {
	kinds := map[string]map[string]bool{}
	for _, t := range templates {
		if kinds[t.Ref.APIVersion] == nil {
			kinds[t.Ref.APIVersion] = map[string]bool{}
		}
		kinds[t.Ref.APIVersion][t.Ref.Kind] = true
	}
	var all []api.APIEnablement
	for _, version := range slices.Sorted(maps.Keys(kinds)) {
		enabled := api.APIEnablement{GroupVersion: version}
		for _, kind := range slices.Sorted(maps.Keys(kinds[version])) {
			enabled.Resources = append(enabled.Resources, api.APIResource{Kind: kind})
		}
		all = append(all, enabled)
	}
	assumed := slices.Clone(clusters)
	for i, c := range assumed {
		if len(c.Status.APIEnablements) == 0 {
			copied := *c
			copied.Status.APIEnablements = all
			assumed[i] = &copied
		}
	}
	return assumed
}
