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
