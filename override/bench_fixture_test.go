package override_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// fixture returns a file of testdata/bench.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	file, err := os.Open("../testdata/bench/" + name)
	require.NoError(t, err)
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		text, err = gzip.NewReader(file)
		require.NoError(t, err)
	}
	all, err := io.ReadAll(text)
	require.NoError(t, err)
	return all
}

// decoded returns an object of testdata/bench, decoded like unstructured.Unstructured.
func decoded(t testing.TB, name string) *unstructured.Unstructured {
	t.Helper()
	obj := &unstructured.Unstructured{}
	require.NoError(t, utiljson.Unmarshal(fixture(t, name), &obj.Object))
	return obj
}

// policiesOf returns the policies of files with lists of them.
func policiesOf(t testing.TB, names ...string) *override.Set {
	t.Helper()
	var all []map[string]any
	for _, name := range names {
		var list []map[string]any
		require.NoError(t, json.Unmarshal(fixture(t, name), &list))
		all = append(all, list...)
	}
	return setOf(t, all)
}

func setOf(t testing.TB, policies []map[string]any) *override.Set {
	t.Helper()
	return override.NewSet(compiled(t, policies)...)
}

func compiled(t testing.TB, policies []map[string]any) []*override.Policy {
	t.Helper()
	var compiled []*override.Policy
	for _, content := range policies {
		source, err := karmada.From(content)
		require.NoError(t, err)
		p, err := karmada.Compile(source)
		require.NoError(t, err)
		require.Empty(t, p.Faults())
		compiled = append(compiled, p)
	}
	return compiled
}

// fleet returns the clusters of a case: 500 for b5, one for the others.
func fleet(t testing.TB, name string) []selector.Cluster {
	t.Helper()
	list := make([]api.Cluster, 1)
	if name == "b5" {
		require.NoError(t, json.Unmarshal(fixture(t, "clusters-500.json.gz"), &list))
		require.Len(t, list, 500)
	} else {
		require.NoError(t, json.Unmarshal(fixture(t, "cluster.json"), &list[0]))
	}
	var clusters []selector.Cluster
	for i := range list {
		clusters = append(clusters, list[i].Facts())
	}
	return clusters
}

// benchmarks are the cases of testdata/bench: the policies for the deployment and the cluster member1.
var benchmarks = []struct {
	name, reason string
	policies     func(t testing.TB) *override.Set
}{
	{"b1", "one policy, one image override", func(t testing.TB) *override.Set { return policiesOf(t, "b1-policies.json") }},
	{"b2", "one policy, every overrider", func(t testing.TB) *override.Set { return policiesOf(t, "b2-policies.json") }},
	{"b3", "1,000 policies, three match", func(t testing.TB) *override.Set { return setOf(t, many(1000)) }},
	{"b4", "10,000 policies, three match", func(t testing.TB) *override.Set { return setOf(t, many(10000)) }},
	{"b5", "20 policies that all match", func(t testing.TB) *override.Set {
		return policiesOf(t, "b5-cluster-policies.json", "b5-policies.json")
	}},
}

// TestBenchmarks compares the results of the benchmarks with those of Karmada.
func TestBenchmarks(t *testing.T) {
	t.Parallel()
	for _, c := range benchmarks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := decoded(t, c.name+"-want.json").Object
			selection := c.policies(t).Select(decoded(t, "deployment.json"))
			for _, cluster := range fleet(t, c.name) {
				result, err := selection.Apply(cluster)
				require.NoError(t, err, c.reason)
				got, err := result.Object()
				require.NoError(t, err)
				require.Equal(t, want, got.Object, c.reason)
			}
		})
	}
}
