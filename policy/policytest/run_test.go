package policytest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	member1 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member1}\n"
	member2 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member2}\n"

	settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

	// relabel changes the object in member2 only.
	relabel = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: relabel}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [member2]}
    overriders:
      labelsOverrider:
      - {operator: add, value: {tier: web}}
`
)

// stream returns documents after a reason.
func stream(reason string, documents ...string) string {
	return "# " + reason + "\n" + strings.Join(documents, "---\n")
}

// write writes files below a folder.
func write(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
}

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
