package affected_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	each := func(call func(t *testing.T, x *affected.Index)) func(t *testing.T) {
		return func(t *testing.T) {
			for name, x := range map[string]*affected.Index{"nil": nil, "zero": {}} {
				t.Run(name, func(t *testing.T) { call(t, x) })
			}
		}
	}
	none := override.Ref{}
	exported.Walk(t, map[string]func(t *testing.T){
		"Differs":  func(t *testing.T) { require.False(t, affected.Differs(0, 0, nil, nil)) },
		"Touches":  func(t *testing.T) { require.False(t, affected.Touches(nil, schedule.Options{}, nil)) },
		"Touching": func(t *testing.T) { require.Empty(t, affected.Touching(nil, nil)) },
		"HealthMatters": func(t *testing.T) {
			require.False(t, affected.HealthMatters(nil, &api.ResourceBinding{}))
			require.False(t, affected.HealthMatters(&api.ResourceBinding{}, (*api.ClusterResourceBinding)(nil)))
		},
		"Index.Spaces":   each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Spaces()) }),
		"Index.Binding":  each(func(t *testing.T, x *affected.Index) { require.Nil(t, x.Binding(none)) }),
		"Index.Bindings": each(func(t *testing.T, x *affected.Index) { require.Nil(t, x.Bindings().Get("", "")) }),
		"Index.Bound":    each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Bound()) }),
		"Index.Claimed":  each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Claimed(none)) }),
		"Index.Expect": each(func(_ *testing.T, x *affected.Index) {
			x.Expect(nil)
			x.Expect((*api.ResourceBinding)(nil))
			x.Expect(&api.ClusterResourceBinding{})
		}),
		"Index.Fill": each(func(t *testing.T, x *affected.Index) {
			require.Empty(t, x.Fill(affected.Stored{}))
			require.Empty(t, x.Fill(affected.Stored{
				Templates: []*unstructured.Unstructured{nil}, Policies: []api.PropagationSource{nil, (*api.PropagationPolicy)(nil)}, Overrides: []affected.Override{{}},
				Clusters: []*api.Cluster{nil}, Bindings: []api.Binding{nil, (*api.ResourceBinding)(nil)}, Works: []*api.Work{nil},
			}))
		}),
		"Index.Forget": each(func(_ *testing.T, x *affected.Index) {
			x.Forget(nil)
			x.Forget((*api.ResourceBinding)(nil))
			x.Forget(&api.ClusterResourceBinding{})
		}),
		"Index.Fleet":      each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Fleet().All()) }),
		"Index.Overrides":  each(func(t *testing.T, x *affected.Index) { require.Zero(t, x.Overrides().Set.Len()) }),
		"Index.Peers":      each(func(t *testing.T, x *affected.Index) { require.Nil(t, x.Peers()) }),
		"Index.Policies":   each(func(_ *testing.T, x *affected.Index) { x.Policies() }),
		"Index.Policy":     each(func(t *testing.T, x *affected.Index) { require.Nil(t, x.Policy(none)) }),
		"Index.PolicyRefs": each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.PolicyRefs()) }),
		"Index.Find": each(func(t *testing.T, x *affected.Index) {
			found, err := x.Find(context.Background(), interpreter.Dependency{})
			require.NoError(t, err)
			require.Empty(t, found)
		}),
		"Index.OverrideExists": each(func(t *testing.T, x *affected.Index) { require.False(t, x.OverrideExists("", "")) }),
		"Index.PutBinding": each(func(t *testing.T, x *affected.Index) {
			require.Empty(t, x.PutBinding(nil))
			require.Empty(t, x.PutBinding((*api.ResourceBinding)(nil)))
		}),
		"Index.PutCluster":  each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.PutCluster(nil)) }),
		"Index.PutOverride": each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.PutOverride(affected.Override{})) }),
		"Index.PutPolicy": each(func(t *testing.T, x *affected.Index) {
			require.Empty(t, x.PutPolicy(nil))
			require.Empty(t, x.PutPolicy((*api.PropagationPolicy)(nil)))
		}),
		"Index.PutTemplate":    each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.PutTemplate(nil)) }),
		"Index.PutWork":        each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.PutWork(nil)) }),
		"Index.DeleteBinding":  each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeleteBinding(none)) }),
		"Index.DeleteCluster":  each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeleteCluster("")) }),
		"Index.DeleteOverride": each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeleteOverride(none)) }),
		"Index.DeletePolicy":   each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeletePolicy(none)) }),
		"Index.DeleteTemplate": each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeleteTemplate(none)) }),
		"Index.DeleteWork":     each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.DeleteWork(none)) }),
		"Index.Template":       each(func(t *testing.T, x *affected.Index) { require.Nil(t, x.Template(none)) }),
		"Index.TemplateOf": each(func(t *testing.T, x *affected.Index) {
			_, found := x.TemplateOf(none)
			require.False(t, found)
		}),
		"Index.Templates": each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Templates()) }),
		"Index.Works":     each(func(t *testing.T, x *affected.Index) { require.Empty(t, x.Works(none)) }),
	})
}
