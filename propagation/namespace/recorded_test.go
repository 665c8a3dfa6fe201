package namespace_test

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
)

// recorded is a case with the result of Karmada: one of Want and Error. Partial is what it had stored when it failed.
type recorded struct {
	Name                    string
	Namespace               api.Manifest // which decodes integers as integers
	Clusters                []*api.Cluster
	ClusterOverridePolicies []api.ClusterOverridePolicy
	OverridePolicies        []api.OverridePolicy
	Works                   []*api.Work

	Want, Partial json.RawMessage
	Error, Panic  string
}

// TestRecorded replays recordings of Karmada f8fdd02df, and checks that inputs are not written. Empty and absent are equal. Where Karmada failed,
// there is an error, and the Works that it had stored are returned with it.
func TestRecorded(t *testing.T) {
	t.Parallel()
	cases := read(t, "testdata/namespaces.jsonl.gz")
	require.Len(t, cases, 21, "every recording is read")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, c.Panic)
			before := frozen(t, c)
			works, err := namespace.Render(c.input(t))
			require.Equal(t, before, frozen(t, c), "the input has not changed")
			want := c.Want
			if c.Error != "" {
				require.Error(t, err)
				want = c.Partial
			} else {
				require.NoError(t, err)
			}
			require.NotEmpty(t, want)
			require.Equal(t, lean(t, string(want)), lean(t, frozen(t, map[string]any{"works": storedAfter(c.Works, works)})))
		})
	}
}

func (c recorded) input(t *testing.T) namespace.Input {
	var policies []api.OverrideSource
	for i := range c.ClusterOverridePolicies {
		policies = append(policies, &c.ClusterOverridePolicies[i])
	}
	for i := range c.OverridePolicies {
		policies = append(policies, &c.OverridePolicies[i])
	}
	overrides, err := work.NewOverrides(policies...)
	require.NoError(t, err)
	return namespace.Input{
		Namespace: &unstructured.Unstructured{Object: c.Namespace}, Clusters: c.Clusters, Overrides: overrides, Stored: c.Works,
		Skipped: []*regexp.Regexp{regexp.MustCompile("^kube-.*$")},
	}
}

// storedAfter returns all stored Works after some were written, sorted.
func storedAfter(before, written []*api.Work) []*api.Work {
	order := func(a, b *api.Work) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	}
	all := slices.Clone(written)
	for _, w := range before {
		if !slices.ContainsFunc(written, func(other *api.Work) bool { return order(w, other) == 0 }) {
			w = w.DeepCopy()
			w.DeletionTimestamp = nil // recordings do not have it
			all = append(all, w)
		}
	}
	slices.SortFunc(all, order)
	return all
}

// lean returns decoded JSON without empty values.
func lean(t *testing.T, text string) any {
	var decoded any
	require.NoError(t, utiljson.Unmarshal([]byte(text), &decoded))
	return trim(decoded)
}

func read(t *testing.T, path string) (cases []recorded) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	for lines := json.NewDecoder(unzipped); lines.More(); {
		var c recorded
		require.NoError(t, lines.Decode(&c))
		cases = append(cases, c)
	}
	return cases
}
