package diff_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestDiffClaimedNamespace narrows the policy of a namespace: its Works are deleted and made again, so each is listed once, and no cluster loses the
// namespace.
func TestDiffClaimedNamespace(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Templates = []*unstructured.Unstructured{casetest.Object(t, "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}")}
	policy := &api.ClusterPropagationPolicy{}
	policy.Name = "spaces"
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "Namespace"}}
	in.Policies = []api.PropagationSource{policy}
	before := plantest.PlanOf(t, in)
	in.Bindings, in.Works = before.Bindings, before.Works
	narrow := policy.DeepCopy()
	narrow.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"member1"}}
	in.Policies = []api.PropagationSource{narrow}
	after := plantest.PlanOf(t, in)
	require.Len(t, after.Works, 3)
	require.Len(t, after.Deleted, 2, "they are made again without the binding")
	d := diff.Plans(before, after)
	require.Len(t, d.Templates, 1)
	require.Empty(t, d.Templates[0].Clusters, "every cluster has the namespace before and after")
	require.Len(t, d.Works, 2)
	for _, w := range d.Works {
		require.Equal(t, diff.Changed, w.Kind)
	}
}

// TestDiffHidesOverriddenKind replaces the kind of a Secret: its data is still hidden.
func TestDiffHidesOverriddenKind(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Templates = []*unstructured.Unstructured{casetest.Object(t, "{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}, data: {k: s3cr3t1}}")}
	in.Policies[0].PropagationSpec().ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "Secret"}}
	over := &api.ClusterOverridePolicy{}
	over.Name = "seal"
	over.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
		{Path: "/kind", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"SealedSecret"`)}},
	}}}}
	in.Overrides = []api.OverrideSource{over}
	before := plantest.PlanOf(t, in)
	changed := in.Templates[0].DeepCopy()
	changed.Object["data"] = map[string]any{"k": "s3cr3t2"}
	in.Templates = []*unstructured.Unstructured{changed}
	d := diff.Plans(before, plantest.PlanOf(t, in))
	require.Contains(t, d.String(), "/data/k")
	require.False(t, strings.Contains(d.String(), "s3cr3t"), "the values are hidden")
}
