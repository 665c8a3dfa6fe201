package policytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/internal/suitetest"
)

// Short names of what the tests share.
const (
	member1  = suitetest.Member1
	member2  = suitetest.Member2
	settings = suitetest.ConfigMap
	relabel  = suitetest.Relabel
)

var stream, write = suitetest.Stream, suitetest.Write

// TestRun runs cases like a user of the package.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"shared/clusters.yaml": member1 + "---\n" + member2,
		"one/input.yaml":       stream("a case", relabel, settings),
		"two/three/input.yaml": stream("a case further below", settings),
	})
	one := "# ConfigMap default/settings in member1: unchanged\n---\n# ConfigMap default/settings in member2\n" +
		"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    tier: web\n  name: settings\n  namespace: default\n"
	write(t, folder, map[string]string{
		"one/want.yaml":       one,
		"two/three/want.yaml": "# ConfigMap default/settings in member1, member2: unchanged\n",
	})
	require.True(t, t.Run("cases", func(t *testing.T) { Run(t, folder) }))
}
