package suite

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree returns the files below a folder with their content.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(folder, func(name string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			short, err := filepath.Rel(folder, name)
			require.NoError(t, err)
			files[filepath.ToSlash(short)] = string(text)
		}
		return err
	}))
	return files
}

// repository has policies, clusters and workloads in folders, and a case for each workload in each environment.
func repository() map[string]string {
	return map[string]string{
		"policies/relabel.yaml":             relabel,
		"policies/README.md":                "not read",
		"environments/dev/cluster.yaml":     member1,
		"environments/prod/cluster.yaml":    member2,
		"workloads/settings.yaml":           configMap,
		"workloads/web app/deployment.yaml": nginx,
		"workloads/.hidden.yaml":            "kind: [",
		"tests/all/case.yaml":               "# Each workload in each environment.\nmatrix:\n  workload: ../../workloads/*\n  environment: [../../environments/dev, ../../environments/prod]\n",
	}
}

// TestMatrix has a case for each combination, with golden files of their own.
func TestMatrix(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, repository())
	s, err := Load(folder+"/tests", folder+"/policies")
	require.NoError(t, err)
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
		require.Equal(t, "Each workload in each environment.", c.Reason)
	}
	require.Equal(t, []string{"all/settings,dev", "all/settings,prod", "all/web app,dev", "all/web app,prod"}, names)
	var files []string
	for _, name := range s.Cases[3].Files() {
		files = append(files, strings.TrimPrefix(name, folder+"/"))
	}
	require.Equal(t, []string{
		"environments/prod/cluster.yaml", "policies/relabel.yaml", "tests/all/case.yaml", "tests/all/want/web app/prod.yaml", "workloads/web app/deployment.yaml",
	}, files)

	require.Empty(t, failures(folder+"/tests", true, folder+"/policies"))
	require.Empty(t, failures(folder+"/tests", false, folder+"/policies"))
	after := tree(t, folder+"/tests")
	require.Equal(t, []string{
		"all/case.yaml", "all/want/settings/dev.yaml", "all/want/settings/prod.yaml", "all/want/web app/dev.yaml", "all/want/web app/prod.yaml",
	}, slices.Sorted(maps.Keys(after)))
	require.Equal(t, "# ConfigMap default/settings in member1: unchanged\n", after["all/want/settings/dev.yaml"])

	require.NoError(t, os.RemoveAll(folder+"/environments/dev"))
	require.Contains(t, failures(folder+"/tests", false, folder+"/policies"), "ROOT/all/case.yaml:4: matrix.environment: lstat")
	write(t, folder, map[string]string{"tests/all/case.yaml": strings.Replace(repository()["tests/all/case.yaml"], "../../environments/dev, ", "", 1)})
	got := failures(folder+"/tests", true, folder+"/policies")
	require.Contains(t, got, "ROOT/all/want/settings/dev.yaml: no case reads this file, and it is not a golden file of a cell of a matrix; remove it if a cell or a setting is gone\n")
	require.Contains(t, got, "ROOT/all/want/web app/dev.yaml: no case reads")
}

// TestUntestedOfMatrix compares what the own policies of a matrix do not do in any cell.
func TestUntestedOfMatrix(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"all/case.yaml": "# A policy for one of two values.\nmatrix:\n  environment: ../environments/*\n",
		"all/input.yaml": configMap + "---\n" + relabel + "---\n" + strings.NewReplacer("name: relabel", "name: nobody", "- targetCluster: {clusterNames: [member2]}\n    overriders", "- overriders").
			Replace(strings.Replace(relabel, "spec:\n", "spec:\n  resourceSelectors: [{apiVersion: v1, kind: Secret}]\n", 1)),
		"environments/dev/cluster.yaml":  member1,
		"environments/prod/cluster.yaml": member2,
	})
	const missing = "ROOT/all/want/untested.yaml: the file is missing; write it with -update, and review it. The outcome is:\n" +
		"# No case tests:\n# OverridePolicy default/nobody: the policy selects no object\n"
	require.Contains(t, failures(folder, false), strings.TrimSuffix(missing, "\n"))
	require.Empty(t, failures(folder, true))
	require.Empty(t, failures(folder, false))
	require.Equal(t, "# ConfigMap default/settings in member1: unchanged\n", tree(t, folder)["all/want/dev.yaml"])

	s, err := Load(folder)
	require.NoError(t, err)
	require.NoError(t, os.Remove(folder+"/all/want/untested.yaml"))
	one := s.Cases[0].Check(Options{})
	require.False(t, one.Failed())
	require.False(t, s.Untested([]*Report{one, nil}, Options{}).Failed(), "a cell is missing")
	require.True(t, s.Untested([]*Report{one, s.Cases[1].Check(Options{})}, Options{}).Failed())

	write(t, folder, map[string]string{"all/input.yaml": configMap + "---\n" + relabel})
	require.Empty(t, failures(folder, true))
	write(t, folder, map[string]string{"all/want/untested.yaml": "# No case tests:\n"})
	require.Contains(t, failures(folder, false), "ROOT/all/want/untested.yaml: the file must not exist: there is nothing left to report; remove it with -update")
	require.Empty(t, failures(folder, true))
	require.NoFileExists(t, folder+"/all/want/untested.yaml")
	write(t, folder, map[string]string{"untested.yaml": ""})
	require.Equal(t, "ROOT/untested.yaml: the file must not exist: there is nothing left to report; remove it with -update", failures(folder, false))
}

// TestSameName refuses two cases that go test would not tell apart.
func TestSameName(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, repository())
	write(t, folder, map[string]string{"tests/all/settings,dev/input.yaml": stream("a case", nginx)})
	require.Contains(t, failures(folder+"/tests", false, folder+"/policies"), `ROOT/all/settings,dev/input.yaml: the name "all/settings,dev" is that of two cases`)
}

// TestFirstLines limits what a failure quotes.
func TestFirstLines(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a", "a\n", strings.Repeat("a\n", maxLines)} {
		require.Equal(t, text, firstLines(text))
	}
	require.Equal(t, strings.Repeat("a\n", maxLines)+"…and 2 more lines\n", firstLines(strings.Repeat("a\n", maxLines+2)))
}

// TestValueNames have the extension of a folder, but not that of a file.
func TestValueNames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"a/case.yaml": "# versions\nmatrix:\n  version: [../v/1.2, ../v/1.3.yaml]\n", "a/input.yaml": member1, "v/1.2/x.yaml": configMap, "v/1.3.yaml": nginx,
	})
	require.Empty(t, failures(folder, true))
	require.Contains(t, tree(t, folder), "a/want/1.2.yaml")
	require.Contains(t, tree(t, folder), "a/want/1.3.yaml")
	write(t, folder, map[string]string{"a/case.yaml": "# versions\nmatrix:\n  version: [../v/x.yaml, ../v/X.yaml]\n", "v/x.yaml": "", "v/X.yaml": ""})
	require.Contains(t, failures(folder, true), `matrix.version: found the value "X" twice`, "some file systems do not tell them apart")
}
