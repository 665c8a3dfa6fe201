package affected

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Touching returns both versions of a cluster if its change makes Karmada's scheduler look at bindings again, see [Touches], or the old one if the
// cluster is gone. Before or after is nil if the cluster is new or gone.
//
//  1. The cluster touches bindings if its labels change, if its generation changes, or if it is marked for deletion or gone without having been
//     marked. If a generation is 0, which means unknown, the specs are compared.
//  2. A new cluster touches no binding, and neither does a change of a cluster's status.
func Touching(before, after *api.Cluster) []*api.Cluster {
	switch {
	case before == nil, after == nil && before.DeletionTimestamp != nil:
		return nil
	case after == nil:
		return []*api.Cluster{before}
	case (before.DeletionTimestamp == nil) != (after.DeletionTimestamp == nil), !equality.Semantic.DeepEqual(before.Labels, after.Labels),
		Differs(before.Generation, after.Generation, before.Spec, after.Spec):
		return []*api.Cluster{before, after}
	}
	return nil
}

// Differs reports whether two generations differ, or two specs if a generation is unknown.
func Differs(before, after int64, old, spec any) bool {
	if before != 0 && after != 0 {
		return before != after
	}
	return !equality.Semantic.DeepEqual(old, spec)
}

// Touches reports whether Karmada's scheduler looks at a binding again when clusters change. versions is what [Touching] has returned for them.
//
//  1. The affinity of the binding matches one of them, or the binding has none. Of an ordered list of affinities, it is the one that the scheduler has
//     used last, or the first one.
//  2. A binding without a placement is not touched, nor is one whose scheduling is suspended or that is for another scheduler.
func Touches(b api.Binding, o schedule.Options, versions ...*api.Cluster) bool {
	if content.NoBinding(b) || len(versions) == 0 {
		return false
	}
	placement := b.BindingSpec().Placement
	return placement != nil && accepted(b, o) && touched(placement, termOf(placement, b), versions)
}

// termOf returns the index of the affinity that counts for a binding, among the ordered ones of its placement.
func termOf(p *api.Placement, b api.Binding) (at int) {
	for i := range p.ClusterAffinities {
		if p.ClusterAffinities[i].AffinityName == b.BindingStatus().SchedulerObservedAffinityName {
			at = i
		}
	}
	return at
}

// touched reports whether an affinity of a placement matches one of the versions of clusters.
func touched(p *api.Placement, term int, versions []*api.Cluster) bool {
	affinity := p.ClusterAffinity
	if term < len(p.ClusterAffinities) {
		affinity = &p.ClusterAffinities[term].ClusterAffinity
	}
	return slices.ContainsFunc(versions, func(c *api.Cluster) bool { return affinity == nil || schedule.Matches(affinity, c) })
}

// touchedTerms returns whether each affinity of a placement is touched.
func touchedTerms(p *api.Placement, versions []*api.Cluster) []bool {
	terms := make([]bool, max(1, len(p.ClusterAffinities)))
	for i := range terms {
		terms[i] = touched(p, i, versions)
	}
	return terms
}

func accepted(b api.Binding, o schedule.Options) bool {
	is, _ := schedule.AcceptedForCluster(schedule.Input{Spec: b.BindingSpec(), Options: o})
	return is
}
