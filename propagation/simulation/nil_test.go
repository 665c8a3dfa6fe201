package simulation_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/testdata/exported"
)

// worlds are the worlds that every method must survive.
func worlds() map[string]*simulation.World {
	return map[string]*simulation.World{"zero": {}, "empty": simulation.New(propagation.PlanInput{}, time.Time{})}
}

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	each := func(call func(t *testing.T, w *simulation.World)) func(t *testing.T) {
		return func(t *testing.T) {
			for name, w := range worlds() {
				t.Run(name, func(t *testing.T) { call(t, w) })
			}
		}
	}
	exported.Walk(t, map[string]func(t *testing.T){
		"New": func(t *testing.T) { require.Zero(t, simulation.New(propagation.PlanInput{}, time.Time{}).Now()) },
		"NotFoundError.Error": func(t *testing.T) {
			require.Equal(t, "cluster  does not exist", (&simulation.NotFoundError{}).Error())
		},
		"UnsettledError.Error": func(t *testing.T) {
			require.Equal(t, "the world still changes after 0 rounds: ", (&simulation.UnsettledError{}).Error())
		},
		"World.Clusters":       each(func(t *testing.T, w *simulation.World) { require.Empty(t, w.Clusters()) }),
		"World.DeletePolicy":   each(func(t *testing.T, w *simulation.World) { require.False(t, w.DeletePolicy(override.Ref{})) }),
		"World.DeleteTemplate": each(func(t *testing.T, w *simulation.World) { require.False(t, w.DeleteTemplate(override.Ref{})) }),
		"World.Edit": each(func(t *testing.T, w *simulation.World) {
			require.EqualError(t, w.Edit("", override.Ref{}, nil), "cluster  does not exist")
		}),
		"World.Leave": each(func(t *testing.T, w *simulation.World) { require.False(t, w.Leave("")) }),
		"World.Now":   each(func(t *testing.T, w *simulation.World) { require.Zero(t, w.Now()) }),
		"World.PutCluster": each(func(t *testing.T, w *simulation.World) {
			require.Error(t, w.PutCluster(nil))
			require.Error(t, w.PutCluster(&api.Cluster{}))
		}),
		"World.PutOverride": each(func(t *testing.T, w *simulation.World) {
			for _, p := range []api.OverrideSource{nil, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}} {
				require.Error(t, w.PutOverride(p), "%T", p)
			}
		}),
		"World.PutTaintPolicy": each(func(t *testing.T, w *simulation.World) {
			require.Error(t, w.PutTaintPolicy(nil))
			require.Error(t, w.PutTaintPolicy(&api.ClusterTaintPolicy{}))
		}),
		"World.PutPolicy": each(func(t *testing.T, w *simulation.World) {
			for _, p := range []api.PropagationSource{nil, &api.PropagationPolicy{}, &api.ClusterPropagationPolicy{}} {
				require.Error(t, w.PutPolicy(p), "%T", p)
			}
		}),
		"World.PutTemplate": each(func(t *testing.T, w *simulation.World) {
			for _, o := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}} {
				require.Error(t, w.PutTemplate(o))
			}
		}),
		"World.SetReady": each(func(t *testing.T, w *simulation.World) { require.False(t, w.SetReady("", true)) }),
		"World.Settle": each(func(t *testing.T, w *simulation.World) {
			step, err := w.Settle(context.Background())
			require.NoError(t, err)
			require.Equal(t, 1, step.Rounds)
			canceled, cancel := context.WithCancel(context.Background())
			cancel()
			_, err = w.Settle(canceled)
			require.ErrorIs(t, err, context.Canceled)
		}),
		"World.Stored": each(func(t *testing.T, w *simulation.World) {
			bindings, works := w.Stored()
			require.Empty(t, bindings)
			require.Empty(t, works)
		}),
		"World.Templates": each(func(t *testing.T, w *simulation.World) { require.Empty(t, w.Templates()) }),
		"World.Wait": each(func(t *testing.T, w *simulation.World) {
			w.Wait(0)
			require.Zero(t, w.Now())
		}),
	})
}
