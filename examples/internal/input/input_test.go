package input

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
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

	files, folder := filesOf(filepath.Join(dir, "a"), nil, &ignored{}, notes)
	require.Len(t, files, 1, "one file two levels down")
	require.True(t, folder)
	files, _ = filesOf(t.TempDir(), nil, &ignored{}, notes)
	require.Empty(t, files)
	require.Equal(t, Trouble, notes.Status, "an empty folder is an error")
}

// TestIgnored reads the root of a repository, and then files in it by name.
func TestIgnored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const values, workflow = "image: {tag: v1}\n", "on: push\njobs: {}\n"
	for name, text := range map[string]string{
		".github/workflows/ci.yml":     workflow,
		".hidden.yaml":                 configMap,
		".notes.txt":                   "",
		"ci.yaml":                      workflow,
		"chart/Chart.yaml":             "apiVersion: v2\nname: web\n",
		"chart/values-prod.yaml":       "kind: production\n",
		"chart/templates/deploy.yaml":  "kind: {{ .Values.kind }}\n",
		"chart/crds/settings.yaml":     strings.Replace(configMap, "settings", "in-a-chart", 1),
		"apps/templates/settings.yaml": strings.Replace(configMap, "settings", "not-of-helm", 1),
		"apps/kustomization.yaml":      "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
		"apps/both.yaml":               "- a\n---\n" + configMap,
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	read := func(verbose bool, paths ...string) (names []string, notes *Notes, printed string) {
		var out strings.Builder
		notes = &Notes{Out: &out, Verbose: verbose}
		for _, o := range Read(paths, nil, "", nil, notes).Objects {
			names = append(names, o.GetName())
		}
		return names, notes, strings.ReplaceAll(out.String(), dir+string(filepath.Separator), "")
	}
	names, notes, printed := read(false, dir)
	require.Equal(t, []string{"settings", "not-of-helm", "in-a-chart"}, names)
	require.Equal(t, "note: ignored in folders: 2 hidden, 3 of a Helm chart, 1 of kustomize, 2 with neither apiVersion nor kind (--verbose lists them)\n", printed)
	require.Zero(t, notes.Status)
	require.Zero(t, notes.Warnings)

	_, _, printed = read(true, dir)
	require.Equal(t, `note: ignored, hidden: .github
note: ignored, hidden: .hidden.yaml
note: ignored, of a Helm chart: chart/Chart.yaml
note: ignored, of a Helm chart: chart/templates
note: ignored, of a Helm chart: chart/values-prod.yaml
note: ignored, with neither apiVersion nor kind: apps/both.yaml: document 1 (line 1): the document is a list, expected an object with apiVersion and kind
note: ignored, of kustomize: apps/kustomization.yaml
note: ignored, with neither apiVersion nor kind: ci.yaml: document 1 (line 1): apiVersion is missing, expected a string
`, filepath.ToSlash(printed))

	names, notes, _ = read(false, filepath.Join(dir, ".hidden.yaml"), filepath.Join(dir, "apps", "kustomization.yaml"))
	require.Equal(t, []string{"settings", ""}, names, "a file that is named")
	require.Zero(t, notes.Status)
	_, notes, _ = read(false, filepath.Join(dir, "ci.yaml"))
	require.Equal(t, Trouble, notes.Status, "a file that is named is not ignored")
	_, notes, _ = read(false, filepath.Join(dir, ".github"))
	require.Zero(t, notes.Status, "a hidden folder that is named is read")
	_, notes, printed = read(false, filepath.Join(dir, "chart", "templates"))
	require.Equal(t, Trouble, notes.Status, printed)
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

// TestWhere looks up policies and objects of two files.
func TestWhere(t *testing.T) {
	t.Parallel()
	const policies = `# two policies
apiVersion: v1
kind: List
items:
- apiVersion: policy.karmada.io/v1alpha1
  kind: ClusterOverridePolicy
  metadata: {name: p}
  spec:
    overrideRules:
    - overriders:
        plaintext:
        - {path: /data, operator: remove}
`
	dir := t.TempDir()
	for name, text := range map[string]string{"a.yaml": configMap, "b.yaml": policies, "c.yaml": configMap} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	notes := &Notes{Out: io.Discard}
	in := Read([]string{dir}, nil, "", nil, notes)
	require.Zero(t, notes.Status)
	ref := in.Policies[0].Ref()
	for _, c := range []struct {
		of         override.Ref
		path, want string
	}{
		{ref, "spec.overrideRules[0].overriders.plaintext[0]", "b.yaml:12: "},
		{ref, "spec.overrideRules[0].overriders.plaintext[0]", "b.yaml:12: "},
		{ref, "", "b.yaml:5: "},
		{override.RefOf(in.Objects[1]), "metadata", "a.yaml:3: "},
		{override.Ref{Name: "absent"}, "", ""},
	} {
		require.Equal(t, c.want, strings.TrimPrefix(in.Where(c.of, c.path), dir+string(filepath.Separator)))
	}
	failed := &override.Error{Policy: ref, At: "spec.overrideRules"}
	require.ErrorIs(t, in.Placed(failed), failed)
	require.Contains(t, in.Placed(failed).Error(), "b.yaml:9: ")
	require.NoError(t, in.Placed(nil))
	require.Equal(t, io.EOF, in.Placed(io.EOF))
}
