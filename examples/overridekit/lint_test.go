package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	lintFolder = "testdata/lint"
	lintShop   = lintFolder + "/shop"
	lintSecret = lintFolder + "/secret.yaml"
)

var lintCases = []golden{
	{"unread-policy", "no warning that no policy was read: it cannot be read", []string{"-"}, "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {rules: []}\n"},
	{"unread-json", "what cannot be read is a finding", []string{"-o", "json", "testdata/lint/unread"}, ""},
	{"unread-markdown", "and a row of the table, which never says that there are no findings", []string{"-o", "markdown", "testdata/lint/unread"}, ""},
	{"unread-text", "and an error in the other output; the summary says so", []string{"testdata/lint/unread"}, ""},
	{"assumed-namespace", "the reason why a policy selects nothing says which namespace is assumed", []string{"testdata/render/assumed.yaml"}, ""},
	{"shop", "several files: each finding has its file and line, also one about a policy that does not exist", []string{lintShop}, ""},
	{"shop-fixes", "a fix follows its finding", []string{"--show-fixes", lintShop}, ""},
	{"shop-markdown", "the same as a table", []string{"-o", "markdown", lintShop}, ""},
	{"shop-json", "an array with the fixes; only a missing policy has an object", []string{"-o", "json", lintShop}, ""},
	{"shop-sarif", "the table of codes and the findings, with relative URIs", []string{"-o", "sarif", lintShop}, ""},
	{"order", "the order of the paths does not matter", []string{lintShop + "/policies", lintShop + "/apps", lintShop + "/clusters"}, ""},

	{"clean", "no findings, and a note that there is no inventory", []string{"--fail-on", "info", lintFolder + "/clean.yaml"}, ""},
	{"clean-clusters", "a note about what is missing only", []string{lintFolder + "/clean.yaml", lintShop + "/clusters"}, ""},
	{"clean-json", "an empty array, not null", []string{"-o", "json", lintFolder + "/clean.yaml"}, ""},
	{"clean-markdown", "no empty table", []string{"-o", "markdown", lintFolder + "/clean.yaml"}, ""},
	{"propagation", "what an API server or admission refuses, and clusters that do not exist, without an override policy", []string{"--fail-on", "error", "testdata/lint/propagation.yaml"}, ""},
	{"no-policy", "a likely mistake", []string{lintShop + "/apps", lintShop + "/clusters"}, ""},
	{"silenced", "an intended divergence is silenced; silences of nothing and without a reason are findings", []string{lintFolder + "/silenced.yaml"}, ""},

	{"messages", "the ends of long messages tell what to do", []string{lintFolder + "/messages.yaml"}, ""},
	{"messages-markdown", "also in a table", []string{"-o", "markdown", lintFolder + "/messages.yaml"}, ""},

	{"scope", "the object has no namespace, because its kind is cluster-scoped by a definition in another file; its line is known", []string{lintFolder + "/scope"}, ""},

	{"fail-on-error", "status 1, because a finding is an error", []string{"--fail-on", "error", lintShop}, ""},
	{"fail-on-warning", "an error is worse than a warning", []string{"--fail-on", "warning", "-o", "markdown", lintShop + "/policies"}, ""},
	{"silenced-sarif", "a service shows the finding as dismissed, with the reason", []string{"-o", "sarif", "--show-silenced", lintFolder + "/silenced.yaml"}, ""},
	{"silenced-text", "the other formats have no word for it", []string{"--show-silenced", lintFolder + "/silenced.yaml"}, ""},
	{"silenced-fail", "a silenced finding does not fail", []string{"-o", "sarif", "--show-silenced", "--fail-on", "info", "-"}, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: default, labels: {kubeadmiral.io/override-policy-name: absent}, annotations: {overridekit.dev/lint-ignore: 'missing-policy: it comes later'}}\n"},
	{"fail-on-error-not", "status 0: warnings are not errors", []string{"--fail-on", "error", lintFolder + "/silenced.yaml"}, ""},
	{"fail-on-info", "status 1 for any finding", []string{"--fail-on", "info", lintFolder + "/silenced.yaml"}, ""},
	{"fail-on-else", "the error lists the severities", []string{"--fail-on", "findings", lintShop}, ""},

	{"broken", "documents that cannot be read are errors with file and line; the others are checked", []string{"--fail-on", "info", lintFolder + "/broken"}, ""},
	{"broken-sarif", "the run was not successful", []string{"-o", "sarif", lintFolder + "/broken"}, ""},
	{"only-no-file", "one error, and nothing about what was not read", []string{lintFolder + "/absent.yaml"}, ""},
	{"only-no-file-json", "the output is still an array", []string{"-o", "json", lintFolder + "/absent.yaml"}, ""},
	{"empty-stdin", "an empty input may come from a program that failed", []string{"-"}, ""},
	{"no-file", "the other paths are checked", []string{lintFolder + "/absent.yaml", lintFolder + "/clean.yaml"}, ""},

	{"secret", "neither messages nor fixes show what a policy writes into a Secret", []string{"--show-fixes", lintSecret}, ""},
	{"secret-shown", "the flag shows the values", []string{"--show-fixes", "--show-secrets", lintSecret}, ""},
	{"secret-json", "fixes in JSON have the values, because programs apply them", []string{"-o", "json", lintSecret}, ""},
	{"stdin", "a PATH like any other", []string{"-", lintShop + "/clusters"}, lintStream},
	{"stdin-sarif", "standard input has no URI", []string{"-o", "sarif", "-"}, lintStream},
	{"namespace", "the policy gets the namespace of the flag", []string{"--namespace", "shop", "-", lintShop}, lintStream},
	{"hostile", "names cannot start a new line or control the terminal", []string{"-"}, hostileStream},
	{"ignored", "what is not an object is ignored in a folder", []string{"testdata/render/repository"}, ""},
	{"unread-kinds", "nothing was checked", []string{"-"}, "{apiVersion: policy.karmada.io/v1alpha1, kind: FederatedResourceQuota, metadata: {name: q, namespace: shop}}\n"},

	{"list", "the codes", []string{"--list"}, ""},
	{"list-markdown", "the same as Markdown", []string{"--list", "-o", "markdown"}, ""},
	{"list-json", "the same as JSON", []string{"--list", "-o", "json"}, ""},
	{"list-sarif", "SARIF has findings", []string{"--list", "-o", "sarif"}, ""},
	{"list-path", "nothing is read", []string{"--list", lintShop}, ""},

	{"bad-flag", "exit status 2, and how to get help", []string{"--fix", lintShop}, ""},
	{"bad-format", "the error lists the formats", []string{"-o", "yaml", lintShop}, ""},
	{"bad-fixes", "JSON has the fixes already", []string{"--show-fixes", "-o", "json", lintShop}, ""},
	{"no-path", "nothing is read by default", nil, ""},
	{"help", "the flags", []string{"--help"}, ""},
}

const (
	lintStream = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: all}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [member3]}
    overriders:
      labelsOverrider:
      - {operator: add, value: {tier: front}}
`
	hostileStream = `{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: "a\n::error::\e[31m"},
 spec: {overrideRules: [{targetCluster: {clusterNames: ["b\nc\e[31m"]}, overriders: {labelsOverrider: [{operator: "d\n\e[31m", value: {}}]}}]}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member1}}
`
)

func TestLint(t *testing.T) { testGolden(t, "lint", lintCases) }

// TestLintSilence checks that the finding which testdata/lint/silenced.yaml silences is there without the silence.
func TestLintSilence(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(lintFolder + "/silenced.yaml")
	require.NoError(t, err)
	loud := strings.Replace(string(text), "      D6: the application does not read comments\n", "", 1)
	require.NotEqual(t, string(text), loud)
	status, stdout, stderr := overridekit(loud, "lint", "--fail-on", "warning", "-")
	require.Equal(t, 1, status, stderr)
	require.Regexp(t, `(?m)^standard input:23: warning: OverridePolicy shop/silenced: .* \(D6\)$`, stdout)
}
