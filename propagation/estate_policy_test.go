package propagation_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada"
)

func (r estates) policies() (all []karmada.PropagationSource) {
	for i := range 1 + r.IntN(6) {
		meta := metav1.ObjectMeta{Name: fmt.Sprint("p", i)}
		spec := karmada.PropagationSpec{
			PropagateDeps: !r.one(3), Placement: r.placement(), ConflictResolution: pick(r, "", karmada.ConflictAbort, karmada.ConflictOverwrite),
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
			spec.Suspension = &karmada.Suspension{DispatchingOnClusters: &karmada.SuspendClusters{ClusterNames: []string{"m0"}}}
		}
		if r.one(15) {
			spec.SchedulerName = "another"
		}
		if r.one(15) {
			spec.DependentOverrides = []string{"o0"}
		}
		if r.one(4) {
			all = append(all, &karmada.ClusterPropagationPolicy{ObjectMeta: meta, Spec: spec})
			continue
		}
		meta.Namespace = pick(r, "shop", "shop", "bank")
		all = append(all, &karmada.PropagationPolicy{ObjectMeta: meta, Spec: spec})
	}
	return all
}

func (r estates) resourceSelector() karmada.ResourceSelector {
	s := pick(r,
		karmada.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"}, karmada.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"},
		karmada.ResourceSelector{APIVersion: "apps/v1", Kind: "StatefulSet"}, karmada.ResourceSelector{APIVersion: "apps/v1", Kind: "DaemonSet"},
		karmada.ResourceSelector{APIVersion: "batch/v1", Kind: "Job"}, karmada.ResourceSelector{APIVersion: "v1", Kind: "Pod"},
		karmada.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"}, karmada.ResourceSelector{APIVersion: "v1", Kind: "Secret"},
		karmada.ResourceSelector{APIVersion: "example.com/v1", Kind: "Widget"}, karmada.ResourceSelector{APIVersion: "example.com/v1", Kind: "Deployment"},
		karmada.ResourceSelector{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole"},
	)
	switch r.IntN(4) {
	case 0:
		s.Name = pick(r, "a", "b", "c")
	case 1:
		s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(r, "x", "y")}}
	}
	return s
}

func (r estates) placement() (p karmada.Placement) {
	switch r.IntN(4) {
	case 0:
		affinity := r.affinity()
		p.ClusterAffinity = &affinity
	case 1:
		for i := range r.IntN(4) {
			term := karmada.ClusterAffinityTerm{AffinityName: fmt.Sprint("term", i), ClusterAffinity: r.affinity()}
			for j := range r.IntN(3) {
				term.OverflowAffinities = append(term.OverflowAffinities, karmada.OverflowAffinity{AffinityName: fmt.Sprint("over", j), ClusterAffinity: r.affinity()})
			}
			p.ClusterAffinities = append(p.ClusterAffinities, term)
		}
	}
	if r.one(3) {
		p.ClusterTolerations = []karmada.Toleration{{Key: "old", Operator: karmada.TolerationExists}}
	}
	if r.one(2) {
		for range 1 + r.IntN(3) {
			least := r.IntN(3)
			p.SpreadConstraints = append(p.SpreadConstraints, karmada.SpreadConstraint{
				SpreadByField: pick(r, karmada.SpreadByCluster, karmada.SpreadByCluster, karmada.SpreadByRegion, karmada.SpreadByZone, karmada.SpreadByProvider),
				MinGroups:     least, MaxGroups: least + r.IntN(4) - r.IntN(2),
			})
		}
	}
	p.ReplicaScheduling = r.replicaScheduling()
	return p
}

func (r estates) replicaScheduling() *karmada.ReplicaSchedulingStrategy {
	divided := karmada.ReplicaSchedulingStrategy{ReplicaSchedulingType: karmada.Divided, ReplicaDivisionPreference: karmada.Weighted}
	switch r.IntN(7) {
	case 0:
		return nil
	case 1:
		return &karmada.ReplicaSchedulingStrategy{ReplicaSchedulingType: karmada.Duplicated}
	case 2:
		divided.ReplicaDivisionPreference = karmada.Aggregated
	case 3:
		divided.WeightPreference = &karmada.ClusterPreferences{DynamicWeight: karmada.DynamicWeightByAvailableReplicas}
	case 4:
		divided.WeightPreference = &karmada.ClusterPreferences{StaticWeightList: []karmada.StaticClusterWeight{
			{TargetCluster: r.affinity(), Weight: int64(r.IntN(3))}, {TargetCluster: r.affinity(), Weight: 2},
		}}
	case 5:
		divided.ReplicaDivisionPreference = pick(r, "", karmada.Aggregated)
	}
	return &divided
}

func (r estates) affinity() (a karmada.ClusterAffinity) {
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

func (r estates) overrides() (all []karmada.OverrideSource) {
	for i := range r.IntN(3) {
		spec := karmada.OverrideSpec{OverrideRules: []karmada.RuleWithCluster{{TargetCluster: &karmada.ClusterAffinity{ClusterNames: some(r, "m0", "m1", "m2")}}}}
		o := &spec.OverrideRules[0].Overriders
		switch r.IntN(4) {
		case 0:
			o.ImageOverrider = []karmada.ImageOverrider{{Component: karmada.Registry, Operator: karmada.OverriderOpAdd, Value: "mirror.example"}}
		case 1:
			o.LabelsOverrider = []karmada.LabelAnnotationOverrider{{Operator: karmada.OverriderOpAdd, Value: map[string]string{"over": "ridden"}}}
		case 2:
			o.Plaintext = []karmada.PlaintextOverrider{{Path: "/metadata/labels/nowhere", Operator: karmada.OverriderOpRemove}}
		case 3:
			o.Plaintext = []karmada.PlaintextOverrider{{Path: "/metadata/name", Operator: karmada.OverriderOpReplace, Value: karmada.JSON{Raw: []byte(`"renamed"`)}}}
		}
		if r.one(2) {
			all = append(all, &karmada.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i)}, Spec: spec})
			continue
		}
		all = append(all, &karmada.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i), Namespace: pick(r, "shop", "bank")}, Spec: spec})
	}
	return all
}
