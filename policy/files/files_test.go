package files_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

const clusters = "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member2}}\n\n---\n---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member1}}\n"

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
	bundle, report := files.Reader{}.Read(dir)
	require.NoError(t, report.Err())
	for _, o := range bundle.Objects {
		names = append(names, o.GetName())
	}
	require.Equal(t, []string{"from-er.yaml", "from-b.yml", "from-z.json"}, names)

	found, report := files.Reader{}.Find(filepath.Join(dir, "a"), "-", filepath.Join(dir, "notes.txt"))
	require.NoError(t, report.Err())
	require.Equal(t, []files.File{{Name: filepath.Join(dir, "a", "deep", "er.yaml"), InFolder: true}, {Name: "-"}, {Name: filepath.Join(dir, "notes.txt")}}, found)
	empty, absent := t.TempDir(), filepath.Join(dir, "absent")
	found, report = files.Reader{Exclude: []string{"["}}.Find(empty, absent)
	require.Empty(t, found)
	require.Len(t, report.Errors, 3, "the pattern, the empty folder, and the absent one")
	require.EqualError(t, report.Errors[1], empty+": the folder has no .yaml, .yml or .json file")
}

// TestIgnored reads the root of a repository, and then files in it by name.
func TestIgnored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const values, workflow = "image: {tag: v1}\n", "on: push\njobs: {}\n"
	for name, text := range map[string]string{
		".github/workflows/ci.yml":     workflow,
		".github/settings.yaml":        configMap,
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
	read := func(paths ...string) (names []string, report *files.Report) {
		bundle, report := files.Reader{}.Read(paths...)
		for _, o := range bundle.Objects {
			names = append(names, o.GetName())
		}
		return names, report
	}
	names, report := read(dir)
	require.Equal(t, []string{"settings", "not-of-helm", "in-a-chart"}, names)
	require.NoError(t, report.Err())
	require.Empty(t, report.Warnings)
	var ignored []string
	for _, i := range report.Ignored {
		ignored = append(ignored, string(i.Reason)+": "+filepath.ToSlash(strings.TrimPrefix(i.What, dir+string(filepath.Separator))))
	}
	require.Equal(t, []string{
		"hidden: .github",
		"hidden: .hidden.yaml",
		"of a Helm chart: chart/Chart.yaml",
		"of a Helm chart: chart/templates",
		"of a Helm chart: chart/values-prod.yaml",
		"with neither apiVersion nor kind: apps/both.yaml:1: the document is a list, expected an object with apiVersion and kind",
		"of kustomize: apps/kustomization.yaml",
		"with neither apiVersion nor kind: ci.yaml:1: apiVersion is missing, expected a string",
	}, ignored)

	names, report = read(filepath.Join(dir, ".hidden.yaml"), filepath.Join(dir, "apps", "kustomization.yaml"))
	require.Equal(t, []string{"settings", ""}, names, "a file that is named")
	require.NoError(t, report.Err())
	_, report = read(filepath.Join(dir, "ci.yaml"))
	require.Error(t, report.Err(), "a file that is named is not ignored")
	_, report = read(filepath.Join(dir, ".github"))
	require.NoError(t, report.Err(), "a hidden folder that is named is read")
	_, report = read(filepath.Join(dir, "chart", "templates"))
	require.Error(t, report.Err())
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
	reader := files.Reader{Stdin: strings.NewReader(strings.Replace(tenant, "%", "last", 1)), Decoder: policy.Decoder{Namespace: "default"}}
	bundle, report := reader.Read(dir, "-")
	require.NoError(t, report.Err())
	var names []string
	for _, o := range bundle.Objects {
		names = append(names, o.GetNamespace()+"/"+o.GetName())
	}
	require.Equal(t, []string{"/first", "/tenants.example.com", "default/other", "/last"}, names)
	require.Equal(t, bundle.Objects[2:3], bundle.Assumed, "no file defines its kind")
	require.Equal(t, []override.Ref{override.RefOf(bundle.Objects[2])}, bundle.Defaulted, "those of all files, but no cluster-scoped ones")
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
	for name, text := range map[string]string{"a.yaml": configMap, "b.yaml": policies, "c.yaml": configMap, "d.yaml": clusters} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	in, report := files.Reader{}.Read(dir)
	require.NoError(t, report.Err())
	require.Len(t, report.Warnings, 1)
	require.EqualError(t, report.Warnings[0], filepath.Join(dir, "c.yaml")+":1: ConfigMap settings is given again, it is also in "+filepath.Join(dir, "a.yaml")+":1")
	ref := in.Policies[0].Ref()
	for _, c := range []struct {
		of         override.Ref
		path, want string
	}{
		{ref, "spec.overrideRules[0].overriders.plaintext[0]", "b.yaml:12: "},
		{ref, "spec.overrideRules[0].overriders.plaintext[0]", "b.yaml:12: "},
		{ref, "", "b.yaml:5: "},
		{override.RefOf(in.Objects[1]), "metadata", "a.yaml:3: "},
		{files.ClusterRef("member1"), "", "d.yaml:5: "},
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
