package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlanOnly checks that tables of events have only the chosen objects, also among those that only an event creates: a Service has EndpointSlices,
// and one object is applied later.
func TestPlanOnly(t *testing.T) {
	t.Parallel()
	const input = `apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: all}
spec:
  resourceSelectors:
  - {apiVersion: v1, kind: ConfigMap}
  - {apiVersion: v1, kind: Service}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
`
	const events = `step: another ConfigMap
apply:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: later}}
`
	folder := t.TempDir()
	table := func(settings string) string {
		write(t, folder, map[string]string{"a/case.yaml": "# why\nplan: table\nassert: [conflicts: none]\n" + settings,
			"a/input.yaml": input + member1 + "---\n" + configMap, "a/events.yaml": events})
		require.Empty(t, failures(folder, true))
		text, err := os.ReadFile(filepath.Join(folder, "a/want-plan.txt"))
		require.NoError(t, err)
		return string(text)
	}
	all, only := table(""), table("objects: [ConfigMap/*]\n")
	for _, kind := range []string{"Service default/web", "EndpointSlice"} {
		require.Contains(t, all, kind)
		require.NotContains(t, only, kind)
	}
	for _, name := range []string{"ConfigMap default/settings", "ConfigMap default/later"} {
		require.Contains(t, all, name)
		require.Contains(t, only, name)
	}
}
