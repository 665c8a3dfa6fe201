package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// lintCases are the cases of [TestLint].
var lintCases = []struct {
	name, reason string
	policy       string
	want         []string
}{
	{"empty", "a policy without effect is valid", `{}`, nil},
	{"nothing in a rule", "so is a rule without effect", `overrideRules: [{}, {targetClusters: {}, overriders: {}}]`, nil},
	{"unnamed", "an OverridePolicy has a name and a namespace", `{kind: OverridePolicy}`, []string{
		`metadata.name: Required value`,
		`metadata.namespace: Required value`}},
	{"generated name", "the policy is about to be created", `{kind: OverridePolicy, metadata: {generateName: p-, namespace: team}}`, nil},
	{"unnamed, cluster-wide", "a ClusterOverridePolicy has a name", `{kind: ClusterOverridePolicy}`, []string{
		`metadata.name: Required value`}},

	{"clusters", "a cluster name may be any string", `overrideRules: [{targetClusters: {clusters: ["", "a b"]}}]`, nil},
	{"cluster labels", "KubeAdmiral fails the object for every cluster that matches the names", `
			overrideRules:
			- {}
			- targetClusters:
			    clusterSelector: {region: bei jing, a b: c, az: zone1}`, []string{
		`spec.overrideRules[1].targetClusters.clusterSelector: Invalid value: "a b": …`,
		`spec.overrideRules[1].targetClusters.clusterSelector: Invalid value: "bei jing": …`}},

	{"empty term", "it selects nothing, as in a node affinity", `
			overrideRules:
			- targetClusters: {clusterAffinity: [{matchExpressions: [{key: a, operator: Exists}]}, {}, {matchFields: [], matchExpressions: []}]}`, []string{
		`spec.overrideRules[0].targetClusters.clusterAffinity[1]: Required value: an empty term selects no cluster`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[2]: Required value: an empty term selects no cluster`}},
	{"labels in a term", "In and NotIn need values, Exists and DoesNotExist have none, Gt and Lt compare with one integer", `
			overrideRules:
			- targetClusters:
			    clusterAffinity:
			    - matchExpressions:
			      - {key: a, operator: In, values: []}
			      - {key: a, operator: NotIn}
			      - {key: a, operator: Exists, values: [b]}
			      - {key: a, operator: DoesNotExist, values: [b]}
			      - {key: a, operator: Gt, values: ["1", "2"]}
			      - {key: a, operator: Lt, values: [many]}
			    - matchExpressions:
			      - {key: a, operator: Like, values: [b]}
			      - {key: a, operator: in, values: [b]}
			      - {key: "", operator: Exists}
			      - {key: a, operator: In, values: [b, c d]}`, []string{
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[0].values: Invalid value: …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[1].values: Invalid value: …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[2].values: Invalid value: …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[3].values: Invalid value: …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[4].values: Invalid value: …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchExpressions[5].values[0]: Invalid value: "many": …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[1].matchExpressions[0].operator: Unsupported value: "Like": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[1].matchExpressions[1].operator: Unsupported value: "in": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[1].matchExpressions[2].key: Invalid value: "": …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[1].matchExpressions[3].values[1][a]: Invalid value: "c d": …`}},
	{"fields in a term", "the only field is the name, and it is compared with one value; KubeAdmiral reads any other field as empty", `
			overrideRules:
			- targetClusters:
			    clusterAffinity:
			    - matchFields:
			      - {key: metadata.name, operator: In, values: [a, b]}
			      - {key: metadata.name, operator: NotIn}
			      - {key: metadata.name, operator: Exists}
			      - {key: name, operator: In, values: [a]}
			      - {key: spec.apiEndpoint, operator: Gt, values: ["1"]}
			      - {key: metadata.name, operator: In, values: [a b]}`, []string{
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[0].values: Invalid value: ["a","b"]: exactly one value is required`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[1].values: Invalid value: null: exactly one value is required`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[2].operator: Unsupported value: "Exists": supported values: "In", "NotIn"`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[3].key: Unsupported value: "name": supported values: "metadata.name"`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[4].key: Unsupported value: "spec.apiEndpoint": supported values: "metadata.name"`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0].matchFields[4].operator: Unsupported value: "Gt": supported values: "In", "NotIn"`}},

	{"everything at once", "every error is reported by rule, the clusters before the overriders in the order in which they act", `
			kind: OverridePolicy
			metadata: {name: p}
			spec:
			  overrideRules:
			  - overriders:
			      jsonpatch: [{path: /a, operator: move, value: 1}]
			      labels: [{operator: set, value: {a: b}}]
			      annotations: [{operator: set, value: {a: b}}]
			      envs: [{containerName: a, operator: append, value: [{name: A}]}]
			      args: [{containerName: a, operator: addIfAbsent, value: [b]}]
			      command: [{containerName: a, operator: append}]
			      image: [{}]
			    targetClusters: {clusterAffinity: [{}], clusterSelector: {a: b c}}
			  - overriders: {image: [{operations: [{imageComponent: Tag, operator: set}]}]}`, []string{
		`metadata.namespace: Required value`,
		`spec.overrideRules[0].targetClusters.clusterSelector: Invalid value: "b c": …`,
		`spec.overrideRules[0].targetClusters.clusterAffinity[0]: Required value: an empty term selects no cluster`,
		`spec.overrideRules[0].overriders.image[0].operations: Required value: without operations there is nothing to do`,
		`spec.overrideRules[0].overriders.command[0].value: Required value: append needs values`,
		`spec.overrideRules[0].overriders.args[0].operator: Unsupported value: "addIfAbsent": supported values: "append", "overwrite", "delete"`,
		`spec.overrideRules[0].overriders.envs[0].operator: Unsupported value: "append": supported values: "addIfAbsent", "overwrite", "delete"`,
		`spec.overrideRules[0].overriders.annotations[0].operator: Unsupported value: "set": supported values: "addIfAbsent", "overwrite", "delete"`,
		`spec.overrideRules[0].overriders.labels[0].operator: Unsupported value: "set": supported values: "addIfAbsent", "overwrite", "delete"`,
		`spec.overrideRules[0].overriders.jsonpatch[0].operator: Unsupported value: "move": supported values: "add", "remove", "replace"`,
		`spec.overrideRules[1].overriders.image[0].operations[0].operator: Unsupported value: "set": supported values: "addIfAbsent", "overwrite", "delete"`,
		`spec.overrideRules[1].overriders.image[0].operations[0].value: Required value: addIfAbsent and overwrite need a value`}},
}

// TestLint tests everything but the overriders, see TestLintOverriders.
func TestLint(t *testing.T) {
	t.Parallel()
	for _, c := range lintCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dialecttest.RequireErrors(t, c.want, kubeadmiral.Lint(policyOf(t, c.policy)), c.reason)
		})
	}
}

// TestLintIsStable has many faults in one map, which Go iterates in random order.
func TestLintIsStable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, rule string }{
		{"labels", "keys and values", `overriders: {labels: [{value: {a b: "", c d: "", e f: "", g: h i, j: k l, m: n o}}]}`},
		{"annotations", "keys", `overriders: {annotations: [{value: {a b: "", c d: "", e f: "", g h: "", i j: ""}}]}`},
		{"clusters", "keys and values", `targetClusters: {clusterSelector: {a b: "", c d: "", e f: "", g: h i, j: k l}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := policyOf(t, "overrideRules: [{"+c.rule+"}]")
			want := kubeadmiral.Lint(s)
			require.GreaterOrEqual(t, len(want), 5, c.reason)
			for range 50 {
				require.Equal(t, want, kubeadmiral.Lint(s), "%s in the order of the keys", c.reason)
			}
		})
	}
}
