package namespace_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
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
	cases := casetest.Recorded[recorded](t, "namespaces")
	require.Len(t, cases, 21, "every recording is read")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, c.Panic)
			before := casetest.Frozen(t, c)
			works, err := render(c.input(t))
			require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
			want := c.Want
			if c.Error != "" {
				require.Error(t, err)
				want = c.Partial
			} else {
				require.NoError(t, err)
			}
			require.NotEmpty(t, want)
			require.Equal(t, casetest.Lean(t, want), casetest.Lean(t, map[string]any{"works": casetest.StoredAfter(c.Works, works)}))
		})
	}
}

func (c recorded) input(t *testing.T) namespace.Input {
	overrides, err := work.NewOverrides(casetest.Overrides(c.ClusterOverridePolicies, c.OverridePolicies)...)
	require.NoError(t, err)
	return namespace.Input{
		Namespace: &unstructured.Unstructured{Object: c.Namespace}, Clusters: c.Clusters, Overrides: overrides, Stored: c.Works,
		Skipped: []*regexp.Regexp{regexp.MustCompile("^kube-.*$")},
	}
}
