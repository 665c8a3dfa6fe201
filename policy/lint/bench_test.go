package lint_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/lint"
	"github.com/overridekit/overridekit/selector"
)

// fleet returns policies, objects and clusters. Each object has a policy by name with two rules, one for a region and one for a cluster, and
// each namespace has a policy by label. One in a hundred policies selects nothing, and one in a hundred names a missing container.
func fleet(t testing.TB, policies, objects, clusters int) (*policy.Bundle, lint.Options) {
	t.Helper()
	bundle, options := &policy.Bundle{}, lint.Options{}
	const spaces = 100
	for i := range policies {
		p := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("p", i), Namespace: fmt.Sprint("ns", i%spaces)}}
		s := api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment", Name: fmt.Sprint("app", i)}
		container := "app"
		switch {
		case i < spaces:
			s.Name, s.LabelSelector = "", &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "gold"}}
		case i%100 == 0:
			s.Name = fmt.Sprint("gone", i)
		case i%100 == 1:
			container = "main"
		}
		p.Spec.ResourceSelectors = []api.ResourceSelector{s}
		region := &api.ClusterAffinity{FieldSelector: &api.FieldSelector{MatchExpressions: []api.NodeSelectorRequirement{{Key: "region", Operator: "In", Values: []string{fmt.Sprint("region", i%10)}}}}}
		p.Spec.OverrideRules = []api.RuleWithCluster{
			{TargetCluster: region, Overriders: api.Overriders{
				ImageOverrider: []api.ImageOverrider{{Component: api.Registry, Operator: api.OverriderOpReplace, Value: "mirror.example.com"}},
				ArgsOverrider:  []api.CommandArgsOverrider{{ContainerName: container, Operator: api.OverriderOpAdd, Value: []string{"-v"}}},
			}},
			{TargetCluster: &api.ClusterAffinity{ClusterNames: []string{fmt.Sprint("m", i%clusters)}}, Overriders: api.Overriders{
				Plaintext: []api.PlaintextOverrider{{Path: "/spec/replicas", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte("5")}}},
			}},
		}
		compiled, err := karmada.Compile(p)
		require.NoError(t, err)
		bundle.Policies, bundle.Overrides = append(bundle.Policies, compiled), append(bundle.Overrides, p)
	}
	for i := range objects {
		container := map[string]any{"name": "app", "image": "nginx:1.20"}
		options.Objects = append(options.Objects, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment",
			"metadata": map[string]any{"name": fmt.Sprint("app", i), "namespace": fmt.Sprint("ns", i%spaces), "labels": map[string]any{"tier": "gold"}},
			"spec":     map[string]any{"replicas": int64(2), "template": map[string]any{"spec": map[string]any{"containers": []any{container}}}},
		}})
	}
	for i := range clusters {
		options.Clusters = append(options.Clusters, selector.Cluster{Name: fmt.Sprint("m", i), Region: fmt.Sprint("region", i%10)})
	}
	return bundle, options
}

// TestFleet checks what the fleet is made of, so that the benchmark measures what it says.
func TestFleet(t *testing.T) {
	t.Parallel()
	bundle, options := fleet(t, 400, 400, 20)
	findings := lint.Check(bundle, options)
	require.Equal(t, 3, count(findings, lint.UnmatchedSelector))
	require.Equal(t, 3, count(findings, lint.UnknownContainer))
	require.Zero(t, errorsIn(findings))
}

func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct{ policies, objects, clusters int }{{1000, 1000, 50}, {10_000, 0, 0}, {10_000, 10_000, 500}} {
		b.Run(fmt.Sprintf("policies=%d/objects=%d/clusters=%d", size.policies, size.objects, size.clusters), func(b *testing.B) {
			if testing.Short() && size.objects > 1000 {
				b.Skip("it takes seconds")
			}
			bundle, options := fleet(b, size.policies, size.objects, max(1, size.clusters))
			if size.clusters == 0 {
				options.Clusters = nil
			}
			b.ReportAllocs()
			for b.Loop() {
				lint.Check(bundle, options)
			}
		})
	}
}
