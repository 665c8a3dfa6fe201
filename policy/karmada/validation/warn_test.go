package validation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// warnOverrideCases are the cases of [TestWarnOverride].
var warnOverrideCases = []struct {
	name, reason string
	policy       string
	want         []string
}{
	{"sound", "there is nothing to warn of", `
			resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: Exists}, {key: b, operator: DoesNotExist}, {key: a, operator: NotIn, values: [c]}]}}]
			overrideRules:
			- targetCluster: {clusterNames: [a, b], exclude: [a], fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [a]}, {key: zone, operator: In, values: [b]}]}}
			  overriders:
			    labelsOverrider: [{operator: add, value: {a: b}}]
			    plaintext: [{path: /spec/containers/-, operator: add, value: {name: a}}, {path: /spec/replicas, operator: replace, value: 1}, {path: /metadata/labels/a, operator: add, value: b}]`, nil},
	{"empty", "the policy is accepted", `{}`, []string{
		`spec: there are no overriders, so the policy changes nothing`}},
	{"empty rules", "a rule without overriders, and entries without values", `
			overrideRules:
			- overriders: {}
			- overriders: {labelsOverrider: [{operator: add}], annotationsOverrider: [{operator: remove, value: {}}], commandOverrider: [{containerName: a, operator: add}], argsOverrider: [{containerName: a, operator: remove, value: []}]}`, []string{
		`spec.overrideRules[0].overriders: there are no overriders, so the rule changes nothing`,
		`spec.overrideRules[1].overriders.annotationsOverrider[0].value: there are no keys, so the entry changes nothing`,
		`spec.overrideRules[1].overriders.argsOverrider[0].value: there is nothing to do for the operator "remove"`,
		`spec.overrideRules[1].overriders.commandOverrider[0].value: there is nothing to do for the operator "add"`,
		`spec.overrideRules[1].overriders.labelsOverrider[0].value: there are no keys, so the entry changes nothing`}},
	{"whole objects", "replace always, and add where the field is known", `
			overrideRules:
			- overriders:
			    plaintext:
			    - {path: /metadata/labels, operator: add, value: {a: b}}
			    - {path: /spec/x, operator: replace, value: {}}
			    - {path: /spec/x, operator: add, value: {}}
			    - {path: "", operator: add, value: {}}
			    - {path: no/pointer, operator: replace, value: {}}`, []string{
		`spec.overrideRules[0].overriders.plaintext[0]: add sets the whole object at "/metadata/labels": an existing object loses the keys that the value does not have`,
		`spec.overrideRules[0].overriders.plaintext[1]: replace sets the whole object at "/spec/x": keys that its value does not have are lost`,
		`spec.overrideRules[0].overriders.plaintext[3]: add sets the whole object at "": an existing object loses the keys that the value does not have`}},
	{"selectors of objects", "invalid, contradictory and ignored", `
			resourceSelectors:
			- {kind: A, name: a, labelSelector: {matchLabels: {a b: c}}}
			- {kind: A, labelSelector: {matchLabels: {a b: c}}}
			- {kind: A, labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: In, values: [c]}]}}
			- {kind: A, labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: NotIn, values: [c, b]}]}}
			- {kind: A, labelSelector: {matchExpressions: [{key: b, operator: Exists}, {key: b, operator: DoesNotExist}, {key: a, operator: In, values: [b]}, {key: a, operator: DoesNotExist}]}}
			overrideRules: [{overriders: {imageOverrider: [{}]}}]`, []string{
		`spec.resourceSelectors[0].labelSelector: ignored, because the selector has a name`,
		`spec.resourceSelectors[1].labelSelector: not a valid selector, so it selects nothing: key: Invalid value: "a b": …`,
		`spec.resourceSelectors[2].labelSelector: the requirements on "a" contradict each other, so it selects nothing`,
		`spec.resourceSelectors[3].labelSelector: the requirements on "a" contradict each other, so it selects nothing`,
		`spec.resourceSelectors[4].labelSelector: the requirements on "a" contradict each other, so it selects nothing`,
		`spec.resourceSelectors[4].labelSelector: the requirements on "b" contradict each other, so it selects nothing`}},
	{"selectors of clusters", "names, labels and fields", `
			overrideRules:
			- targetCluster:
			    clusterNames: [b, a]
			    exclude: [a, b, c]
			    labelSelector: {matchExpressions: [{key: a, operator: Like}]}
			    fieldSelector: {matchExpressions: [{key: region, operator: In, values: [a]}, {key: region, operator: In, values: [b]}, {key: zone, operator: In}]}
			  overriders: {imageOverrider: [{}]}`, []string{
		`spec.overrideRules[0].targetCluster.clusterNames: exclude has all of these names, so it selects nothing`,
		`spec.overrideRules[0].targetCluster.fieldSelector.matchExpressions[2].values: In needs values, so it selects nothing`,
		`spec.overrideRules[0].targetCluster.fieldSelector: the requirements on "region" contradict each other, so it selects nothing`,
		`spec.overrideRules[0].targetCluster.labelSelector: not a valid selector, so it selects nothing: "Like" is not a valid label selector operator`}},
	{"older form", "it is read like a rule", `
			targetCluster: {clusterNames: [a], exclude: [a]}
			overriders: {labelsOverrider: [{operator: add}]}`, []string{
		`spec.overriders.labelsOverrider[0].value: there are no keys, so the entry changes nothing`,
		`spec.overriders: this form is deprecated, use overrideRules`,
		`spec.targetCluster.clusterNames: exclude has all of these names, so it selects nothing`}},
	{"both forms", "the older one is not checked", `
			overrideRules: [{overriders: {imageOverrider: [{}]}}]
			overriders: {fieldOverrider: [{fieldPath: /a}], labelsOverrider: [{operator: add}]}`, []string{
		`spec.overrideRules: targetCluster and overriders are ignored beside overrideRules`}},
	{"long", "a warning does not quote more than it must", `
			overrideRules: [{overriders: {plaintext: [{path: "/` + strings.Repeat("x", 1000) + `", operator: replace, value: {}}]}}]`, []string{
		`spec.overrideRules[0].overriders.plaintext[0]: replace sets the whole object at "/` + strings.Repeat("x", 98) + `…: keys that its value does not have are lost`}},
}

