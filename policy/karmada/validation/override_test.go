package validation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// validateOverrideCases are the cases of [TestValidateOverride].
var validateOverrideCases = []struct {
	name, reason string
	policy       string
	want         []string
}{
	{"empty", "there is nothing to refuse", `{}`, nil},
	{"older form", "only the fieldSelector is validated", `
			targetCluster: {labelSelector: {matchLabels: {a b: c}}, fieldSelector: {matchExpressions: [{key: a, operator: In}]}}
			overriders: {labelsOverrider: [{operator: add, value: {a b: c}}], imageOverrider: [{predicate: {path: a}}]}`, []string{
		`spec.targetCluster.fieldSelector: Invalid value: {"matchExpressions":[{"key":"a","operator":"In"}]}: unsupported key "a", must be provider, region, or zone`}},
	{"both forms", "an empty list of rules is one", `
			overrideRules: []
			targetCluster: {}
			overriders: {plaintext: [{path: /a, operator: remove}]}`, []string{
		`spec.targetCluster: Invalid value: {}: overrideRules and targetCluster can't co-exist`,
		`spec.overriders: Invalid value: {"plaintext":[{"path":"/a","operator":"remove"}]}: overrideRules and overriders can't co-exist`}},
	{"both forms, field", "Karmada does not count fieldOverriders", `
			overrideRules: []
			overriders: {fieldOverrider: [{fieldPath: /a}]}`, nil},
	{"labels", "each key and value, in the order of keys; annotations come first, and may have capitals in their domains", `
			overrideRules:
			- overriders:
			    labelsOverrider: [{value: {b: -, a b: c, a: d}}, {value: {"_/": ""}}]
			    annotationsOverrider: [{value: {Example.COM/a: any thing, a b: c}}]`, []string{
		`spec.overrideRules[0].overriders.annotationsOverrider[0].value: Invalid value: "a b": name part must consist …`,
		`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "a b": name part must consist …`,
		`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`,
		`spec.overrideRules[0].overriders.labelsOverrider[1].value: Invalid value: "_/": prefix part …`,
		`spec.overrideRules[0].overriders.labelsOverrider[1].value: Invalid value: "_/": name part must be non-empty`,
		`spec.overrideRules[0].overriders.labelsOverrider[1].value: Invalid value: "_/": name part must consist …`}},
	{"annotations too large", "all keys and values together", `
			overrideRules: [{overriders: {annotationsOverrider: [{value: {a: "` + strings.Repeat("x", 1<<18) + `", " ": c}}]}}]`, []string{
		`spec.overrideRules[0].overriders.annotationsOverrider[0].value: Invalid value: " ": name part must consist …`,
		`spec.overrideRules[0].overriders.annotationsOverrider[0].value: Too long: may not be more than 262144 bytes`}},
	{"predicates", "a path is empty or begins with a slash", `
			overrideRules:
			- overriders: {imageOverrider: [{}, {predicate: {path: ""}}, {predicate: {path: /~2/}}, {predicate: {path: a}}]}`, []string{
		`spec.overrideRules[0].overriders.imageOverrider[3].predicate.path: Invalid value: "a": JSON pointer must be empty or start with a "/" JSON pointer error`}},
	{"field overriders", "one format; false is a value, and null is not; unknown operators are accepted", `
			overrideRules:
			- overriders:
			    fieldOverrider:
			    - {fieldPath: a}
			    - {fieldPath: /a, json: [{subPath: b, operator: add}], yaml: [{operator: remove, value: false}, {operator: replace, value: null}]}
			    - {fieldPath: "", yaml: [{operator: move}, {operator: move, value: 1}, {operator: remove, value: null}, {operator: add, value: ""}]}`, []string{
		`spec.overrideRules[0].overriders.fieldOverrider[0]: Required value: FieldOverrider must have either JSON or YAML set`,
		`spec.overrideRules[0].overriders.fieldOverrider[0].fieldPath: Invalid value: "a": JSON pointer …`,
		`spec.overrideRules[0].overriders.fieldOverrider[1]: Invalid value: {…`,
		`spec.overrideRules[0].overriders.fieldOverrider[1].json[0].subPath: Invalid value: "b": JSON pointer …`,
		`spec.overrideRules[0].overriders.fieldOverrider[1].json[0].value: Invalid value: null: value is required for add or replace operation`,
		`spec.overrideRules[0].overriders.fieldOverrider[1].yaml[0].value: Invalid value: false: value is not allowed for remove operation`,
		`spec.overrideRules[0].overriders.fieldOverrider[1].yaml[1].value: Invalid value: null: value is required for add or replace operation`}},
	{"clusters of a rule", "they come after the overriders", `
			overrideRules:
			- targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: Exists}]}}
			  overriders: {labelsOverrider: [{value: {a: -}}]}
			- overriders: {labelsOverrider: [{value: {a: -}}]}`, []string{
		`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": …`,
		`spec.overrideRules[0].targetCluster.fieldSelector: Invalid value: {"matchExpressions":[{"key":"zone","operator":"Exists"}]}: unsupported operator "Exists", must be In or NotIn`,
		`spec.overrideRules[1].overriders.labelsOverrider[0].value: Invalid value: "-": …`}},
	{"selectors", "each has the namespace of the policy", `
			resourceSelectors: [{kind: Pod}, {kind: Pod, namespace: team}]`, []string{
		`spec.resourceSelectors[0].namespace: Invalid value: "": namespace of resource selector must be the same as the namespace of the policy`}},
	{"selectors, cluster-wide", "a ClusterOverridePolicy selects in any namespace", `
			kind: ClusterOverridePolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{kind: Pod, namespace: team}]}`, nil},
	{"not validated", "operators, components, commands, and JSON patches", `
			overrideRules:
			- overriders:
			    imageOverrider: [{component: Taste, operator: dip, value: ":"}]
			    commandOverrider: [{operator: replace}]
			    plaintext: [{path: no/slash, operator: move}]`, nil},
}

func TestValidateOverride(t *testing.T) {
	t.Parallel()
	for _, c := range validateOverrideCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := policyOf(t, c.policy)
			dialecttest.RequireErrors(t, c.want, validation.ValidateOverride(policy), c.reason)
			require.Equal(t, policyOf(t, c.policy), policy, "the policy must not change")
		})
	}
}
