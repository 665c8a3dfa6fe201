package lint_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
)

// documented are the policies of Karmada's and KubeAdmiral's documentation, and of an article about them, with the codes found in each. The
// documentation leaves out the selectors of most policies of Karmada.
var documented = map[string][]lint.Code{
	"karmada/blog-nginx":                      {lint.DeprecatedField, lint.DeprecatedField},
	"karmada/docs-annotations":                {lint.CoversSecrets},
	"karmada/docs-args":                       nil,
	"karmada/docs-cluster-exclude":            {lint.CoversSecrets},
	"karmada/docs-cluster-label-selector":     {lint.CoversSecrets},
	"karmada/docs-cluster-names":              {lint.CoversSecrets},
	"karmada/docs-cluster-provider":           {lint.CoversSecrets},
	"karmada/docs-cluster-region":             {lint.CoversSecrets},
	"karmada/docs-cluster-zone":               {lint.CoversSecrets},
	"karmada/docs-command-1-add":              nil,
	"karmada/docs-command-2-remove":           nil,
	"karmada/docs-image-1-add-registry":       nil,
	"karmada/docs-image-2-replace-repository": nil,
	"karmada/docs-image-3-remove-tag":         nil,
	"karmada/docs-labels":                     {lint.CoversSecrets},
	"karmada/docs-plaintext":                  {lint.CoversSecrets},
	"karmada/docs-resource-selector":          {lint.IgnoredLabelSelector},
	"kubeadmiral/docs-association":            nil,
	"kubeadmiral/docs-command-and-args":       nil,
	"kubeadmiral/docs-image":                  nil,
	"kubeadmiral/docs-jsonpatch":              {lint.IndexPath},
	"kubeadmiral/docs-labels-and-annotations": nil,
	"kubeadmiral/docs-load-balancer":          nil,
	"kubeadmiral/docs-replicas":               nil,
	"kubeadmiral/docs-running-in":             nil,
	"kubeadmiral/docs-sidecar":                nil,
}

// failing are objects of these cases on which a policy also fails in the golden files: they have what the documentation warns about.
var failing = []string{"kubeadmiral/docs-image", "kubeadmiral/docs-labels-and-annotations", "kubeadmiral/docs-running-in"}

// TestDocumented checks the examples of the documentation, alone and with their objects and clusters.
func TestDocumented(t *testing.T) {
	t.Parallel()
	const root = "../../testdata/policies"
	var found []string
	for _, pattern := range []string{"*/docs-*", "*/blog-*"} {
		folders, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, folder := range folders {
			name, err := filepath.Rel(root, folder)
			require.NoError(t, err)
			found = append(found, filepath.ToSlash(name))
		}
	}
	require.ElementsMatch(t, found, slices.Collect(maps.Keys(documented)))
	for name, want := range documented {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bundle := decodeFile(t, filepath.Join(root, name, "input.yaml"))
			clusters := append(bundle.Clusters, decodeFile(t, filepath.Join(root, filepath.Dir(name), "shared", "clusters.yaml")).Clusters...)
			findings := lint.Check(bundle, lint.Options{})
			require.Zero(t, errorsIn(findings))
			require.ElementsMatch(t, want, codesOf(findings), "%v", findings)
			findings = lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: clusters})
			require.Equal(t, slices.Contains(failing, name), errorsIn(findings) > 0, "%v", findings)
			for _, code := range want {
				require.Contains(t, codesOf(findings), code)
			}
		})
	}
}

func decodeFile(t *testing.T, name string) *policy.Bundle {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	bundle, err := policy.Decoder{Namespace: "default"}.Decode(bytes.NewReader(text))
	require.NoError(t, err)
	return bundle
}

func codesOf(findings []lint.Finding) []lint.Code {
	var codes []lint.Code
	for _, f := range findings {
		codes = append(codes, f.Code)
	}
	return codes
}
