package kubeadmiral_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// benchmarks are policies for the deployment of testdata/bench in the cluster member1. They have the same results as Karmada's
// policies of the same names.
var benchmarks = []struct{ name, reason, overriders string }{
	{"b1", "one policy, one image override", `
		image: [{operations: [{imageComponent: Registry, operator: overwrite, value: "mirror.example.com:5000"}]}]`},
	{"b2", "one policy, every overrider but envs, five operations of a patch", `
		image: [{operations: [{imageComponent: Registry, operator: overwrite, value: "mirror.example.com:5000"}]}]
		command: [{containerName: app, operator: append, value: [--init]}]
		args: [{containerName: app, operator: append, value: [--region=eu, --zone=a]}]
		labels: [{operator: addIfAbsent, value: {region: eu, example.com/site: eu-west-1}}]
		annotations: [{operator: overwrite, value: {example.com/owner: team-eu}}]
		jsonpatch:
		- {path: /spec/replicas, operator: replace, value: 5}
		- {path: /spec/template/spec/nodeSelector, operator: add, value: {disk: ssd}}
		- {path: /spec/template/spec/containers/0/env/-, operator: add, value: {name: REGION, value: eu}}
		- {path: /spec/template/spec/containers/1/resources/limits/cpu, operator: replace, value: "1"}
		- {path: /spec/template/metadata/annotations/prometheus.io~1port, operator: remove}`},
}

// fixture returns an object of testdata/bench. Its label names the policy.
func fixture(t testing.TB, name string) *unstructured.Unstructured {
	t.Helper()
	text, err := os.ReadFile("../../testdata/bench/" + name)
	require.NoError(t, err)
	object := &unstructured.Unstructured{Object: dialecttest.Decode(t, text).(map[string]any)}
	labels := object.GetLabels()
	labels[kubeadmiral.ClusterOverridePolicyNameLabel] = "bench"
	object.SetLabels(labels)
	return object
}

// benchmarkSet returns the policy of a benchmark.
func benchmarkSet(t testing.TB, overriders string) *override.Set {
	t.Helper()
	p := &api.ClusterOverridePolicy{}
	p.Name = "bench"
	p.Spec.OverrideRules = []api.OverrideRule{{
		TargetClusters: &api.TargetClusters{Clusters: []string{"member1"}}, Overriders: overridersOf(t, overriders),
	}}
	compiled, err := kubeadmiral.Compile(p)
	require.NoError(t, err)
	require.Empty(t, compiled.Faults())
	return override.NewSet(compiled)
}

// TestBenchmarks checks the results of the benchmarks.
func TestBenchmarks(t *testing.T) {
	t.Parallel()
	for _, c := range benchmarks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := benchmarkSet(t, c.overriders).Select(fixture(t, "deployment.json")).Apply(member1)
			require.NoError(t, err)
			require.Equal(t, fixture(t, c.name+"-want.json").Object, objectOf(t, result).Object, c.reason)
			require.Empty(t, result.Divergences(), "KubeAdmiral has the same result")
		})
	}
}

// BenchmarkDeepCopy is the unit of the other benchmarks: one copy of the object.
func BenchmarkDeepCopy(b *testing.B) {
	object := fixture(b, "deployment.json")
	b.ReportAllocs()
	for b.Loop() {
		_ = object.DeepCopy()
	}
}

// The set is created once. The benchmarks measure the work for each object and cluster: "changes" is Select and Apply, "object"
// also copies the result.

func BenchmarkB1(b *testing.B) { measure(b, benchmarks[0].overriders) }
func BenchmarkB2(b *testing.B) { measure(b, benchmarks[1].overriders) }

func measure(b *testing.B, overriders string) {
	object, set := fixture(b, "deployment.json"), benchmarkSet(b, overriders)
	for _, part := range []string{"changes", "object"} {
		b.Run(part, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				result, err := set.Select(object).Apply(member1)
				if err == nil && part == "object" {
					_, err = result.Object()
				}
				require.NoError(b, err)
			}
		})
	}
}
