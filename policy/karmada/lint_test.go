package karmada_test

import (
	"testing"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// lintCases are the cases of [TestLint].
var lintCases = []struct {
	name, reason string
	policy       string
	want         []string
}{
	{"empty", "a policy without effect is valid", `{}`, nil},
	{"unnamed", "an OverridePolicy has a name and a namespace", `{kind: OverridePolicy}`, []string{
		`metadata.name: Required value`,
		`metadata.namespace: Required value`}},
	{"generated name", "the policy is about to be created", `{kind: OverridePolicy, metadata: {generateName: p-, namespace: team}}`, nil},
	{"unnamed, cluster-wide", "a ClusterOverridePolicy has a name", `{kind: ClusterOverridePolicy}`, []string{
		`metadata.name: Required value`}},

	{"selector of nothing", "every object has an apiVersion and a kind", `resourceSelectors: [{name: web}]`, []string{
		`spec.resourceSelectors[0].apiVersion: Required value`,
		`spec.resourceSelectors[0].kind: Required value`}},
	{"selector of another namespace", "an OverridePolicy cannot select there; its own namespace and none are valid", `
			resourceSelectors:
			- {apiVersion: v1, kind: Pod}
			- {apiVersion: v1, kind: Pod, namespace: team}
			- {apiVersion: v1, kind: Pod, namespace: other}`, []string{
		`spec.resourceSelectors[2].namespace: Invalid value: "other": namespace of resource selector must be the same as the namespace of the policy`}},
	{"selector of any namespace", "a ClusterOverridePolicy selects in any namespace", `
			kind: ClusterOverridePolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{apiVersion: v1, kind: Pod, namespace: other}]}`, nil},
	{"selector by labels", "in Karmada, an invalid one silently matches nothing", `
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

	{"both forms", "the older fields are ignored beside rules", `
			overrideRules: [{overriders: {plaintext: [{path: /a, operator: remove}]}}]
			targetCluster: {clusterNames: [m1]}
			overriders: {plaintext: [{path: /b, operator: remove}]}`, []string{
		`spec.targetCluster: Invalid value: overrideRules and targetCluster can't co-exist`,
		`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},
	{"both forms, no rule", "an empty list of overrideRules counts", `
			overrideRules: []
			targetCluster: {}
			overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}`, []string{
		`spec.targetCluster: Invalid value: overrideRules and targetCluster can't co-exist`,
		`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},
	{"both forms, no overriders", "empty lists of overriders do not count", `{overrideRules: [], overriders: {plaintext: []}}`, nil},
	{"both forms, field", "Karmada's admission does not count a fieldOverrider here", `
			overrideRules: []
			overriders: {fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: remove}]}]}`, []string{
		`spec.overriders: Invalid value: overrideRules and overriders can't co-exist`}},

	{"cluster fields", "only provider, region and zone are valid, with In and NotIn; each requirement has an error, and in Karmada only the fieldSelector", `
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
	{"values of cluster fields", "in Karmada, provider and region match nothing if a value is not a valid label value; a zone may be any string", `
			targetCluster:
			  fieldSelector:
			    matchExpressions:
			    - {key: provider, operator: In, values: [aws, "a b"]}
			    - {key: region, operator: NotIn, values: [-eu]}
			    - {key: zone, operator: In, values: ["a b"]}`, []string{
		`spec.targetCluster.fieldSelector.matchExpressions[0].values[1]: Invalid value: "a b": …`,
		`spec.targetCluster.fieldSelector.matchExpressions[1].values[0]: Invalid value: "-eu": …`}},
	{"cluster labels", "in Karmada, an invalid selector silently matches no cluster", `
			targetCluster: {labelSelector: {matchExpressions: [{key: env, operator: in, values: [prod]}]}}`, []string{
		`spec.targetCluster.labelSelector.matchExpressions[0].operator: Invalid value: "in": …`}},
	{"cluster fields of the older form", "the same rules apply", `
			targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: Gt, values: ["1"]}]}}`, []string{
		`spec.targetCluster.fieldSelector: Invalid value: unsupported operator "Gt", must be In or NotIn`}},

	{"everything at once", "every error is reported: the policy first, then each rule, with its clusters before its overriders in the order in which they act", `
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
}

// TestLint tests everything but the overriders, see TestLintOverriders.
func TestLint(t *testing.T) {
	t.Parallel()
	for _, c := range lintCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dialecttest.RequireErrors(t, c.want, karmada.Lint(policyOf(t, c.policy)), c.reason)
		})
	}
}

// TestLintRaw has values that only Go code can build.
func TestLintRaw(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, raw, want string }{
		{"half", "invalid JSON", `{`, `spec.overriders.plaintext[0].value: Invalid value: …`},
		{"two", "a second value after the first", `1 2`, `spec.overriders.plaintext[0].value: Invalid value: …`},
		{"huge", "a number that does not fit float64", `1e999`, `spec.overriders.plaintext[0].value: Invalid value: …`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &api.ClusterOverridePolicy{}
			p.Name = "p"
			p.Spec.Overriders.Plaintext = []api.PlaintextOverrider{{Path: "/a", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte(c.raw)}}}
			dialecttest.RequireErrors(t, []string{c.want}, karmada.Lint(p), c.reason)
		})
	}
}
