package interpreter_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
)

func TestCompareDependencies(t *testing.T) {
	t.Parallel()
	selects := func(app string) *metav1.LabelSelector {
		return &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}
	}
	sorted := []interpreter.Dependency{ // each differs from the one before it in the field that decides
		{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "b", Name: "b"},
		{APIVersion: "v1", Kind: "ConfigMap", Namespace: "b", Name: "b"},
		{APIVersion: "v1", Kind: "Secret", Namespace: "a", Name: "b"},
		{APIVersion: "v1", Kind: "Secret", Namespace: "b", LabelSelector: selects("web")},
		{APIVersion: "v1", Kind: "Secret", Namespace: "b", Name: "a", LabelSelector: selects("api")},
		{APIVersion: "v1", Kind: "Secret", Namespace: "b", Name: "a", LabelSelector: selects("web")},
	}
	for i, a := range sorted {
		for j, b := range sorted {
			require.Equal(t, i < j, a.Compare(b) < 0, "%v and %v", a, b)
			require.Equal(t, i == j, a.Compare(b) == 0, "%v and %v", a, b)
		}
	}
	require.Zero(t, sorted[3].Compare(interpreter.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: "b", LabelSelector: selects("web")}),
		"equal selectors in different forms")
	shuffled := slices.Clone(sorted)
	slices.Reverse(shuffled)
	slices.SortFunc(shuffled, interpreter.Dependency.Compare)
	require.Equal(t, sorted, shuffled)
}
