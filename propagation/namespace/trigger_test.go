package namespace_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestConcernedBy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string // why the case exists
		selectors string
		names     []string
		all       bool
	}{
		{"names are sorted and occur once", "[{apiVersion: v1, kind: Namespace, name: b}, {apiVersion: v1, kind: Namespace, name: a}, {apiVersion: v1, kind: Namespace, name: b}]", []string{"a", "b"}, false},
		{"without a name it is all", "[{apiVersion: v1, kind: Namespace, name: b}, {apiVersion: v1, kind: Namespace}]", nil, true},
		{"labels do not matter", "[{apiVersion: v1, kind: Namespace, labelSelector: {matchLabels: {a: b}}}]", nil, true},
		{"other kinds are not namespaces", "[{apiVersion: v1, kind: ConfigMap}, {apiVersion: v2, kind: Namespace}]", nil, false},
		{"no selectors select everything", "[]", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := casetest.Decode[api.ClusterOverridePolicy](t, "spec: {resourceSelectors: "+c.selectors+"}")
			names, all := namespace.ConcernedBy(policy)
			require.Equal(t, c.names, names)
			require.Equal(t, c.all, all)
		})
	}
}

// A policy for one namespace has changed.
func ExampleConcernedBy() {
	policy := &api.ClusterOverridePolicy{}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "Namespace", Name: "shop"}}
	fmt.Println(namespace.ConcernedBy(policy))
	// Output: [shop] false
}
