package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
	"github.com/overridekit/overridekit/selector"
)

// TestPrintable uses names with line breaks, terminal sequences and invisible characters: a finding stays one line.
func TestPrintable(t *testing.T) {
	t.Parallel()
	const evil = "x\n::error::forged\x1b[31m\u202e\u2028\r"
	bundle := decode(t, `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: v1, kind: Thing}]
  overrideRules:
  - overriders: {plaintext: [{path: "/a\nb/c", operator: add, value: 1}]}
  - targetCluster: {labelSelector: {matchLabels: {a: b}}}
    overriders: {plaintext: [{path: "/a\nb", operator: add, value: 1}]}
`)
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Thing", "metadata": map[string]any{"name": evil, "namespace": "shop"}}}
	findings := lint.Check(bundle, lint.Options{Objects: []*unstructured.Unstructured{object}, Clusters: []selector.Cluster{{Name: evil}}})
	require.Equal(t, []lint.Code{lint.MissingParent, lint.UnreachedRule}, codesOf(findings), "%v", findings)
	findings = append(findings, lint.Finding{Policy: override.Ref{Name: evil}, Path: evil, Code: evil})
	for _, f := range findings {
		for _, r := range f.String() {
			require.True(t, unicode.IsPrint(r), "%q", f.String())
		}
	}
	for _, f := range findings[:2] {
		for _, r := range f.Message {
			require.True(t, unicode.IsPrint(r), "%q", f.Message)
		}
	}
	require.Equal(t, `info: é "ü": a\b:  ()`, lint.Finding{Policy: override.Ref{Name: `é "ü"`}, Path: `a\b`}.String(), "other characters stay")
}

// TestMoreBadSilences checks the same for lines of the annotation, of a policy and of objects.
func TestMoreBadSilences(t *testing.T) {
	t.Parallel()
	const want = `the code "other" is not known; the %s 5 more findings of this code`
	annotation := `annotations: {overridekit.dev/lint-ignore: "` + strings.Repeat(`other: x\n`, 25) + `"}`
	policy := "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop, " + annotation + "}\nspec: {overrideRules: [{overriders: {plaintext: [{path: /a, operator: add, value: 1}]}}], resourceSelectors: [{apiVersion: v1, kind: Thing}]}\n"
	findings := check(decode(t, policy))
	require.Len(t, findings, 20)
	require.Equal(t, fmt.Sprintf(want, "policy has"), findings[19].Message)
	object := "apiVersion: v1\nkind: Thing\nmetadata: {name: o, namespace: shop, labels: {kubeadmiral.io/override-policy-name: absent}, " + annotation + "}\n"
	findings = check(decode(t, object))
	require.Len(t, findings, 21, "with the missing policy")
	require.Equal(t, fmt.Sprintf(want, "objects have"), findings[19].Message)
	require.Equal(t, lint.MissingPolicy, findings[20].Code)
}

// TestMoreFindings checks the end of the message that counts the findings left out.
func TestMoreFindings(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{20: "", 21: "; the policy has 1 more finding of this code", 22: "; the policy has 2 more findings of this code"} {
		text := "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop}\nspec:\n  resourceSelectors: [{apiVersion: v1, kind: Thing}]\n  overrideRules:\n"
		for range n {
			text += "  - overriders: {}\n"
		}
		findings := check(decode(t, text))
		require.Len(t, findings, 20)
		require.Equal(t, "the rule has no overriders, so it does nothing"+want, findings[19].Message)
	}
}

// TestAssumedNamespace checks that a finding names the namespaces that no document has.
func TestAssumedNamespace(t *testing.T) {
	t.Parallel()
	const text = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a%s}}\n---\n" +
		"{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p%s}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap%s}]}}\n"
	const found = "no object is selected (1 checked): "
	for _, c := range []struct{ name, reason, object, policy, selector, want string }{
		{"of the object", "its document has none", "", ", namespace: shop", "", found + "ConfigMap default/a: namespace default is not shop; the namespace of ConfigMap default/a is assumed"},
		{"of the policy", "its document has none", ", namespace: shop", "", "", found + "ConfigMap shop/a: namespace shop is not default; the namespace of OverridePolicy default/p is assumed"},
		{"none", "both documents have one", ", namespace: shop", ", namespace: default", "", found + "ConfigMap shop/a: namespace shop is not default"},
		{"another reason", "the namespaces are the same", "", "", ", name: bbb", found + "ConfigMap default/a: name a is not bbb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b, err := policy.Decoder{Namespace: "default"}.Decode(strings.NewReader(fmt.Sprintf(text, c.object, c.policy, c.selector)))
			require.NoError(t, err)
			for _, f := range lint.Check(b, lint.Options{Objects: b.Objects, Clusters: b.Clusters}) {
				if f.Code == lint.UnmatchedSelector {
					require.Equal(t, c.want, f.Message, c.reason)
					return
				}
			}
			t.Fatal("no finding")
		})
	}
}
