package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

// TestDecodeUnknown has fields that a policy does not have at their place.
func TestDecodeUnknown(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n"
	for _, c := range []struct{ name, reason, in, want string }{
		{"too little indentation", "the field belongs in the one above it",
			head + "spec: {overrideRules: [{overriders: {}, imageOverrider: []}]}", `"spec.overrideRules[0].imageOverrider", expected it in spec.overrideRules[0].overriders`},
		{"too much indentation", "the field belongs in the innermost struct around it that has it",
			head + "spec: {overrideRules: [{targetCluster: {overriders: {}}}]}", `"spec.overrideRules[0].targetCluster.overriders", expected it in spec.overrideRules[0]`},
		{"no dash", "the field belongs in an element of a list", head + "spec: {resourceSelectors: [], kind: Pod}", `"spec.kind", expected it in spec.resourceSelectors[]`},
		{"a field of the document", "its place has no path", head + "spec: {targetCluster: {metadata: {}}}", `"spec.targetCluster.metadata", expected it at the top level`},
		{"in several fields", "any of them may be meant, so the fields are listed", head + "spec: {overrideRules: [{overriders: {fieldOverrider: [{operator: add}]}}]}",
			`"spec.overrideRules[0].overriders.fieldOverrider[0].operator", expected fieldPath, json or yaml`},
		{"a similar name", "it is more likely than the same name elsewhere", head + "spec: {overrideRules: [{overriders: {labelOverrider: []}}]}",
			`"spec.overrideRules[0].overriders.labelOverrider", did you mean "labelsOverrider"?`},
		{"nothing similar", "the fields are listed", head + "spec: {overrideRules: [{zzz: 1}]}", `"spec.overrideRules[0].zzz", expected overriders or targetCluster`},
		{"nothing similar in metadata", "it has too many fields", strings.Replace(head, "d}", "d, zzz: 1}", 1), `"metadata.zzz"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.in))
			require.ErrorContains(t, err, "OverridePolicy d/p: unknown field ")
			_, text, _ := strings.Cut(err.Error(), "unknown field ")
			require.Equal(t, c.want, text, c.reason)
		})
	}
}
