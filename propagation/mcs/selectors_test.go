package mcs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/casetest"
	"github.com/overridekit/overridekit/propagation/mcs"
)

func TestFollowingSelectors(t *testing.T) {
	t.Parallel()
	const (
		web     = "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: shop, name: web}"
		service = "{apiVersion: v1, kind: Service, namespace: shop, name: derived-web}"
		slices  = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, namespace: shop, labelSelector: {matchLabels: {kubernetes.io/service-name: derived-web}}}"
	)
	for name, c := range map[string]struct {
		selectors, want string
		needs           bool
		reason          string
	}{
		"an import":         {"[" + web + "]", "[" + service + ", " + slices + "]", true, "both follow"},
		"without a name":    {"[{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: shop}]", "[]", true, "today's dependencies need no name"},
		"without namespace": {"[{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, name: web}]", "[]", true, "nor a namespace"},
		"by labels":         {"[{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: shop, labelSelector: {matchLabels: {a: b}}}]", "[]", true, "nor does it matter how they are selected"},
		"another version":   {"[{apiVersion: multicluster.x-k8s.io/v1beta1, kind: ServiceImport, namespace: shop, name: web}]", "[]", false, "the version is matched exactly"},
		"another kind":      {"[{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, namespace: shop, name: web}]", "[]", false, "an export needs nothing"},
		"twice":             {"[" + web + ", " + web + "]", "[" + service + ", " + slices + "]", true, "each follower is there once"},
		"extended already":  {"[" + web + ", " + service + ", " + slices + "]", "[]", true, "a policy does not grow with each update"},
		"extended in part":  {"[" + service + ", " + web + "]", "[" + slices + "]", true, "only what is missing"},
		"another selector of slices": {"[" + web + ", {apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, namespace: shop, labelSelector: {matchLabels: {kubernetes.io/service-name: derived-web, a: b}}}]",
			"[" + service + ", " + slices + "]", true, "it selects fewer slices"},
		"another Service": {"[" + web + ", {apiVersion: v1, kind: Service, namespace: else, name: derived-web}]", "[" + service + ", " + slices + "]", true, "in another namespace"},
		"nothing":         {"[]", "[]", false, "there is nothing to follow"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			selectors := *casetest.Decode[[]api.ResourceSelector](t, c.selectors)
			got := mcs.FollowingSelectors(selectors)
			require.Equal(t, *casetest.Decode[[]api.ResourceSelector](t, c.want), append([]api.ResourceSelector{}, got...), c.reason)
			require.Equal(t, c.needs, mcs.NeedsDependencies(selectors), c.reason)
			require.Empty(t, mcs.FollowingSelectors(append(selectors, got...)), "nothing is missing after that")
		})
	}
}

// TestFollowersAreDependencies compares both forms for an import with a namespace and a name: today's interpreter returns the same.
func TestFollowersAreDependencies(t *testing.T) {
	t.Parallel()
	object := casetest.Object(t, serviceImport+"{type: ClusterSetIP}}")
	registry := interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)
	hook, found := registry.DependencyInterpreter(object.GroupVersionKind())
	require.True(t, found)
	dependencies, err := hook.InterpretDependency(context.Background(), object)
	require.NoError(t, err)
	var want []api.ResourceSelector
	for _, d := range dependencies {
		want = append(want, api.ResourceSelector{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name, LabelSelector: d.LabelSelector})
	}
	got := mcs.FollowingSelectors([]api.ResourceSelector{{APIVersion: "multicluster.x-k8s.io/v1alpha1", Kind: "ServiceImport", Namespace: "shop", Name: "web"}})
	require.ElementsMatch(t, want, got)
}
