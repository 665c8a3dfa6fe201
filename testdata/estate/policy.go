package estate

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func (e *Estate) policies() (all []api.PropagationSource) {
	for i := range 1 + e.IntN(6) {
		meta := metav1.ObjectMeta{Name: fmt.Sprint("p", i)}
		spec := api.PropagationSpec{
			PropagateDeps: !e.One(3), Placement: e.placement(), ConflictResolution: Pick(e, "", api.ConflictAbort, api.ConflictOverwrite),
		}
		for range 1 + e.IntN(3) {
			spec.ResourceSelectors = append(spec.ResourceSelectors, e.resourceSelector())
		}
		if e.One(3) {
			priority := int32(e.IntN(3))
			spec.Priority = &priority
		}
		if e.One(3) {
			yes := e.One(2)
			spec.PreserveResourcesOnDeletion = &yes
		}
		if e.One(8) {
			spec.Suspension = &api.Suspension{DispatchingOnClusters: &api.SuspendClusters{ClusterNames: []string{"m0"}}}
		}
		if e.One(6) {
			spec.Preemption = api.PreemptAlways
		}
		if e.One(15) {
			spec.SchedulerName = "another"
		}
		if e.One(15) {
			spec.DependentOverrides = []string{"o0"}
		}
		if e.One(4) {
			all = append(all, &api.ClusterPropagationPolicy{ObjectMeta: meta, Spec: spec})
			continue
		}
		meta.Namespace = Pick(e, "shop", "shop", "bank")
		all = append(all, &api.PropagationPolicy{ObjectMeta: meta, Spec: spec})
	}
	return all
}

func (e *Estate) resourceSelector() api.ResourceSelector {
	s := Pick(e,
		api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"}, api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"},
		api.ResourceSelector{APIVersion: "apps/v1", Kind: "StatefulSet"}, api.ResourceSelector{APIVersion: "apps/v1", Kind: "DaemonSet"},
		api.ResourceSelector{APIVersion: "batch/v1", Kind: "Job"}, api.ResourceSelector{APIVersion: "v1", Kind: "Pod"},
		api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"}, api.ResourceSelector{APIVersion: "v1", Kind: "Secret"},
		api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"}, api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Deployment"},
		api.ResourceSelector{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole"},
	)
	switch e.IntN(4) {
	case 0:
		s.Name = Pick(e, "a", "b", "c")
	case 1:
		s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": Pick(e, "x", "y")}}
	}
	return s
}

func (e *Estate) placement() (p api.Placement) {
	switch e.IntN(4) {
	case 0:
		affinity := e.affinity()
		p.ClusterAffinity = &affinity
	case 1:
		for i := range e.IntN(4) {
			term := api.ClusterAffinityTerm{AffinityName: fmt.Sprint("term", i), ClusterAffinity: e.affinity()}
			for j := range e.IntN(3) {
				term.OverflowAffinities = append(term.OverflowAffinities, api.OverflowAffinity{AffinityName: fmt.Sprint("over", j), ClusterAffinity: e.affinity()})
			}
			p.ClusterAffinities = append(p.ClusterAffinities, term)
		}
	}
	if e.One(3) {
		p.ClusterTolerations = []api.Toleration{{Key: "old", Operator: api.TolerationExists}}
	}
	if e.One(2) {
		for range 1 + e.IntN(3) {
			least := e.IntN(3)
			p.SpreadConstraints = append(p.SpreadConstraints, api.SpreadConstraint{
				SpreadByField: Pick(e, api.SpreadByCluster, api.SpreadByCluster, api.SpreadByRegion, api.SpreadByZone, api.SpreadByProvider),
				MinGroups:     least, MaxGroups: least + e.IntN(4) - e.IntN(2),
			})
		}
	}
	p.ReplicaScheduling = e.replicaScheduling()
	if e.One(2) {
		p.WorkloadAffinity = &api.WorkloadAffinity{}
		if e.One(2) {
			p.WorkloadAffinity.Affinity = &api.WorkloadAffinityTerm{GroupByLabelKey: Pick(e, "app", "tier")}
		}
		if !e.One(3) {
			p.WorkloadAffinity.AntiAffinity = &api.WorkloadAffinityTerm{GroupByLabelKey: Pick(e, "app", "tier")}
		}
	}
	return p
}

func (e *Estate) replicaScheduling() *api.ReplicaSchedulingStrategy {
	divided := api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
	switch e.IntN(7) {
	case 0:
		return nil
	case 1:
		return &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Duplicated}
	case 2:
		divided.ReplicaDivisionPreference = api.Aggregated
	case 3:
		divided.WeightPreference = &api.ClusterPreferences{DynamicWeight: api.DynamicWeightByAvailableReplicas}
	case 4:
		divided.WeightPreference = &api.ClusterPreferences{StaticWeightList: []api.StaticClusterWeight{
			{TargetCluster: e.affinity(), Weight: int64(e.IntN(3))}, {TargetCluster: e.affinity(), Weight: 2},
		}}
	case 5:
		divided.ReplicaDivisionPreference = Pick(e, "", api.Aggregated)
	}
	return &divided
}

func (e *Estate) affinity() (a api.ClusterAffinity) {
	switch e.IntN(5) {
	case 0:
		a.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"ring": Pick(e, "0", "1")}}
	case 1, 2:
		a.ClusterNames = Some(e, "m0", "m1", "m2", "m3", "m4", "m5")
	case 3:
		a.ExcludeClusters = Some(e, "m0", "m1", "m2", "m3")
	}
	return a
}
