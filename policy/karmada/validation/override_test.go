package validation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

func TestValidateOverride(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		policy       string
		want         []string
	}{
		{"empty", "nothing is refused", `{}`, nil},
		{"older pair", "only the fields of clusters are looked at", `
			targetCluster: {labelSelector: {matchLabels: {a b: c}}, fieldSelector: {matchExpressions: [{key: a, operator: In}]}}
			overriders: {labelsOverrider: [{operator: add, value: {a b: c}}], imageOverrider: [{predicate: {path: a}}]}`, []string{
			`spec.targetCluster.fieldSelector: Invalid value: {"matchExpressions":[{"key":"a","operator":"In"}]}: unsupported key "a", must be provider, region, or zone`}},
		{"both forms", "rules that are there and empty are there", `
			overrideRules: []
			targetCluster: {}
			overriders: {plaintext: [{path: /a, operator: remove}]}`, []string{
			`spec.targetCluster: Invalid value: {}: overrideRules and targetCluster can't co-exist`,
			`spec.overriders: Invalid value: {"plaintext":[{"path":"/a","operator":"remove"}]}: overrideRules and overriders can't co-exist`}},
		{"both forms, field", "fieldOverriders are overlooked beside rules", `
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
		{"predicates", "a path begins with a slash, and is empty otherwise", `
			overrideRules:
			- overriders: {imageOverrider: [{}, {predicate: {path: ""}}, {predicate: {path: /~2/}}, {predicate: {path: a}}]}`, []string{
			`spec.overrideRules[0].overriders.imageOverrider[3].predicate.path: Invalid value: "a": JSON pointer must be empty or start with a "/" JSON pointer error`}},
		{"texts", "one form; values where they belong, be they false; a null is none; unknown operators are none's business", `
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
		{"clusters of a rule", "come after its overriders", `
			overrideRules:
			- targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: Exists}]}}
			  overriders: {labelsOverrider: [{value: {a: -}}]}
			- overriders: {labelsOverrider: [{value: {a: -}}]}`, []string{
			`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": …`,
			`spec.overrideRules[0].targetCluster.fieldSelector: Invalid value: {"matchExpressions":[{"key":"zone","operator":"Exists"}]}: unsupported operator "Exists", must be In or NotIn`,
			`spec.overrideRules[1].overriders.labelsOverrider[0].value: Invalid value: "-": …`}},
		{"selectors", "an OverridePolicy says its own namespace in each", `
			resourceSelectors: [{kind: Pod}, {kind: Pod, namespace: team}]`, []string{
			`spec.resourceSelectors[0].namespace: Invalid value: "": namespace of resource selector must be the same as the namespace of the policy`}},
		{"selectors, cluster-wide", "a ClusterOverridePolicy reaches all", `
			kind: ClusterOverridePolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{kind: Pod, namespace: team}]}`, nil},
		{"not looked at", "operators, components, commands, and JSON patches", `
			overrideRules:
			- overriders:
			    imageOverrider: [{component: Taste, operator: dip, value: ":"}]
			    commandOverrider: [{operator: replace}]
			    plaintext: [{path: no/slash, operator: move}]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := policyOf(t, c.policy)
			requireErrors(t, c.want, validation.ValidateOverride(policy), c.reason)
			require.Equal(t, policyOf(t, c.policy), policy, "the policy is not written")
		})
	}
	t.Run("nothing", func(t *testing.T) {
		t.Parallel()
		for _, none := range []api.OverrideSource{nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil)} {
			requireErrors(t, []string{`spec: Required value: there is no policy`}, validation.ValidateOverride(none), "no policy is not a sound one")
		}
	})
}
