package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnread refuses files that no case reads, so that no test seems to be there.
func TestUnread(t *testing.T) {
	t.Parallel()
	const in = "ROOT/a/input.yaml"
	cases := []struct{ name, reason, file, want string }{
		{"beside", "another file of a case", "a/more.yaml", "ROOT/a/more.yaml: no case reads this file; name it under read in case.yaml, or move it to input.yaml"},
		{"case", "extensions in capitals are YAML, too", "a/More.YML", "ROOT/a/More.YML: no case reads this file"},
		{"deep", "a shared folder is not read deeper", "shared/deep/c.json", "ROOT/shared/deep/c.json: no case reads this file; a folder named shared is not a case, and is not read any deeper"},
		{"between", "a folder without a case", "groups/x.yaml", "ROOT/groups/x.yaml: no case reads this file; a case is a folder with input.yaml or case.yaml"},
		{"golden", "a golden file of nothing", "b/want.yaml", "ROOT/b/want.yaml: no case reads this file; a case is a folder with input.yaml or case.yaml"},
		{"works", "no plan is made", "a/want-works.yaml", "ROOT/a/want-works.yaml: no case reads this file"},
		{"plan", "no plan is made", "a/want-plan.txt", "ROOT/a/want-plan.txt: no case reads this file"},
		{"cell", "there is no matrix", "a/want/x.yaml", "ROOT/a/want/x.yaml: no case reads this file, and it is not a golden file of a cell of a matrix"},
		{"text", "it is not YAML", "a/README.md", ""},
		{"hidden", "editors write such files", "a/.want.yaml", ""},
		{"hidden folder", "it is not searched", "a/.cache/x.yaml", ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, map[string]string{
				"a/input.yaml": stream("a case", configMap, member1), "a/want.yaml": "# ConfigMap default/settings in member1: unchanged\n", tc.file: configMap,
			})
			got := failures(folder, false)
			if tc.want == "" {
				require.Empty(t, got, tc.reason)
				return
			}
			require.Contains(t, got, tc.want, tc.reason)
			require.NotContains(t, got, in)
		})
	}
}

// TestPaths reads files and folders that are not copied or linked.
func TestPaths(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"policies/a.yaml": relabel, "policies/b/c.yml": strings.ReplaceAll(relabel, "name: relabel", "name: other"),
		"clusters/1.yaml": member1, "clusters/2.json": `{"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster", "metadata": {"name": "member2"}}`,
		"clusters/notes.txt": "not read", "tests/a/input.yaml": stream("a case", configMap),
		"broken/x.yaml": "# one\n---\nkind: [\n",
		"again.yaml":    relabel,
	})
	tests := folder + "/tests"
	at := func(paths ...string) []string {
		for i := range paths {
			paths[i] = filepath.Join(folder, paths[i])
		}
		return paths
	}
	require.Empty(t, failures(tests, true, at("policies", "policies/a.yaml", "clusters/*")...), "a file that is named twice is read once")
	want := tree(t, tests)["a/want.yaml"]
	require.Contains(t, want, "# ConfigMap default/settings in member2\n")
	require.Contains(t, tree(t, tests), "untested.yaml", "the two policies do the same")

	got := func(paths ...string) string {
		return strings.ReplaceAll(failures(tests, false, at(paths...)...), folder, "ROOT")
	}
	require.Equal(t, "stat ROOT/nothing: no such file or directory", strings.Replace(got("nothing"), "lstat", "stat", 1))
	require.Contains(t, got("nothing*"), "matches no folder")
	require.Contains(t, got("policies", "clusters", "broken"), "ROOT/broken/x.yaml:3: did not find")
	require.Contains(t, got("policies", "clusters", "again.yaml"), "OverridePolicy default/relabel is defined here and in ROOT/policies/a.yaml")
	require.Contains(t, got("tests"), "is also read by a path, expected paths without cases inside")
	require.NoError(t, os.Remove(filepath.Join(folder, "broken/x.yaml")))
	require.NoError(t, os.Remove(filepath.Join(folder, "again.yaml")))
	require.Empty(t, got("."), "the cases below a path are no input of others")
	_, err := Load(tests, "")
	require.ErrorContains(t, err, "found an empty path")
}

// TestOddFiles reads no pipe, follows no link to a folder, and reports what cannot be read.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("a case", configMap, member1)})
	require.NoError(t, os.Symlink(folder, folder+"/a/loop"))
	require.Contains(t, failures(folder, true), "ROOT/a/loop: found a symbolic link to a folder, which is not followed")
	require.NoError(t, os.Remove(folder+"/a/loop"))

	require.NoError(t, os.Symlink(folder+"/nowhere", folder+"/a/replace.yaml"))
	require.Contains(t, failures(folder, true), "replace.yaml: no such file or directory")
	require.NoError(t, os.Remove(folder+"/a/replace.yaml"))

	require.NoError(t, os.MkdirAll(folder+"/b", 0o755))
	if err := exec.Command("mkfifo", folder+"/b/input.yaml").Run(); err == nil {
		require.Contains(t, failures(folder, true), "input.yaml: found a pipe, a socket or a device, expected a file")
		require.NoError(t, os.Remove(folder+"/b/input.yaml"))
		require.NoError(t, os.MkdirAll(folder+"/shared", 0o755))
		require.NoError(t, exec.Command("mkfifo", folder+"/shared/x.yaml").Run())
		require.Contains(t, failures(folder, true), "shared/x.yaml: found a pipe, a socket or a device, expected a file")
		require.NoError(t, os.RemoveAll(folder+"/shared"))
	}
	require.NoError(t, os.MkdirAll(folder+"/b/case.yaml", 0o755))
	require.Contains(t, failures(folder, true), "ROOT/b/case.yaml: found a folder, expected a file")
	require.NoError(t, os.Remove(folder+"/b/case.yaml"))

	write(t, folder, map[string]string{"ü ß/x'y/input.yaml": stream("names with other letters", configMap, member1)})
	require.Empty(t, failures(folder, true))
	s, err := Load(folder)
	require.NoError(t, err)
	require.Equal(t, "ü ß/x'y", s.Cases[1].Name)
	require.NoError(t, os.MkdirAll(folder+"/a/want.d", 0o755))
	require.NoError(t, os.Remove(folder+"/a/want.yaml"))
	require.NoError(t, os.MkdirAll(folder+"/a/want.yaml", 0o755))
	require.Contains(t, "\n"+failures(folder, true), "\nROOT/a/want.yaml: found a folder, expected a file")
}

// TestReadOnce reads a shared folder once that is also a path, and decodes a file once.
func TestReadOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"shared/o.yaml": configMap + "---\n" + member1, "a/input.yaml": stream("a case", nginx), "b/input.yaml": stream("a case", nginx)})
	require.Empty(t, failures(folder, true, folder+"/shared/../shared"))
	require.Equal(t, 1, strings.Count(tree(t, folder)["a/want.yaml"], "ConfigMap default/settings"))
	s, err := Load(folder)
	require.NoError(t, err)
	require.Same(t, s.Cases[0].common[0], s.Cases[1].common[0])

	write(t, folder, map[string]string{"shared/broken.yaml": "kind: ["})
	s, err = Load(folder)
	require.Error(t, err)
	require.Equal(t, 1, strings.Count(err.Error(), "broken.yaml"))
	require.Empty(t, s.Cases, "the error is reported once, not for each case")
}
