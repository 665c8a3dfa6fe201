package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// changeIndexes changes the indexes of policies, overrides and clusters. The old plan keeps its own.
func (r *replanner) changeIndexes(e *edits) error {
	if len(e.policies) > 0 {
		r.changePolicies(e.policies)
	}
	if len(e.clusters) > 0 {
		r.changeClusters(e.clusters)
	}
	if len(e.overrides) > 0 {
		return r.changeOverrides(e.overrides)
	}
	return nil
}

func (r *replanner) changePolicies(e edit[api.PropagationSource]) {
	var set []api.PropagationSource
	r.sources, r.assumed = maps.Clone(r.sources), maps.Clone(r.assumed)
	for _, c := range e {
		delete(r.assumed, c.ref)
		if delete(r.sources, c.ref); c.is {
			set = append(set, c.after)
		}
	}
	for _, policy := range r.withIDs(set, r.templates) {
		r.sources[policy.Ref()] = policy
	}
	r.policies = claim.NewPolicies(slices.Collect(maps.Values(r.sources))...)
}

// changeClusters changes clusters whose metadata alone differs. They keep the APIs that are assumed.
func (r *replanner) changeClusters(e edit[*api.Cluster]) {
	r.clusters, r.Clusters = maps.Clone(r.clusters), slices.Clone(r.Clusters)
	for _, c := range e {
		r.clusters[c.after.Name] = c.after
		at, _ := search(r.Clusters, (*api.Cluster).Ref, c.ref)
		changed := *c.after
		changed.Status.APIEnablements = r.Clusters[at].Status.APIEnablements
		r.Clusters[at] = &changed
	}
	r.fleet = schedule.NewFleet(r.Clusters...)
}

func (r *replanner) changeOverrides(e edit[api.OverrideSource]) error {
	r.exists, r.overrides.Records = maps.Clone(r.exists), maps.Clone(r.overrides.Records)
	for _, c := range e {
		if delete(r.exists, c.ref); !c.is {
			r.overrides.Set = r.overrides.Set.Without(c.ref)
			continue
		}
		r.exists[c.ref] = true
		compiled, err := karmada.Compile(c.after)
		if err != nil {
			return err
		}
		records, err := work.Record(c.after)
		if err != nil {
			return err
		}
		r.overrides.Set = r.overrides.Set.With(compiled)
		maps.Copy(r.overrides.Records, records)
	}
	return nil
}
