package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// folderOf writes files to a new folder.
func folderOf(t testing.TB, content map[string]string) string {
	dir := t.TempDir()
	for name, text := range content {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// messages returns errors and warnings, with relative paths.
func messages(dir string, report *files.Report) string {
	var lines []string
	for _, err := range report.Errors {
		lines = append(lines, "error: "+err.Error())
	}
	for _, err := range report.Warnings {
		lines = append(lines, "warning: "+err.Error())
	}
	return filepath.ToSlash(strings.ReplaceAll(strings.Join(lines, "\n"), dir+string(filepath.Separator), ""))
}

// TestReadMessages reads paths in a folder.
func TestReadMessages(t *testing.T) {
	t.Parallel()
	const noDocument = "no document was found; if the input is meant to be empty, use {apiVersion: v1, kind: List, items: []}"
	dir := folderOf(t, map[string]string{
		"good/a.yaml":         configMap,
		"good/b.yaml":         strings.Replace(configMap, "settings", "b", 1),
		"good/comment.yaml":   "# nothing\n---\n",
		"other/a.yaml":        configMap,
		"empty.yaml":          "",
		"comment.yaml":        "# nothing\n---\n",
		"list.yaml":           "{apiVersion: v1, kind: List, items: []}",
		"comments/a.yaml":     "# nothing\n",
		"comments/b.yaml":     "",
		"workflows/ci.yaml":   "on: push\n",
		"kustomize/k.yaml":    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
		"binary.yaml":         "\x7fELF\x00\x01" + strings.Repeat("\xff", 10_000),
		"late.yaml":           configMap + "# " + strings.Repeat("x", 10_000) + "\x00",
		"utf16.yaml":          "\xff\xfek\x00:\x00 \x001\x00",
		"lines.yaml":          "a: 1\n---\n" + configMap + "data: {a: 1, a: 2}\nother: 1\nother: 2\n",
		"helm/one.yaml":       "kind: ConfigMap\n---\n# {{ if a }}\n" + configMap + "---\nb: {{ c }}\n---\nkind: A\n",
		"strict.yaml":         "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec:\n  a: 1\n  overrideRules: 5\n",
		"unread/not-yaml.yml": "a: [\n",
		"unnamed.yaml": "apiVersion: v1\nkind: ConfigMap\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ''}\n---\n{apiVersion: v1, kind: Secret, metadata: {namespace: a, name: 3}}\n" +
			"---\n{apiVersion: v1, kind: Pod, metadata: {generateName: a-}}\n---\n{apiVersion: v1, kind: PodList, items: []}\n",
	})
	for _, c := range []struct{ name, reason, paths, want string }{
		{"an empty file", "what should have written it may have failed", "empty.yaml", "error: empty.yaml: " + noDocument},
		{"only comments", "as an empty file", "comment.yaml good", "error: comment.yaml: " + noDocument + "\nok"},
		{"standard input", "as an empty file", "-", "error: standard input: " + noDocument},
		{"a folder of nothing", "as an empty file", "comments", "error: comments: " + noDocument},
		{"a folder of workflows", "all is ignored", "workflows", "error: workflows: " + noDocument},
		{"a folder of kustomize", "all is ignored", "kustomize", "error: kustomize: " + noDocument},
		{"an empty list", "empty on purpose", "list.yaml", ""},
		{"a folder with an empty file", "the others have documents", "good", ""},
		{"an unread document", "it is there", "unread", "error: unread/not-yaml.yml:1: did not find expected node content"},
		{"twice", "it is read once", "good/a.yaml good/../good/a.yaml", "warning: good/../good/a.yaml: the file was already read through good/a.yaml"},
		{"a file before its folder", "the others are read", "good/a.yaml good", "warning: good: 1 file of the folder was already read through good/a.yaml"},
		{"a file after its folder", "it was read", "good good/b.yaml", "warning: good/b.yaml: the file was already read through good"},
		{"a folder twice", "nothing is left", "good good", "warning: good: the path is given twice; it is read once"},
		{"a folder after its files", "the first path is named", "good/b.yaml good/a.yaml good", "warning: good: 2 files of the folder were already read through good/a.yaml and 1 more"},
		{"another file", "it has the same object", "good/a.yaml other", "warning: other/a.yaml:1: ConfigMap settings is given again, it is also in good/a.yaml:1"},
		{"binary", "no message of a YAML parser", "binary.yaml", "error: binary.yaml: the file is binary, expected YAML or JSON"},
		{"a zero byte later", "it may be a mistake in a text", "late.yaml", "error: late.yaml:1: control characters are not allowed"},
		{"UTF-16", "YAML may have it", "utf16.yaml", "error: utf16.yaml:1: apiVersion is missing, expected a string"},
		{"lines", "each error has its own", "lines.yaml", "error: lines.yaml:1: apiVersion is missing, expected a string\n" +
			"error: lines.yaml:6: key \"a\" is repeated\nerror: lines.yaml:8: key \"other\" is repeated"},
		{"lines of fields", "each error names the policy", "strict.yaml", "error: strict.yaml:5: ClusterOverridePolicy p: unknown field \"spec.a\", expected overrideRules, overriders, resourceSelectors or targetCluster\n" +
			"error: strict.yaml:6: ClusterOverridePolicy p: spec.overrideRules is the number 5, expected a list"},
		{"no name", "an API server refuses the objects, but makes a name from a generateName, and lists have none", "unnamed.yaml",
			"warning: unnamed.yaml:1: ConfigMap: metadata.name is missing, expected a name: an API server refuses the object; this file has 1 more ConfigMap without a name\n" +
				"warning: unnamed.yaml:8: Secret a/: metadata.name is the number 3, expected a name: an API server refuses the object"},
		{"a template", "the hint is for the document that has it", "helm/one.yaml", "error: helm/one.yaml:1: apiVersion is missing, expected a string\n" +
			"error: helm/one.yaml:7: the document cannot be read; the reason is not shown, because it may quote the value of a Secret; line 8 looks like a template of Helm, Go or Jinja: read what it renders, or exclude the file\n" +
			"error: helm/one.yaml:9: apiVersion is missing, expected a string\nok"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var paths []string
			for path := range strings.FieldsSeq(c.paths) {
				if path != "-" {
					path = dir + string(filepath.Separator) + filepath.FromSlash(path)
				}
				paths = append(paths, path)
			}
			bundle, report := files.Reader{Stdin: strings.NewReader("\n# nothing\n")}.Read(paths...)
			want, ok := strings.CutSuffix(c.want, "\nok")
			require.Equal(t, want, messages(dir, report), c.reason)
			require.Equal(t, ok || !strings.Contains(want, "error") && c.paths != "list.yaml", len(bundle.Objects) > 0, c.reason)
		})
	}
}

// TestManyUnnamed has many kinds of objects without a name: some of them are warnings.
func TestManyUnnamed(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 22 {
		fmt.Fprintf(&text, "{apiVersion: v1, kind: A%d}\n---\n", i)
	}
	warnings := files.Reader{}.Decode(files.File{Name: "a.yaml"}, strings.NewReader(text.String())).Report().Warnings
	require.Len(t, warnings, 21)
	require.EqualError(t, warnings[19], "a.yaml:39: A19: metadata.name is missing, expected a name: an API server refuses the object")
	require.EqualError(t, warnings[20], "a.yaml: 2 more kinds of objects have no name")
}

// TestDocumentError looks at the parts of an error.
func TestDocumentError(t *testing.T) {
	t.Parallel()
	source := files.Reader{}.Decode(files.File{Name: "a.yaml"}, strings.NewReader(configMap+"---\napiVersion: v1\n"))
	var in *files.Error
	require.ErrorAs(t, source.Report().Err(), &in)
	require.Equal(t, files.Place{File: "a.yaml", Document: 2, Line: 4}, in.Place)
	require.EqualError(t, in, "a.yaml:4: kind is missing, expected a string")
	var document *policy.Error
	require.ErrorAs(t, in.Err, &document)
	require.EqualError(t, in.Err, "document 2 (line 4): kind is missing, expected a string")
}

// TestStdinTwice reads standard input once.
func TestStdinTwice(t *testing.T) {
	t.Parallel()
	bundle, report := files.Reader{Stdin: strings.NewReader(configMap)}.Read("-", "-")
	require.Len(t, bundle.Objects, 1)
	require.Equal(t, "warning: standard input: the path is given twice; it is read once", messages("", report))
}

// TestLinks reads a file by its name and by a link.
func TestLinks(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a/a.yaml": configMap})
	require.NoError(t, os.Symlink("a/a.yaml", filepath.Join(dir, "link.yaml")))
	found, report := files.Reader{}.Find(filepath.Join(dir, "link.yaml"), filepath.Join(dir, "a"))
	require.Equal(t, []files.File{{Name: filepath.Join(dir, "link.yaml")}}, found)
	require.Equal(t, "warning: a: 1 file of the folder was already read through link.yaml", messages(dir, report))
}

// TestLinksInFolder reads a folder with a file, a link to it and a link to a folder.
func TestLinksInFolder(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a/a.yaml": configMap, "b/b.yaml": configMap})
	require.NoError(t, os.Symlink("a.yaml", filepath.Join(dir, "a", "link.yaml")))
	require.NoError(t, os.Symlink("../b", filepath.Join(dir, "a", "folder.yaml")))
	found, report := files.Reader{}.Find(filepath.Join(dir, "a"))
	require.Equal(t, []files.File{{Name: filepath.Join(dir, "a", "a.yaml"), InFolder: true}}, found)
	require.Equal(t, "warning: a/link.yaml: the file was already read as a/a.yaml", messages(dir, report))

	require.NoError(t, os.Symlink("absent", filepath.Join(dir, "b", "broken.yaml")))
	_, report = files.Reader{}.Read(filepath.Join(dir, "b"))
	require.Equal(t, "error: b/broken.yaml: no such file or directory", messages(dir, report))
}

// TestOpenErrors checks that messages name a path exactly once.
func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, report := files.Reader{}.Read("", filepath.Join(dir, "absent"))
	require.Equal(t, "error: the path is empty: no such file or directory\nerror: absent: no such file or directory", messages(dir, report))
	require.ErrorIs(t, report.Errors[0], os.ErrNotExist)
	require.EqualError(t, files.Reader{}.ReadFile(files.File{}).Report().Err(), "the path is empty: no such file or directory")
	require.EqualError(t, files.Reader{}.ReadFile(files.File{Name: dir}).Report().Err(), dir+": is a directory")
}
