package simulation

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// failingHooks has the hooks for statuses. Those with an error return it.
type failingHooks struct{ status, health, aggregate error }

func (*failingHooks) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "apps", Version: "v1", Kind: "Deployment"}}
}

func (h *failingHooks) InterpretStatus(_ context.Context, o *unstructured.Unstructured) (any, error) {
	return o.Object["status"], h.status
}

func (h *failingHooks) InterpretHealth(context.Context, *unstructured.Unstructured) (bool, error) {
	return h.health == nil, h.health
}

func (h *failingHooks) AggregateStatus(_ context.Context, o *unstructured.Unstructured, _ []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return o, h.aggregate
}

// TestFailure lets each hook for statuses fail. The first step warns of it, and so does one in which it fails in another cluster or again.
func TestFailure(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for _, tc := range []struct {
		name, reason string
		hooks        failingHooks
		first        string // the warning of the first step
		joined       string // that after m3 has joined; empty: none
	}{
		{"InterpretStatus", "no status reaches the Works", failingHooks{status: boom}, "in m1, m2: boom", "in m3: boom"},
		{"InterpretHealth", "the health is Unknown", failingHooks{health: boom}, "in m1, m2: boom", "in m3: boom"},
		{"AggregateStatus", "the template gets no status, whatever cluster joins", failingHooks{aggregate: boom}, "in the control plane: boom", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			hooks := tc.hooks
			w.config.Registry = interpreter.NewRegistry(&hooks)
			join := func(name string) {
				require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+"}")))
			}
			warns := func(text, reason string) {
				step, err := w.Settle(context.Background())
				require.NoError(t, err)
				var want []Warning
				if text != "" {
					want = []Warning{{override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "a"}, text}}
				}
				require.Equal(t, want, step.Warnings, reason)
			}
			join("m1")
			join("m2")
			require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t,
				"{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]}}")))
			require.NoError(t, w.PutTemplate(objectOf("apps/v1", "Deployment", "a")))
			warns(tc.first, tc.reason)
			warns("", "it is known")
			join("m3")
			warns(tc.joined, tc.reason)
			hooks = failingHooks{}
			warns("", "it is repaired")
		})
	}
}
