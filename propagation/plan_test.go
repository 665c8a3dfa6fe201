package propagation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

var natives = interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)

// estate is so many templates, clusters and policies: Deployments that are divided or not, with ConfigMaps that they need.
func estate(templates, clusters, policies int) propagation.PlanInput {
	in := propagation.PlanInput{Registry: natives}
	in.Options.AssumeAPIs = true
	for i := range clusters {
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("member%d", i), Labels: map[string]string{"ring": fmt.Sprint(i % 4)}}}
		c.Spec.Region = fmt.Sprint("region-", i%5)
		if i%11 == 10 {
			c.Spec.Taints = []api.Taint{{Key: "maintenance", Effect: api.TaintNoSchedule}}
		}
		in.Clusters = append(in.Clusters, c)
	}
	for i := range policies {
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("ns-", i%20), Name: fmt.Sprint("policy-", i)}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": fmt.Sprint("app-", i/20)}}}}
		p.Spec.PropagateDeps = i%2 == 0
		p.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": fmt.Sprint(i % 4)}}}
		if i%3 != 0 {
			p.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
		}
		in.Policies = append(in.Policies, p)
	}
	for i := range templates {
		name, namespace := fmt.Sprint("web-", i), fmt.Sprint("ns-", i%20)
		in.Templates = append(in.Templates, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment",
			"metadata": map[string]any{"name": name, "namespace": namespace, "uid": fmt.Sprint("uid-", i), "labels": map[string]any{"app": fmt.Sprint("app-", i/20%max(1, policies/20))}},
			"spec": map[string]any{"replicas": int64(i % 50), "template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{
				"name": "web", "image": "web:1", "envFrom": []any{map[string]any{"configMapRef": map[string]any{"name": fmt.Sprint("settings-", i%40)}}},
			}}}}},
		}})
	}
	for i := range min(40, templates) {
		in.Templates = append(in.Templates, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": fmt.Sprint("settings-", i), "namespace": fmt.Sprint("ns-", i%20), "uid": fmt.Sprint("settings-", i)},
		}})
	}
	return in
}

func asText(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// outputs is a plan without what may be told differently the second time: warnings and reasons.
func outputs(t testing.TB, p *propagation.Plan) string {
	t.Helper()
	for _, row := range p.Rows {
		require.NoError(t, row.Err, "%s", row.Template)
	}
	return asText(t, []any{p.Bindings, p.Works, p.Deleted})
}

// TestPlanSettles plans with what a plan gave: nothing changes. Inputs are not written, and their order is no matter.
func TestPlanSettles(t *testing.T) {
	t.Parallel()
	in := estate(60, 12, 40)
	before := asText(t, []any{in.Templates, in.Policies, in.Clusters})
	first, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, before, asText(t, []any{in.Templates, in.Policies, in.Clusters}), "the input was written")
	require.NotEmpty(t, first.Works)
	require.Empty(t, first.Deleted)

	again := in
	again.Bindings, again.Works = first.Bindings, first.Works
	second, err := propagation.NewPlan(context.Background(), again)
	require.NoError(t, err)
	require.Equal(t, outputs(t, first), outputs(t, second), "planning with what is planned changes something")

	g := rand.New(rand.NewPCG(1, 2))
	shuffled := in
	shuffled.Templates, shuffled.Policies, shuffled.Clusters = slices.Clone(in.Templates), slices.Clone(in.Policies), slices.Clone(in.Clusters)
	g.Shuffle(len(shuffled.Templates), func(i, j int) {
		shuffled.Templates[i], shuffled.Templates[j] = shuffled.Templates[j], shuffled.Templates[i]
	})
	g.Shuffle(len(shuffled.Policies), func(i, j int) {
		shuffled.Policies[i], shuffled.Policies[j] = shuffled.Policies[j], shuffled.Policies[i]
	})
	g.Shuffle(len(shuffled.Clusters), func(i, j int) {
		shuffled.Clusters[i], shuffled.Clusters[j] = shuffled.Clusters[j], shuffled.Clusters[i]
	})
	third, err := propagation.NewPlan(context.Background(), shuffled)
	require.NoError(t, err)
	require.Equal(t, outputs(t, first), outputs(t, third), "the order of the input matters")
}

// TestPlanDivides sees that replicas that are divided add up.
func TestPlanDivides(t *testing.T) {
	t.Parallel()
	plan, err := propagation.NewPlan(context.Background(), estate(200, 20, 100))
	require.NoError(t, err)
	divided := 0
	for _, b := range plan.Bindings {
		spec := b.BindingSpec()
		if spec.Placement == nil || spec.Placement.ReplicaScheduling == nil || spec.Replicas == 0 {
			continue
		}
		sum := int32(0)
		for _, c := range spec.Clusters {
			sum += c.Replicas
		}
		require.Equal(t, spec.Replicas, sum, "%s", b.Ref())
		divided++
	}
	require.Greater(t, divided, 50)
}

// BenchmarkPlan is 10,000 templates for 200 clusters by 500 policies, without manifests.
func BenchmarkPlan(b *testing.B) {
	in := estate(10_000, 200, 500)
	in.Options.WithoutManifests = true
	b.ReportAllocs()
	for b.Loop() {
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(b, err)
		require.Len(b, plan.Rows, 10_040)
	}
}
