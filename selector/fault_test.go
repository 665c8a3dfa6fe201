package selector_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// TestManyFaults checks that the error of a selector has all its faults, but that its text is bounded: a policy can have a fault in each label.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	const many = 3000
	invalid := map[string]string{}
	var selectors []selector.ObjectSelector
	for i := range many {
		invalid[fmt.Sprintf("a b%04d", i)] = "x"
		selectors = append(selectors, selector.ObjectSelector{LabelSelector: matchLabels(fmt.Sprintf("a b%d", i), "x")})
	}
	_, objects := selector.NewObjects(selectors...)
	clusters, ofClusters := selector.NewClusters(selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: invalid}, Strict: true})
	for name, err := range map[string]error{"objects": objects, "clusters": ofClusters, "one cluster": clusters.Fault(&selector.Cluster{})} {
		require.Len(t, fieldsOf(t, err), many, name)
		text := err.Error()
		require.Less(t, len(text), 20*1100, name)
		require.True(t, strings.HasSuffix(text, fmt.Sprintf(", and %d more]", many-20)), name)
	}
	require.Less(t, len(clusters.Why(&selector.Cluster{})), 20*1100)

	_, err := selector.NewObjects(selector.ObjectSelector{LabelSelector: matchLabels("a", strings.Repeat("é", 1_000_000))})
	require.Equal(t, 1001, utf8.RuneCountInString(err.Error()), "1,000 characters and the mark")
	require.True(t, strings.HasSuffix(err.Error(), "é…"))
}
