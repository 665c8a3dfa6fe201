package lint_test

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
)

// TestOnly divides the policies of every input, and checks that the parts find what the whole check finds.
func TestOnly(t *testing.T) {
	t.Parallel()
	divided, divisions, enough := 0, []uint32{1, 2, 3, 7}, 300
	if testing.Short() {
		divisions, enough = []uint32{3}, 100
	}
	for name, text := range inputs(t) {
		bundle := lenient(text)
		whole := lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters, Silenced: true})
		for _, parts := range divisions {
			var all []lint.Finding
			for part := range parts {
				only := func(policy override.Ref) bool {
					h := fnv.New32a()
					h.Write([]byte(policy.Kind + "/" + policy.Namespace + "/" + policy.Name))
					return h.Sum32()%parts == part
				}
				some := lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters, Silenced: true, Only: only})
				if len(some) > 0 && len(some) < len(whole) {
					divided++
				}
				for _, f := range some {
					require.True(t, only(f.Policy), "%s: %s", name, f)
				}
				all = append(all, some...)
			}
			require.Equal(t, sorted(t, whole), sorted(t, all), "%s: %d parts", name, parts)
		}
	}
	require.Greater(t, divided, enough)
}

// sorted returns findings as sorted JSON.
func sorted(t *testing.T, findings []lint.Finding) []string {
	t.Helper()
	all := make([]string, len(findings))
	for i, f := range findings {
		text, err := json.Marshal(f)
		require.NoError(t, err)
		all[i] = string(text)
	}
	slices.SortFunc(all, cmp.Compare[string])
	return all
}
