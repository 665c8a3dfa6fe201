package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/files"
)

// caseFolders are the cases of [TestTestCases].
var caseFolders = map[string]string{
	"policies/p.yaml":              configMap,
	"policies/tests/x/case.yaml":   "# a case beside its policies\nassert: [{conflicts: none}]\n",
	"policies/tests/x/input.yaml":  clusters,
	"tests/untested.yaml":          "# No case tests:\n",
	"tests/shared/clusters.yaml":   clusters,
	"tests/shared/deep/more.yaml":  clusters,
	"tests/README.md":              "how to run them",
	"tests/pictures/a.png":         "x",
	"tests/a/case.yaml":            "# why\nplan: table\n",
	"tests/a/replace.yaml":         clusters,
	"tests/a/want/dev.yaml":        configMap,
	"tests/group/b/input.yaml":     "# why\n" + configMap,
	"tests/group/b/want.yaml":      "# ConfigMap default/settings in member1: unchanged\n",
	"tests/group/c/case.yaml":      "# everything\n",
	"tests/group/c/want.yaml":      "# ConfigMap default/settings in member1: unchanged\n",
	"workloads/case.yaml":          strings.Replace(configMap, "settings", "case", 1),
	"workloads/sub/input.yaml":     strings.Replace(configMap, "settings", "input", 1),
	"comments/case.yaml":           "# apiVersion: v1\n",
	"comments/other.yaml":          strings.Replace(configMap, "settings", "beside", 1),
	"want/input.yaml":              strings.Replace(configMap, "settings", "input-2", 1),
	"want/want.yaml":               strings.Replace(configMap, "settings", "want", 1),
	"shared/is/not/of/a/case.yaml": strings.Replace(configMap, "settings", "shared", 1),
}

// TestTestCases leaves out the test cases of a repository, unless a path names them.
func TestTestCases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range caseFolders {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	find := func(paths ...string) (found, ignored []string) {
		for i := range paths {
			paths[i] = filepath.Join(dir, paths[i])
		}
		all, report := files.Reader{}.Find(paths...)
		require.NoError(t, report.Err())
		short := func(name string) string {
			return filepath.ToSlash(strings.TrimPrefix(name, dir+string(filepath.Separator)))
		}
		for _, f := range all {
			found = append(found, short(f.Name))
		}
		for _, i := range report.Ignored {
			require.Equal(t, files.OfTests, i.Reason)
			ignored = append(ignored, short(i.What))
		}
		return found, ignored
	}
	found, ignored := find(".")
	require.Equal(t, []string{
		"comments/case.yaml", "comments/other.yaml", "policies/p.yaml", "shared/is/not/of/a/case.yaml", "want/input.yaml", "want/want.yaml", "workloads/case.yaml",
		"workloads/sub/input.yaml",
	}, found)
	require.Equal(t, []string{
		"policies/tests/x", "tests/a", "tests/group/b", "tests/group/c", "tests/shared/clusters.yaml", "tests/shared/deep/more.yaml", "tests/untested.yaml",
	}, ignored)

	found, ignored = find("policies")
	require.Equal(t, []string{"policies/p.yaml"}, found)
	require.Equal(t, []string{"policies/tests/x"}, ignored)
	for path, want := range map[string][]string{
		"tests/a":           {"tests/a/case.yaml", "tests/a/replace.yaml", "tests/a/want/dev.yaml"},
		"tests/group":       {"tests/group/b/input.yaml", "tests/group/b/want.yaml", "tests/group/c/case.yaml", "tests/group/c/want.yaml"},
		"tests/a/case.yaml": {"tests/a/case.yaml"},
	} {
		found, ignored = find(path)
		require.Equal(t, want, found, "a path that is named is read")
		require.Empty(t, ignored)
	}

	bundle, report := files.Reader{}.Read(dir)
	require.NoError(t, report.Err())
	require.Len(t, bundle.Objects, 7)
	require.Empty(t, bundle.Clusters)
}
