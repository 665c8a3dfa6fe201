package affected_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values, on an empty index.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	for _, b := range []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil)} {
		var x affected.Index
		require.Empty(t, x.PutBinding(b))
		x.Expect(b)
		x.Forget(b)
		require.False(t, affected.HealthMatters(&api.ResourceBinding{}, b))
		require.False(t, affected.HealthMatters(b, &api.ResourceBinding{}))
	}
	calls := map[string]func(t *testing.T){
		"Differs":       func(t *testing.T) { require.False(t, affected.Differs(0, 0, nil, nil)) },
		"Touches":       func(t *testing.T) { require.False(t, affected.Touches(nil, schedule.Options{}, nil)) },
		"Touching":      func(t *testing.T) { require.Empty(t, affected.Touching(nil, nil)) },
		"HealthMatters": func(t *testing.T) { require.False(t, affected.HealthMatters(nil, nil)) },
		"Index.Fill": func(t *testing.T) {
			require.Empty(t, new(affected.Index).Fill(affected.Stored{
				Templates: []*unstructured.Unstructured{nil}, Policies: []api.PropagationSource{nil, (*api.PropagationPolicy)(nil)}, Overrides: []affected.Override{{}},
				Clusters: []*api.Cluster{nil}, Bindings: []api.Binding{nil, (*api.ResourceBinding)(nil)}, Works: []*api.Work{nil},
			}))
		},
		"Index.PutPolicy": func(t *testing.T) { require.Empty(t, new(affected.Index).PutPolicy((*api.PropagationPolicy)(nil))) },
	}
	exported.Methods(t, calls, &affected.Index{})
	exported.Walk(t, calls)
}