func TestWarnOverride(t *testing.T) {
	t.Parallel()
	for _, c := range warnOverrideCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := policyOf(t, c.policy)
			requireLines(t, c.want, validation.WarnOverride(policy), c.reason)
			require.Equal(t, policyOf(t, c.policy), policy, "the policy must not change")
		})
	}
}

func TestWarnPropagation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		spec         string
		want         []string
	}{
		{"sound", "there is nothing to warn of", `
			resourceSelectors: [{apiVersion: v1, kind: Pod}]
			placement: {spreadConstraints: [{spreadByField: cluster, maxGroups: 1}], replicaScheduling: {weightPreference: {dynamicWeight: AvailableReplicas}}}`, nil},
		{"empty", "an override policy without selectors selects everything, this one nothing", `{}`, []string{
			`spec.resourceSelectors: there are no selectors, so the policy selects nothing`}},
		{"placement", "every affinity", `
			resourceSelectors: [{apiVersion: v1, kind: Pod, name: a, labelSelector: {}}]
			placement:
			  clusterAffinity: {clusterNames: [a], exclude: [a]}
			  clusterAffinities: [{affinityName: a, clusterNames: [a], exclude: [a], overflowAffinities: [{affinityName: b, clusterNames: [a], exclude: [a]}]}]
			  spreadConstraints: [{spreadByField: cluster, minGroups: 1}, {spreadByLabel: a}]
			  replicaScheduling: {weightPreference: {dynamicWeight: AvailableReplicas, staticWeightList: [{weight: 1, targetCluster: {clusterNames: [a], exclude: [a]}}]}}`, []string{
			`spec.placement.clusterAffinities[0].clusterNames: exclude has all of these names, so it selects nothing`,
			`spec.placement.clusterAffinities[0].overflowAffinities[0].clusterNames: exclude has all of these names, so it selects nothing`,
			`spec.placement.clusterAffinity.clusterNames: exclude has all of these names, so it selects nothing`,
			`spec.placement.replicaScheduling.weightPreference.staticWeightList: ignored, because dynamicWeight is set`,
			`spec.placement.replicaScheduling.weightPreference.staticWeightList[0].targetCluster.clusterNames: exclude has all of these names, so it selects nothing`,
			`spec.placement.spreadConstraints[0].maxGroups: 0 is a limit of no groups, not the absence of a limit`,
			`spec.resourceSelectors[0].labelSelector: ignored, because the selector has a name`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := &api.PropagationPolicy{}
			require.NoError(t, yaml.UnmarshalStrict([]byte(dialecttest.Dedent(c.spec)), &policy.Spec))
			before := policy.DeepCopy()
			requireLines(t, c.want, validation.WarnPropagation(policy), c.reason)
			require.Equal(t, before, policy, "the policy must not change")
		})
	}
}
