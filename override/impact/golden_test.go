package impact_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/testdata/golden"
)

// changeOf reads two streams of policies, clusters and objects.
func changeOf(t testing.TB, before, after string) impact.Change {
	t.Helper()
	a, err := policy.Decode(strings.NewReader(before))
	require.NoError(t, err)
	b, err := policy.Decode(strings.NewReader(after))
	require.NoError(t, err)
	return impact.Change{
		Before:  impact.State{Policies: override.NewSet(a.Policies...), Clusters: a.Clusters},
		After:   impact.State{Policies: override.NewSet(b.Policies...), Clusters: b.Clusters},
		Objects: impact.Objects(a.Objects, b.Objects),
	}
}

// TestGolden has folders with before.yaml, after.yaml, the reason of the case, and the impact.
func TestGolden(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("testdata/*/reason")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, reason := range folders {
		folder := filepath.Dir(reason)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			read := func(name string) string {
				text, err := os.ReadFile(filepath.Join(folder, name))
				require.NoError(t, err)
				return string(text)
			}
			c := changeOf(t, read("before.yaml"), read("after.yaml"))
			golden.Require(t, filepath.Join(folder, "impact.txt"), c.Impact(impact.Limits{}).String(), read("reason"))
		})
	}
}
