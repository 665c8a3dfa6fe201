package input

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

// TestFolder checks that files with the right extension are read, at any depth, sorted by path.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b/z.json", "b.yml", "a/deep/er.yaml", "notes.txt", "b/.yaml.swp"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(configMap, "settings", "from-"+filepath.Base(name), 1)), 0o644))
	}
	var names []string
	notes := &Notes{Out: io.Discard}
	for _, o := range Read([]string{dir}, nil, "", nil, notes).Objects {
		names = append(names, o.GetName())
	}
	require.Equal(t, []string{"from-er.yaml", "from-b.yml", "from-z.json"}, names)
	require.Zero(t, notes.Status)

	require.Empty(t, filesOf(filepath.Join(dir, "a"), notes)[1:], "one file two levels down")
	empty := t.TempDir()
	require.Empty(t, filesOf(empty, notes))
	require.Equal(t, 1, notes.Status, "an empty folder is an error")
}

// TestScopes checks that a CustomResourceDefinition counts for the objects of all files, whatever their order.
func TestScopes(t *testing.T) {
	t.Parallel()
	const (
		definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n"
		tenant     = "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: %}\n"
		other      = "apiVersion: example.com/v1\nkind: Other\nmetadata: {name: other}\n"
	)
	dir := t.TempDir()
	for name, text := range map[string]string{"a.yaml": strings.Replace(tenant, "%", "first", 1), "b.yaml": definition, "c.yaml": other} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	notes := &Notes{Out: io.Discard}
	bundle := Read([]string{dir, "-"}, strings.NewReader(strings.Replace(tenant, "%", "last", 1)), "default", nil, notes)
	require.Zero(t, notes.Status)
	var names []string
	for _, o := range bundle.Objects {
		names = append(names, o.GetNamespace()+"/"+o.GetName())
	}
	require.Equal(t, []string{"/first", "/tenants.example.com", "default/other", "/last"}, names)
	require.Equal(t, bundle.Objects[2:3], bundle.Assumed, "no file defines its kind")
}
