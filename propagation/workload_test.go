package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// workload is a Deployment with its own policy, and perhaps a stored binding.
type workload struct {
	Name, Namespace           string
	Group, Apart              string   // the values of the labels by which affinity and anti-affinity group
	Clusters                  []string // that the policy allows
	Max                       int      // of the clusters, if it is not 0
	Stored                    []string // the clusters of the stored binding; nil: nothing is stored
	StoredGroup, StoredApart  string   // the groups of the stored binding
	Deleting, Suspended, Gone bool     // the binding is being deleted; its scheduling is suspended; it has no template
}

// affine returns a control plane with the clusters m1, m2 and m3 and these workloads, which are duplicated.
func affine(t testing.TB, workloads string) propagation.PlanInput {
	t.Helper()
	in := propagation.PlanInput{Registry: plantest.Natives}
	in.Options.AssumeAPIs, in.Options.Reasons = true, true
	in.Options.FeatureGates = api.FeatureGates{api.GateWorkloadAffinity: true}
	for _, name := range []string{"m1", "m2", "m3"} {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}})
	}
	var all []workload
	require.NoError(t, yaml.UnmarshalStrict([]byte(workloads), &all))
	for _, w := range all {
		if w.Namespace == "" {
			w.Namespace = "shop"
		}
		if w.Stored != nil {
			in.Bindings = append(in.Bindings, w.binding())
		}
		if !w.Gone {
			in.Templates, in.Policies = append(in.Templates, w.template()), append(in.Policies, w.policy())
		}
	}
	return in
}

func (w workload) template() *unstructured.Unstructured {
	labels := map[string]any{}
	for key, value := range map[string]string{"group": w.Group, "apart": w.Apart} {
		if value != "" {
			labels[key] = value
		}
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": w.Name, "namespace": w.Namespace, "uid": w.Name, "labels": labels},
		"spec": map[string]any{"replicas": int64(1)},
	}}
}

func (w workload) policy() api.PropagationSource {
	p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: w.Name}}
	p.Spec.Placement = api.Placement{
		ClusterAffinity: &api.ClusterAffinity{ClusterNames: w.Clusters},
		WorkloadAffinity: &api.WorkloadAffinity{
			Affinity: &api.WorkloadAffinityTerm{GroupByLabelKey: "group"}, AntiAffinity: &api.WorkloadAffinityTerm{GroupByLabelKey: "apart"},
		},
	}
	if w.Max > 0 {
		p.Spec.Placement.SpreadConstraints = []api.SpreadConstraint{{SpreadByField: api.SpreadByCluster, MinGroups: 1, MaxGroups: w.Max}}
	}
	return p
}

func (w workload) binding() *api.ResourceBinding {
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-deployment"}}
	b.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: w.Namespace, Name: w.Name}
	b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{}
	if w.StoredGroup != "" {
		b.Spec.WorkloadAffinityGroups.AffinityGroup = "group=" + w.StoredGroup
	}
	if w.StoredApart != "" {
		b.Spec.WorkloadAffinityGroups.AntiAffinityGroup = "apart=" + w.StoredApart
	}
	for _, name := range w.Stored {
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: name, Replicas: 1})
	}
	if w.Deleting {
		b.Finalizers, b.DeletionTimestamp = []string{"test"}, &metav1.Time{}
		*b.DeletionTimestamp = metav1.Unix(1, 0)
	}
	if w.Suspended {
		b.Spec.Suspension = &api.BindingSuspension{Scheduling: &w.Suspended}
	}
	return b
}

// randomWorkloads makes random workloads in few groups, as YAML.
func randomWorkloads(t testing.TB, r *estate.Estate) string {
	t.Helper()
	var all []workload
	for _, name := range estate.Some(r, "a", "b", "c", "d", "e", "f", "g") {
		w := workload{
			Name: name, Group: estate.Pick(r, "", "x", "y"), Apart: estate.Pick(r, "", "x", "y"), Clusters: estate.Some(r, "m1", "m2", "m3"), Max: r.IntN(3),
			StoredGroup: estate.Pick(r, "", "x", "y"), StoredApart: estate.Pick(r, "", "x", "y"), Deleting: r.One(8), Suspended: r.One(8), Gone: r.One(8),
		}
		if r.One(2) {
			w.Stored = estate.Some(r, "m1", "m2", "m3", "m4")
		}
		all = append(all, w)
	}
	text, err := yaml.Marshal(all)
	require.NoError(t, err)
	return string(text)
}
