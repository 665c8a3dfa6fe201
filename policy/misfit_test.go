package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

// TestDecodeTypes has values that do not fit their fields.
func TestDecodeTypes(t *testing.T) {
	t.Parallel()
	karmada := "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n"
	cluster := "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n"
	for _, c := range []struct {
		name, reason, in string
		want             []string
	}{
		{"all of them", "with indexes and lines, in the order of fields, and also unknown fields", karmada + `spec:
  overrideRules:
  - overriders:
      plaintext:
      - {path: /a, operator: remove}
      - path: /a
        operator: [remove]
    targetCluster: a
  - overriders: []
  resourceSelectors:
  - kind: 5
    Kind: Pod
    labelSelector: {matchLabels: {app.kubernetes.io/name: true}}
`, []string{
			`line 10: spec.overrideRules[0].overriders.plaintext[1].operator is a list, expected a string`,
			`line 11: spec.overrideRules[0].targetCluster is the string "a", expected an object`,
			`line 12: spec.overrideRules[1].overriders is a list, expected an object`,
			`line 15: unknown field "spec.resourceSelectors[0].Kind", did you mean "kind"?`,
			`line 14: spec.resourceSelectors[0].kind is the number 5, expected a string`,
			`line 16: spec.resourceSelectors[0].labelSelector.matchLabels[app.kubernetes.io/name] is the boolean true, expected a string; in YAML, the words y, yes, on, true, n, no, off and false need quotes`}},
		{"object", "with its article; values of overriders are not quoted", karmada + "spec: {overrideRules: [{overriders: {imageOverrider: [{value: {a: b}, operator: 5, component: x}]}}]}\n", []string{
			`line 4: spec.overrideRules[0].overriders.imageOverrider[0].operator is a number, expected a string`,
			`line 4: spec.overrideRules[0].overriders.imageOverrider[0].value is an object, expected a string`}},
		{"label selector", "a type with few fields lists them", karmada + "spec: {overrideRules: [{targetCluster: {labelSelector: {region: eu}}}]}\n", []string{
			`line 4: unknown field "spec.overrideRules[0].targetCluster.labelSelector.region", expected matchExpressions or matchLabels`}},
		{"words", "y is a boolean in YAML 1.1; the value is not quoted, but the advice is there", karmada + "spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: y}}]}}]}\n", []string{
			`line 4: spec.overrideRules[0].overriders.labelsOverrider[0].value[a] is a boolean, expected a string; in YAML, the words y, yes, on, true, n, no, off and false need quotes`}},
		{"alias", "the line is that of the value", karmada + "spec:\n  resourceSelectors:\n  - &a {kind: 5}\n  - *a\n", []string{
			`line 6: spec.resourceSelectors[0].kind is the number 5, expected a string`,
			`line 6: spec.resourceSelectors[1].kind is the number 5, expected a string`}},
		{"types that decode themselves", "time, and quantities by their keys", cluster + "spec: {taints: [{key: k, timeAdded: noon}, {key: k, timeAdded: [1]}]}\nstatus: {resourceSummary: {allocatable: {cpu: many, pods: []}}, remedyActions: {a: b}}\n", []string{
			`line 4: spec.taints[0].timeAdded: parsing time "noon" as "2006-01-02T15:04:05Z07:00": cannot parse "noon" as "2006"`,
			`line 4: spec.taints[1].timeAdded is a list, expected a string`,
			`line 5: status.remedyActions is an object, expected a list`,
			`line 5: status.resourceSummary.allocatable[cpu]: "many" is not a quantity: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
			`line 5: status.resourceSummary.allocatable[pods]: "[]" is not a quantity: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`}},
		{"list item", "its place in the list is known", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicyList\nitems:\n- {metadata: {name: p, namespace: d}, spec: {resourceSelectors: [[]]}}\n", []string{
			`line 4: spec.resourceSelectors[0] is a list, expected an object`}},
		{"lenient kind", "unknown fields are not errors, other types are", "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: FederatedCluster\nmetadata: {name: m, labels: {a: 1}}\nspec: {any: thing}\n", []string{
			`line 3: metadata.labels[a] is the number 1, expected a string`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.in))
			require.Error(t, err, c.reason)
			var got []string
			for _, err := range err.(interface{ Unwrap() []error }).Unwrap() {
				var failed *policy.Error
				require.ErrorAs(t, err, &failed)
				_, text, ok := strings.Cut(strings.TrimPrefix(failed.Err.Error(), "items[0]: "), ": ") // the name
				require.True(t, ok)
				got = append(got, fmt.Sprintf("line %d: %s", failed.Line, text))
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
	t.Run("limit", func(t *testing.T) {
		t.Parallel()
		var in strings.Builder
		in.WriteString(karmada + "spec:\n  resourceSelectors:\n")
		for range 200 {
			in.WriteString("  - 5\n")
		}
		for limit, want := range map[int]int{2: 3, 0: 101} {
			_, err := policy.Decoder{Limits: policy.Limits{Errors: limit}}.Decode(strings.NewReader(in.String()))
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, want)
			require.Equal(t, fmt.Sprintf("document 1 (line %d): OverridePolicy d/p: spec.resourceSelectors[%d] is the number 5, expected an object", 4+want, want-2), lines[want-2])
			require.Equal(t, "document 1 (line 1): OverridePolicy d/p: the document has more of these errors", lines[want-1])
		}
	})
}
