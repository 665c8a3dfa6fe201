package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/policy/lint"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls all functions with nil and with zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"Check": func(t *testing.T) {
			require.Empty(t, lint.Check(&policy.Bundle{}, lint.Options{}))
			bundle := &policy.Bundle{
				Policies:             []*override.Policy{nil, {}, {}},
				Overrides:            []karmadaapi.OverrideSource{nil, &karmadaapi.OverridePolicy{}},
				KubeAdmiralOverrides: []kubeadmiralapi.OverrideSource{nil, &kubeadmiralapi.OverridePolicy{}},
			}
			objects := []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"kind": 1, "metadata": "x"}}}
			lint.Check(bundle, lint.Options{Objects: objects, Clusters: []selector.Cluster{{}, {}}})
			require.Empty(t, lint.Check(&policy.Bundle{}, lint.Options{Objects: objects, Clusters: []selector.Cluster{{}, {}}}))
		},
		"Codes":           func(t *testing.T) { require.NotEmpty(t, lint.Codes()) },
		"Finding.String":  func(t *testing.T) { require.NotEmpty(t, lint.Finding{}.String()) },
		"Severity.String": func(t *testing.T) { require.Equal(t, "Severity(-1)", lint.Severity(-1).String()) },
		"Severity.MarshalText": func(t *testing.T) {
			text, err := lint.Severity(0).MarshalText()
			require.NoError(t, err)
			require.Equal(t, "info", string(text))
			_, err = lint.Severity(7).MarshalText()
			require.EqualError(t, err, "severity is 7, expected info, warning or error")
		},
		"Severity.UnmarshalText": func(t *testing.T) {
			require.EqualError(t, new(lint.Severity).UnmarshalText(nil), `severity is "", expected info, warning or error`)
		},
	})
}

// TestCyclicAnnotations checks an object that names a missing policy, with annotations that contain themselves.
func TestCyclicAnnotations(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	for _, annotations := range []any{cyclic, []any{cyclic}, map[string]any{lint.SilenceAnnotation: cyclic}} {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{
			"name": "c", "annotations": annotations, "labels": map[string]any{"kubeadmiral.io/cluster-override-policy-name": "missing"},
		}}}
		set := &policy.Bundle{KubeAdmiralOverrides: []kubeadmiralapi.OverrideSource{&kubeadmiralapi.ClusterOverridePolicy{}}}
		findings := lint.Check(set, lint.Options{Objects: []*unstructured.Unstructured{object}})
		require.Len(t, findings, 1)
		require.Equal(t, lint.MissingPolicy, findings[0].Code)
	}
}

// TestBounds checks a policy with many mistakes and long names: the number of findings and the length of each message are limited.
func TestBounds(t *testing.T) {
	t.Parallel()
	long, n := strings.Repeat("x", 100_000), 1000
	if testing.Short() {
		n = 100
	}
	var b strings.Builder
	b.WriteString("apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata:\n  name: p\n  annotations:\n    " + lint.SilenceAnnotation + ": |\n")
	for i := range n {
		fmt.Fprintf(&b, "      %s%d\n", long[:1000], i)
	}
	b.WriteString("spec:\n  resourceSelectors:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {apiVersion: v1, kind: ConfigMap, name: %s%d, labelSelector: {}}\n", long[:1000], i)
	}
	b.WriteString("  overrideRules:\n  - targetCluster: {clusterNames: [" + long + "]}\n    overriders: {}\n")
	for i := range n {
		fmt.Fprintf(&b, "  - targetCluster: {exclude: [%s%d]}\n    overriders:\n      plaintext:\n", long[:1000], i)
		fmt.Fprintf(&b, "      - {path: /metadata/annotations/a/%s%d, operator: replace, value: x}\n", long[:1000], i)
		fmt.Fprintf(&b, "      - {path: /status/0%d/~/%s, operator: remove}\n", i, long[:1000])
		fmt.Fprintf(&b, "      commandOverrider:\n      - {containerName: %s%d, operator: add, value: [x]}\n", long[:1000], i)
	}
	b.WriteString("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: d}\n---\napiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n")
	findings := check(decode(t, b.String()))
	of := map[lint.Code]int{}
	for _, f := range findings {
		of[f.Code]++
		require.LessOrEqual(t, len(f.Message), 1100)
	}
	for code, n := range of {
		require.LessOrEqual(t, n, 20, "%s", code)
	}
	require.GreaterOrEqual(t, len(of), 7, "%v", of)
}

// TestHostileObjects checks policies against objects that no API server accepts.
func TestHostileObjects(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "c", "namespace": "shop"}}
	cyclic["spec"] = map[string]any{"template": map[string]any{"spec": cyclic}, "containers": []any{cyclic}}
	cyclic["containers"] = []any{cyclic, nil, 1}
	deep := map[string]any{}
	for range 100_000 {
		deep = map[string]any{"spec": deep}
	}
	deep["apiVersion"], deep["kind"], deep["metadata"] = "apps/v1", "Deployment", map[string]any{"name": "d", "namespace": "shop"}
	odd := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "o", "namespace": "shop", "labels": []int{1}}, "spec": struct{}{}}
	bundle := decode(t, `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: shop}
spec:
  overrideRules:
  - overriders:
      imageOverrider: [{component: Tag, operator: replace, value: a}]
      commandOverrider: [{containerName: x, operator: add, value: [a]}]
      labelsOverrider: [{operator: add, value: {a: b}}]
  - overriders:
      plaintext: [{path: /spec, operator: add, value: {a: b}}, {path: /spec/x/y, operator: add, value: 1}]
`)
	for _, object := range []map[string]any{cyclic, deep, odd} {
		findings := lint.Check(bundle, lint.Options{Objects: []*unstructured.Unstructured{{Object: object}}})
		require.NotEmpty(t, findings)
	}
}
