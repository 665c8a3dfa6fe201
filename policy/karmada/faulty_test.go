package karmada_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestFaultyPolicies applies policies that Lint refuses. The outcome is given as
// changes, reasons for doing nothing, or the code of an error.
func TestFaultyPolicies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, spec, want string }{
		{"label value", "executed, as in Karmada", `overriders: {labelsOverrider: [{operator: add, value: {app: "a b"}}]}`, `replace /metadata/labels/app "a b"`},
		{"both forms", "the rules win", `{overrideRules: [{overriders: {plaintext: [{path: /rule, operator: add, value: 1}]}}], overriders: {plaintext: [{path: /pair, operator: add, value: 1}]}}`, `add /rule 1`},
		{"both forms, targets", "the clusters of the older fields are ignored, too", `{overrideRules: [{overriders: {plaintext: [{path: /rule, operator: add, value: 1}]}}], targetCluster: {clusterNames: [other]}}`, `add /rule 1`},
		{"both forms, no rule", "without rules the older fields act", `{overrideRules: [], overriders: {plaintext: [{path: /pair, operator: add, value: 1}]}}`, `add /pair 1`},
		{"remove with a value", "the value is ignored", `overriders: {plaintext: [{path: /metadata/labels/app, operator: remove, value: other}]}`, `remove /metadata/labels/app null`},
		{"add without a value", "null is added", `overriders: {plaintext: [{path: /spec/x, operator: add}]}`, `add /spec/x null`},
		{"test", "json-patch supports it", `overriders: {plaintext: [{path: /kind, operator: test, value: Pod}, {path: /kind, operator: test, value: Job}]}`, `error Path`},
		{"command without values", "an absent command is created", `overriders: {commandOverrider: [{containerName: web, operator: add}]}`, `add /spec/containers/0/command []`},
		{"replace args", "args have no such operator, and nothing is added", `overriders: {argsOverrider: [{containerName: web, operator: replace, value: [x]}]}`, `skip operator "replace" is unknown, no values are added`},
		{"container without a name", "no container has this name", `overriders: {argsOverrider: [{operator: add, value: [x]}]}`, `skip /spec/containers has no container ""`},

		{"tag value", "ignored", `overriders: {imageOverrider: [{component: Tag, operator: replace, value: "no tag"}]}`, `skip /spec/containers/0/image is unchanged: …`},
		{"empty tag", "ignored", `overriders: {imageOverrider: [{component: Tag, operator: replace}]}`, `skip an empty value is neither a tag nor a digest`},
		{"image operator", "ignored", `overriders: {imageOverrider: [{component: Tag, operator: set, value: "2"}]}`, `skip operator "set" is unknown`},
		{"image component", "fails", `overriders: {imageOverrider: [{component: Name, operator: replace, value: "2"}]}`, `error Fault`},
		{"image predicate", "fails", `overriders: {imageOverrider: [{component: Tag, operator: replace, value: "2", predicate: {path: ""}}]}`, `error Fault`},
		{"both formats", "the JSON operations are ignored", `overriders: {fieldOverrider: [{fieldPath: /metadata/annotations/yaml, json: [{subPath: /x, operator: remove}], yaml: [{subPath: /a, operator: replace, value: 2}]}]}`,
			`replace /metadata/annotations/yaml "a: 2"; skip json operations are ignored beside yaml operations`},
		{"field operator", "fails", `overriders: {fieldOverrider: [{fieldPath: /metadata/annotations/yaml, yaml: [{subPath: /a, operator: move}]}]}`, `error Fault`},
		{"plaintext operator", "fails", `overriders: {plaintext: [{path: /a, operator: move}]}`, `error Fault`},
		{"label operator", "fails", `overriders: {labelsOverrider: [{operator: set, value: {a: b}}]}`, `error Fault`},
		{"label operator without keys", "nothing can fail", `overriders: {labelsOverrider: [{operator: set}]}`, `skip operator "set" is unknown, and no keys are given`},
		{"labels without keys", "there is nothing to add", `overriders: {labelsOverrider: [{operator: add}]}`, `skip no keys are given`},

		{"fails elsewhere", "a fault fails only the clusters of its rule", `overrideRules: [{targetCluster: {clusterNames: [other]}, overriders: {plaintext: [{path: /a, operator: move}]}}, {overriders: {plaintext: [{path: /b, operator: add, value: 1}]}}]`, `add /b 1`},
		{"invalid selector of objects", "it matches nothing, and nothing fails", `{resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: Like}]}}], overriders: {plaintext: [{path: /a, operator: move}]}}`, ``},
		{"invalid selector beside another", "the other one matches", `{resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {matchExpressions: [{key: a, operator: Like}]}}, {apiVersion: v1, kind: Pod}], overriders: {plaintext: [{path: /a, operator: add, value: 1}]}}`, `add /a 1`},
		{"invalid selector of clusters", "it matches nothing, and nothing fails", `{targetCluster: {labelSelector: {matchLabels: {a b: c}}}, overriders: {plaintext: [{path: /a, operator: move}]}}`, ``},
		{"invalid value of a cluster field", "it matches nothing, even with NotIn", `{targetCluster: {fieldSelector: {matchExpressions: [{key: provider, operator: NotIn, values: ["a b"]}]}}, overriders: {plaintext: [{path: /a, operator: add, value: 1}]}}`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, c.spec))}
			p.Name = "p"
			require.NotEmpty(t, karmada.Lint(p), c.reason)
			compiled, err := karmada.Compile(p)
			require.NoError(t, err, c.reason)
			pod := dialecttest.Object(t, `{apiVersion: v1, kind: Pod, metadata: {labels: {app: web}, annotations: {yaml: "a: 1"}}, spec: {containers: [{name: web, image: "nginx:1", args: [a]}]}}`)
			result, err := override.Apply(pod, (&api.Cluster{}).Facts(), compiled)
			got := outcomeLine(t, result, err)
			if words, cut := strings.CutSuffix(c.want, "…"); cut && strings.HasPrefix(got, words) {
				got = c.want
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// outcomeLine has the changes, then the skips; or the code of the error.
func outcomeLine(t testing.TB, result *override.Result, err error) string {
	t.Helper()
	var e *override.Error
	if errors.As(err, &e) {
		return "error " + string(e.Code)
	}
	require.NoError(t, err)
	var all []string
	for _, change := range result.Changes() {
		all = append(all, fmt.Sprintf("%s %s %s", change.Op, change.Pointer, dialecttest.AsJSON(t, change.New)))
	}
	for _, skip := range result.Skips() {
		all = append(all, "skip "+skip.Reason)
	}
	return strings.Join(all, "; ")
}
