package karmada_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada"
)

// requireErrors compares errors, one a line, with what is wanted. A wanted line may end in … for words that are a library's.
func requireErrors(t testing.TB, want []string, got field.ErrorList, reason string) {
	t.Helper()
	lines := make([]string, len(got))
	for i, err := range got {
		lines[i] = strings.ReplaceAll(err.Error(), "\n", " ")
		if i < len(want) {
			if words, cut := strings.CutSuffix(want[i], "…"); cut && strings.HasPrefix(lines[i], words) {
				lines[i] = want[i]
			}
		}
	}
	require.Equal(t, strings.Join(want, "\n"), strings.Join(lines, "\n"), reason)
}

// TestValidate is about all but the overriders themselves, which TestValidateOverriders is about.
func TestValidate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		policy       string
		want         []string
	}{
		{"empty", "a policy that does nothing does no harm", `{}`, nil},
		{"unnamed", "an OverridePolicy has a name and a namespace", `{kind: OverridePolicy}`, []string{
			`metadata.name: Required value`,
			`metadata.namespace: Required value`}},
		{"generated name", "the policy is about to be created", `{kind: OverridePolicy, metadata: {generateName: p-, namespace: team}}`, nil},
		{"unnamed, cluster-wide", "a ClusterOverridePolicy has a name", `{kind: ClusterOverridePolicy}`, []string{
			`metadata.name: Required value`}},

		{"selector of nothing", "no object is without apiVersion and kind", `resourceSelectors: [{name: web}]`, []string{
			`spec.resourceSelectors[0].apiVersion: Required value`,
			`spec.resourceSelectors[0].kind: Required value`}},
		{"selector of another namespace", "an OverridePolicy does not reach there; no namespace, and its own, are fine", `
			resourceSelectors:
			- {apiVersion: v1, kind: Pod}
			- {apiVersion: v1, kind: Pod, namespace: team}
			- {apiVersion: v1, kind: Pod, namespace: other}`, []string{
			`spec.resourceSelectors[2].namespace: Invalid value: "other": namespace of resource selector must be the same as the namespace of the policy`}},
		{"selector of any namespace", "a ClusterOverridePolicy reaches all", `
			kind: ClusterOverridePolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{apiVersion: v1, kind: Pod, namespace: other}]}`, nil},
		{"selector by labels", "Karmada has an invalid one match nothing, and does not say so", `
			resourceSelectors:
			- {apiVersion: v1, kind: Pod, labelSelector: {matchLabels: {a b: c}}}
			- {apiVersion: v1, kind: Pod, labelSelector: {matchLabels: {a: b c}}}
			- apiVersion: v1
			  kind: Pod
			  labelSelector:
			    matchExpressions:
			    - {key: a, operator: Like, values: [b]}
			    - {key: a, operator: In}
			    - {key: a, operator: Exists, values: [b]}
			    - {key: "", operator: Exists}
			    - {key: a, operator: NotIn, values: [b, c d]}`, []string{
			`spec.resourceSelectors[0].labelSelector.matchLabels: Invalid value: "a b": …`,
			`spec.resourceSelectors[1].labelSelector.matchLabels: Invalid value: "b c": …`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[0].operator: Invalid value: "Like": …`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[1].values: Required value: …`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[2].values: Forbidden: …`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[3].key: Invalid value: "": name part must be non-empty`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[3].key: Invalid value: "": …`,
			`spec.resourceSelectors[2].labelSelector.matchExpressions[4].values[1]: Invalid value: "c d": …`}},

		{"both forms", "the older pair does not count beside rules", `
			overrideRules: [{overriders: {plaintext: [{path: /a, operator: remove}]}}]
			targetCluster: {clusterNames: [m1]}
			overriders: {plaintext: [{path: /b, operator: remove}]}`, []string{
			`spec.targetCluster: Invalid value: overrideRules and targetCluster can't co-exist`,
			`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},
		{"both forms, no rule", "overrideRules that are there and empty are there", `
			overrideRules: []
			targetCluster: {}
			overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}`, []string{
			`spec.targetCluster: Invalid value: overrideRules and targetCluster can't co-exist`,
			`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},
		{"both forms, empty pair", "overriders without any are none", `{overrideRules: [], overriders: {plaintext: []}}`, nil},
		{"both forms, field", "Karmada's admission overlooks a fieldOverrider here", `
			overrideRules: []
			overriders: {fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: remove}]}]}`, []string{
			`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},

		{"cluster fields", "only provider, region and zone are compared, only by In and NotIn; each requirement is named, where Karmada names the whole fieldSelector", `
			overrideRules:
			- overriders: {}
			- targetCluster:
			    fieldSelector:
			      matchExpressions:
			      - {key: provider, operator: In, values: [aws]}
			      - {key: zones, operator: In, values: [a]}
			      - {key: region, operator: Exists}
			      - {key: zone, operator: NotIn}
			      - {key: "", operator: "", values: [""]}
			  overriders: {}`, []string{
			`spec.overrideRules[1].targetCluster.fieldSelector: Invalid value: unsupported key "zones", must be provider, region, or zone`,
			`spec.overrideRules[1].targetCluster.fieldSelector: Invalid value: unsupported operator "Exists", must be In or NotIn`,
			`spec.overrideRules[1].targetCluster.fieldSelector.matchExpressions[3].values: Required value: In and NotIn compare with values`,
			`spec.overrideRules[1].targetCluster.fieldSelector: Invalid value: unsupported key "", must be provider, region, or zone`,
			`spec.overrideRules[1].targetCluster.fieldSelector: Invalid value: unsupported operator "", must be In or NotIn`}},
		{"values of cluster fields", "Karmada has provider and region match nothing when a value is none that a label may have; a zone may be any text", `
			targetCluster:
			  fieldSelector:
			    matchExpressions:
			    - {key: provider, operator: In, values: [aws, "a b"]}
			    - {key: region, operator: NotIn, values: [-eu]}
			    - {key: zone, operator: In, values: ["a b"]}`, []string{
			`spec.targetCluster.fieldSelector.matchExpressions[0].values[1]: Invalid value: "a b": …`,
			`spec.targetCluster.fieldSelector.matchExpressions[1].values[0]: Invalid value: "-eu": …`}},
		{"cluster labels", "Karmada has an invalid selector match no cluster, and does not say so", `
			targetCluster: {labelSelector: {matchExpressions: [{key: env, operator: in, values: [prod]}]}}`, []string{
			`spec.targetCluster.labelSelector.matchExpressions[0].operator: Invalid value: "in": …`}},
		{"cluster fields of the pair", "the older pair has the same rules", `
			targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: Gt, values: ["1"]}]}}`, []string{
			`spec.targetCluster.fieldSelector: Invalid value: unsupported operator "Gt", must be In or NotIn`}},

		{"everything at once", "every error is found: the whole policy first, then rule by rule, in a rule the clusters first and then the overriders as they act", `
			kind: OverridePolicy
			metadata: {name: p}
			spec:
			  resourceSelectors: [{apiVersion: v1, kind: Pod, namespace: other}]
			  targetCluster: {fieldSelector: {matchExpressions: [{key: x, operator: In, values: [z]}]}}
			  overriders: {plaintext: [{path: a, operator: remove}]}
			  overrideRules:
			  - overriders:
			      plaintext: [{path: /a, operator: move, value: 1}]
			      fieldOverrider: [{fieldPath: /data/a}]
			      annotationsOverrider: [{operator: set, value: {a: b}}]
			      labelsOverrider: [{operator: set, value: {a: b}}]
			      argsOverrider: [{containerName: a, operator: add}]
			      commandOverrider: [{containerName: a, operator: add}]
			      imageOverrider: [{component: Tag, operator: add}]
			    targetCluster: {labelSelector: {matchExpressions: [{key: a, operator: In}]}}
			  - overriders: {imageOverrider: [{component: Tag, operator: remove}, {component: Tag, operator: set}]}`, []string{
			`metadata.namespace: Required value`,
			`spec.resourceSelectors[0].namespace: Invalid value: "other": namespace of resource selector must be the same as the namespace of the policy`,
			`spec.targetCluster: Invalid value: overrideRules and targetCluster can't co-exist`,
			`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`,
			`spec.overrideRules[0].targetCluster.labelSelector.matchExpressions[0].values: Required value: …`,
			`spec.overrideRules[0].overriders.imageOverrider[0].value: Required value: add appends a value to the component`,
			`spec.overrideRules[0].overriders.commandOverrider[0].value: Required value: without values there is nothing to do`,
			`spec.overrideRules[0].overriders.argsOverrider[0].value: Required value: without values there is nothing to do`,
			`spec.overrideRules[0].overriders.labelsOverrider[0].operator: Unsupported value: "set": supported values: "add", "remove", "replace"`,
			`spec.overrideRules[0].overriders.annotationsOverrider[0].operator: Unsupported value: "set": supported values: "add", "remove", "replace"`,
			`spec.overrideRules[0].overriders.fieldOverrider[0]: Required value: FieldOverrider must have either JSON or YAML set`,
			`spec.overrideRules[0].overriders.plaintext[0].operator: Unsupported value: "move": supported values: "add", "remove", "replace"`,
			`spec.overrideRules[1].overriders.imageOverrider[1].operator: Unsupported value: "set": supported values: "add", "remove", "replace"`,
			`spec.targetCluster.fieldSelector: Invalid value: unsupported key "x", must be provider, region, or zone`,
			`spec.overriders.plaintext[0].path: Invalid value: "a": JSON pointer "a" must be empty or start with "/"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			requireErrors(t, c.want, karmada.Lint(policyOf(t, c.policy)), c.reason)
		})
	}
}
