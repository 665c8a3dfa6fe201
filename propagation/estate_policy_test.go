package propagation_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func (r estates) policies() (all []api.PropagationSource) {
	for i := range 1 + r.IntN(6) {
		meta := metav1.ObjectMeta{Name: fmt.Sprint("p", i)}
		spec := api.PropagationSpec{
			PropagateDeps: !r.one(3), Placement: r.placement(), ConflictResolution: pick(r, "", api.ConflictAbort, api.ConflictOverwrite),
		}
		for range 1 + r.IntN(3) {
			spec.ResourceSelectors = append(spec.ResourceSelectors, r.resourceSelector())
		}
		if r.one(3) {
			priority := int32(r.IntN(3))
			spec.Priority = &priority
		}
		if r.one(3) {
			yes := r.one(2)
			spec.PreserveResourcesOnDeletion = &yes
		}
		if r.one(8) {
			spec.Suspension = &api.Suspension{DispatchingOnClusters: &api.SuspendClusters{ClusterNames: []string{"m0"}}}
		}
		if r.one(6) {
			spec.Preemption = api.PreemptAlways
		}
		if r.one(15) {
			spec.SchedulerName = "another"
		}
		if r.one(15) {
			spec.DependentOverrides = []string{"o0"}
		}
		if r.one(4) {
			all = append(all, &api.ClusterPropagationPolicy{ObjectMeta: meta, Spec: spec})
			continue
		}
		meta.Namespace = pick(r, "shop", "shop", "bank")
		all = append(all, &api.PropagationPolicy{ObjectMeta: meta, Spec: spec})
	}
	return all
}

func (r estates) resourceSelector() api.ResourceSelector {
	s := pick(r,
		api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"}, api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"},
		api.ResourceSelector{APIVersion: "apps/v1", Kind: "StatefulSet"}, api.ResourceSelector{APIVersion: "apps/v1", Kind: "DaemonSet"},
		api.ResourceSelector{APIVersion: "batch/v1", Kind: "Job"}, api.ResourceSelector{APIVersion: "v1", Kind: "Pod"},
		api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"}, api.ResourceSelector{APIVersion: "v1", Kind: "Secret"},
		api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"}, api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Deployment"},
		api.ResourceSelector{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole"},
	)
	switch r.IntN(4) {
	case 0:
		s.Name = pick(r, "a", "b", "c")
	case 1:
		s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(r, "x", "y")}}
	}
	return s
}

func (r estates) placement() (p api.Placement) {
	switch r.IntN(4) {
	case 0:
		affinity := r.affinity()
		p.ClusterAffinity = &affinity
	case 1:
		for i := range r.IntN(4) {
			term := api.ClusterAffinityTerm{AffinityName: fmt.Sprint("term", i), ClusterAffinity: r.affinity()}
			for j := range r.IntN(3) {
				term.OverflowAffinities = append(term.OverflowAffinities, api.OverflowAffinity{AffinityName: fmt.Sprint("over", j), ClusterAffinity: r.affinity()})
			}
			p.ClusterAffinities = append(p.ClusterAffinities, term)
		}
	}
	if r.one(3) {
		p.ClusterTolerations = []api.Toleration{{Key: "old", Operator: api.TolerationExists}}
	}
	if r.one(2) {
		for range 1 + r.IntN(3) {
			least := r.IntN(3)
			p.SpreadConstraints = append(p.SpreadConstraints, api.SpreadConstraint{
				SpreadByField: pick(r, api.SpreadByCluster, api.SpreadByCluster, api.SpreadByRegion, api.SpreadByZone, api.SpreadByProvider),
				MinGroups:     least, MaxGroups: least + r.IntN(4) - r.IntN(2),
			})
		}
	}
	p.ReplicaScheduling = r.replicaScheduling()
	if r.one(2) {
		p.WorkloadAffinity = &api.WorkloadAffinity{}
		if r.one(2) {
			p.WorkloadAffinity.Affinity = &api.WorkloadAffinityTerm{GroupByLabelKey: pick(r, "app", "tier")}
		}
		if !r.one(3) {
			p.WorkloadAffinity.AntiAffinity = &api.WorkloadAffinityTerm{GroupByLabelKey: pick(r, "app", "tier")}
		}
	}
	return p
}

func (r estates) replicaScheduling() *api.ReplicaSchedulingStrategy {
	divided := api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
	switch r.IntN(7) {
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
			{TargetCluster: r.affinity(), Weight: int64(r.IntN(3))}, {TargetCluster: r.affinity(), Weight: 2},
		}}
	case 5:
		divided.ReplicaDivisionPreference = pick(r, "", api.Aggregated)
	}
	return &divided
}

func (r estates) affinity() (a api.ClusterAffinity) {
	switch r.IntN(5) {
	case 0:
		a.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"ring": pick(r, "0", "1")}}
	case 1, 2:
		a.ClusterNames = some(r, "m0", "m1", "m2", "m3", "m4", "m5")
	case 3:
		a.ExcludeClusters = some(r, "m0", "m1", "m2", "m3")
	}
	return a
}

func (r estates) overrides() (all []api.OverrideSource) {
	for i := range r.IntN(3) {
		spec := api.OverrideSpec{OverrideRules: []api.RuleWithCluster{{TargetCluster: &api.ClusterAffinity{ClusterNames: some(r, "m0", "m1", "m2")}}}}
		o := &spec.OverrideRules[0].Overriders
		switch r.IntN(5) {
		case 0:
			o.ImageOverrider = []api.ImageOverrider{{Component: api.Registry, Operator: api.OverriderOpAdd, Value: "mirror.example"}}
		case 1:
			o.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"over": "ridden"}}}
		case 2:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/metadata/labels/nowhere", Operator: api.OverriderOpRemove}}
		case 3:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"renamed"`)}}}
		case 4:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/spec/replicas", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte("4")}}}
		}
		if r.one(2) {
			all = append(all, &api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i)}, Spec: spec})
			continue
		}
		all = append(all, &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i), Namespace: pick(r, "shop", "bank")}, Spec: spec})
	}
	return all
}
