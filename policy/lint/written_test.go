package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// writers returns n policies that write one value that is the same for all, and one of their own.
func writers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p%d, namespace: shop}\nspec:\n", i)
		b.WriteString("  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]\n  overrideRules:\n  - overriders:\n      plaintext:\n")
		fmt.Fprintf(&b, "      - {path: /data/a, operator: replace, value: b}\n      - {path: /data/k%d, operator: add, value: b}\n---\n", i)
	}
	return b.String() + "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {a: a}\n"
}

// TestWriters checks that each policy but the first one is told who wrote its value, and nothing else is found.
func TestWriters(t *testing.T) {
	t.Parallel()
	findings := check(decode(t, writers(50)))
	require.Len(t, findings, 49)
	for _, f := range findings {
		require.Equal(t, lint.NoEffect, f.Code)
		require.Contains(t, f.Message, "OverridePolicy shop/p0 has already written it")
	}
}

// BenchmarkWriters measures that the time grows with the number of policies, and not with its square.
func BenchmarkWriters(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		b.Run(fmt.Sprint("policies=", n), func(b *testing.B) {
			bundle := decode(b, writers(n))
			for b.Loop() {
				check(bundle)
			}
		})
	}
}
