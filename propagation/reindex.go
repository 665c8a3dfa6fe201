package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/work"
)

// changeIndexes changes the indexes of policies, overrides and clusters. The old plan keeps its own.
func (a *again) changeIndexes(e *edits) error {
	if len(e.policies) > 0 {
		a.changePolicies(e.policies)
	}
	if len(e.clusters) > 0 {
		a.changeClusters(e.clusters)
	}
	if len(e.overrides) > 0 {
		return a.changeOverrides(e.overrides)
	}
	return nil
}

func (a *again) changePolicies(e edit[api.PropagationSource]) {
	var set []api.PropagationSource
	a.sources = maps.Clone(a.sources)
	for _, c := range e {
		if delete(a.sources, c.ref); c.is {
			set = append(set, c.after)
		}
	}
	for _, policy := range a.withIDs(set, a.templates) {
		a.sources[policy.Ref()] = policy
	}
	a.policies = claim.NewPolicies(slices.Collect(maps.Values(a.sources))...)
}

// changeClusters changes clusters whose metadata alone differs. They keep the APIs that are assumed.
func (a *again) changeClusters(e edit[*api.Cluster]) {
	a.clusters, a.Clusters = maps.Clone(a.clusters), slices.Clone(a.Clusters)
	for _, c := range e {
		a.clusters[c.after.Name] = c.after
		at, _ := place(a.Clusters, (*api.Cluster).Ref, c.ref)
		changed := *c.after
		changed.Status.APIEnablements = a.Clusters[at].Status.APIEnablements
		a.Clusters[at] = &changed
	}
}

func (a *again) changeOverrides(e edit[api.OverrideSource]) error {
	a.exists, a.overrides.Records = maps.Clone(a.exists), maps.Clone(a.overrides.Records)
	for _, c := range e {
		if delete(a.exists, c.ref); !c.is {
			a.overrides.Set = a.overrides.Set.Without(c.ref)
			continue
		}
		a.exists[c.ref] = true
		compiled, err := karmada.Compile(c.after)
		if err != nil {
			return err
		}
		records, err := work.Record(c.after)
		if err != nil {
			return err
		}
		a.overrides.Set = a.overrides.Set.With(compiled)
		maps.Copy(a.overrides.Records, records)
	}
	return nil
}
