package suite

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestValueWithoutName refuses values of a matrix whose golden files would be outside of the folder want.
func TestValueWithoutName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"...yaml", "..yaml", ".yaml"} {
		folder := t.TempDir()
		write(t, folder, map[string]string{
			"v/" + name: configMap, "x/important.yaml": member1, "important.yaml": "precious",
			"tests/a/case.yaml": "# why\nmatrix:\n  a: ../../v/" + name + "\n  b: ../../x/important.yaml\n",
		})
		before := tree(t, folder)
		require.Contains(t, failures(folder+"/tests", true), "ROOT/a/case.yaml:3: matrix.a: found the value \""+name+"\", expected a name")
		require.Equal(t, before, tree(t, folder))
	}
}

// TestWriteLink does not write through a symbolic link.
func TestWriteLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"tests/a/input.yaml": stream("why", configMap, member1), "victim.txt": "precious"})
	for _, target := range []string{"victim.txt", "new.txt"} {
		require.NoError(t, os.Symlink(folder+"/"+target, folder+"/tests/a/want.yaml"))
		require.Contains(t, failures(folder+"/tests", true), "ROOT/a/want.yaml: ROOT/a/want.yaml is a symbolic link")
		require.NoError(t, os.Remove(folder+"/tests/a/want.yaml"))
	}
	write(t, folder, map[string]string{"tests/m/case.yaml": "# why\nmatrix: {v: ../../victim}\n", "victim/all.yaml": configMap + "---\n" + member2, "other/keep": ""})
	require.NoError(t, os.Symlink(folder+"/other", folder+"/tests/m/want"))
	require.Contains(t, failures(folder+"/tests", true), "want is a symbolic link")
	require.NoFileExists(t, folder+"/other/victim.yaml")
	text, err := os.ReadFile(folder + "/victim.txt")
	require.NoError(t, err)
	require.Equal(t, "precious", string(text))
	require.NoFileExists(t, folder+"/new.txt")
}

// TestRemoveLink removes no file through a symbolic link, and no link.
func TestRemoveLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"other/untested.yaml": "precious", "b/want/keep": "", "c/want/untested.yaml": "old", "a/case.yaml": "# why\n"})
	require.NoError(t, os.Symlink(folder+"/other", folder+"/a/want"))
	require.NoError(t, os.Symlink(folder+"/other/untested.yaml", folder+"/b/want/untested.yaml"))
	for name, want := range map[string]string{
		"a": "want is a symbolic link, which is not followed; remove it to remove the file",
		"b": "want/untested.yaml is a symbolic link, which is not followed; remove it to remove the file",
		"c": "", // a file is removed
	} {
		file, r := folder+"/"+name+"/want/untested.yaml", Report{}
		r.compareText(golden{file: file}, Options{Update: true})
		if want == "" {
			require.False(t, r.Failed(), name)
			require.NoFileExists(t, file)
			continue
		}
		require.Contains(t, r.String(), want, name)
		require.FileExists(t, file)
	}
	require.FileExists(t, folder+"/other/untested.yaml")
}
