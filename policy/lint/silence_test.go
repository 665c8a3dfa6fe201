package lint_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// TestSilenced asks for the silenced findings, of a policy and of two objects that name the same policy.
func TestSilenced(t *testing.T) {
	t.Parallel()
	bundle := decode(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: p
  namespace: shop
  annotations: {overridekit.dev/lint-ignore: "no-effect:  it is\tthere for\u0007 others "}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules: [{overriders: {labelsOverrider: [{operator: remove, value: {absent: x}}]}}]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
  labels: {kubeadmiral.io/override-policy-name: absent}
  annotations: {overridekit.dev/lint-ignore: "missing-policy: it comes later"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, namespace: shop, labels: {kubeadmiral.io/override-policy-name: absent}}
`)
	options := lint.Options{Objects: bundle.Objects}
	var silenced []lint.Finding
	for _, f := range lint.Check(bundle, options) {
		require.Empty(t, f.Silenced)
		require.NotEqual(t, lint.NoEffect, f.Code)
		silenced = append(silenced, f)
	}
	require.Len(t, silenced, 1, "of b")
	options.Silenced = true
	all := lint.Check(bundle, options)
	require.Len(t, all, 3)
	require.Equal(t, []lint.Code{lint.NoEffect, lint.MissingPolicy, lint.MissingPolicy}, []lint.Code{all[0].Code, all[1].Code, all[2].Code})
	require.Equal(t, []string{`it is\tthere for\a others`, "it comes later", ""}, []string{all[0].Silenced, all[1].Silenced, all[2].Silenced})
}
