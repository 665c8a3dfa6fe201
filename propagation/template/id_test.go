package template_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestPolicyWithoutID: without a permanent id, nothing could be claimed, and a binding without a claim would be stored and never scheduled.
func TestPolicyWithoutID(t *testing.T) {
	t.Parallel()
	policy := casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}")
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": "a"}}}
	place := func() *template.Placed {
		placed, err := template.Place(context.Background(), &template.Control{Policies: claim.NewPolicies(policy)}, template.Input{Template: object})
		require.NoError(t, err)
		return placed
	}
	placed := place()
	require.EqualError(t, placed.Row.Err, "ConfigMap shop/a: PropagationPolicy shop/p has no label propagationpolicy.karmada.io/permanent-id, expected its permanent id")
	require.Nil(t, placed.Binding)
	policy.Labels = map[string]string{api.PropagationPolicyIDLabel: "1"}
	require.NotNil(t, place().Binding)
}
