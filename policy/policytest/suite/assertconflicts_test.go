package suite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConflictsOfRules checks that a rule may build on an earlier one of its policy, and that another policy may not write to the same place.
func TestConflictsOfRules(t *testing.T) {
	t.Parallel()
	const policy = `---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: %}
spec:
  overrideRules:
  - overriders:
      labelsOverrider: [{operator: add, value: {tier: all}}]
  - targetCluster: {clusterNames: [member1]}
    overriders:
      labelsOverrider: [{operator: add, value: {tier: %}}]
`
	named := func(name string) string { return strings.ReplaceAll(policy, "%", name) }
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/case.yaml": "# why\nassert: [conflicts: none]\n", "a/input.yaml": member1 + "---\n" + configMap + named("one")})
	require.Empty(t, failures(folder, false))
	write(t, folder, map[string]string{"a/input.yaml": member1 + "---\n" + configMap + named("one") + named("two")})
	require.Contains(t, failures(folder, false), `"one" by OverridePolicy default/one: spec.overrideRules[1]`)
}
