package policytest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	member1 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member1}\n"
	member2 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member2}\n"

	settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

	// relabel changes the object in member2 only.
	relabel = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: relabel}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [member2]}
    overriders:
      labelsOverrider:
      - {operator: add, value: {tier: web}}
`
)

// stream returns documents after a reason.
func stream(reason string, documents ...string) string {
	return "# " + reason + "\n" + strings.Join(documents, "---\n")
}

// write writes files below a folder.
func write(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
}

// failures returns what Run reports for a folder, with ROOT for the folder.
func failures(folder string, update bool) string {
	cases, err := find(folder)
	var texts []string
	if err != nil {
		texts = append(texts, err.Error())
	}
	for _, c := range cases {
		if err := c.check(update); err != nil {
			texts = append(texts, c.name+": "+err.Error())
		}
	}
	return strings.ReplaceAll(strings.Join(texts, "\n"), folder, "ROOT")
}

func TestFailures(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, reason string
		files        map[string]string
		want         string // its parts, separated by "…", in this order
	}{
		{"passes", "the other cases are variations of this one", map[string]string{
			"a/input.yaml": stream("nothing to do", settings, member1),
			"a/want.yaml":  "# ConfigMap default/settings in member1: unchanged\n",
		}, ""},
		{"cluster-scoped kind", "its definition is in another file, before or after it", map[string]string{
			"shared/tenant.yaml": "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: first}\n",
			"a/input.yaml":       stream("the reason", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n", member1),
			"a/want.yaml":        "# Tenant first in member1: unchanged\n---\n# CustomResourceDefinition tenants.example.com in member1: unchanged\n",
			"b/input.yaml":       stream("without the definition, another case", member1),
			"b/want.yaml":        "# Tenant default/first in member1: unchanged\n",
		}, ""},
		{"no reason", "a case needs a reason", map[string]string{
			"a/input.yaml": settings,
		}, "a: ROOT/a/input.yaml: no reason found, expected a comment at the top with the reason for the case"},
		{"late comment", "a comment in a document is not the reason", map[string]string{
			"a/input.yaml": settings + "# a comment\n",
		}, "a: ROOT/a/input.yaml: no reason found"},
		{"empty comment", "it has no words", map[string]string{
			"a/input.yaml": "#\n#\n" + settings,
		}, "a: ROOT/a/input.yaml: no reason found"},
		{"no want.yaml", "the message has the outcome", map[string]string{
			"a/input.yaml": stream("the reason", settings, member1),
		}, "a: the reason\nROOT/a/want.yaml is missing; write it with -update, and review it. The outcome is:\n# ConfigMap default/settings in member1: unchanged\n"},
		{"difference", "a diff of want.yaml and the outcome, after the reason", map[string]string{
			"a/input.yaml": stream("the reason", relabel, settings, member1, member2),
			"a/want.yaml":  "# ConfigMap default/settings in member1, member2: unchanged\n",
		}, "a: the reason\nROOT/a/want.yaml differs from the outcome; if the outcome is right, update the file with -update\n" +
			"diff want.yaml outcome\n…-# ConfigMap default/settings in member1, member2: unchanged\n+# ConfigMap default/settings in member1: unchanged\n+---\n+# ConfigMap default/settings in member2\n+apiVersion: v1\n"},
		{"white space", "the comparison is exact", map[string]string{
			"a/input.yaml": stream("the reason", settings, member1),
			"a/want.yaml":  "# ConfigMap default/settings in member1: unchanged",
		}, "a: the reason\nROOT/a/want.yaml differs"},
		{"no clusters", "an outcome needs a cluster", map[string]string{
			"a/input.yaml": stream("the reason", settings, relabel),
		}, "a: the reason\nROOT/a/input.yaml: no clusters found, expected one there or in a folder named shared"},
		{"no valid clusters", "the message has the decoding error", map[string]string{
			"a/input.yaml": stream("the reason", "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\n"),
		}, "a: the reason\nROOT/a/input.yaml: no clusters found…\ndocument 1 (line 1): Cluster: metadata.name is missing"},
		{"no object", "an empty want.yaml would always pass", map[string]string{
			"a/input.yaml": stream("the reason", relabel, member1),
			"a/want.yaml":  "",
		}, "a: the reason\nROOT/a/input.yaml: no object found"},
		{"unreadable", "a decoding error is an outcome, which may be expected", map[string]string{
			"a/input.yaml": stream("the reason", settings, member1, "kind: [\n"),
			"a/want.yaml":  "# ConfigMap default/settings in member1: unchanged\n",
		}, "a: the reason\nROOT/a/want.yaml differs…\n+# error: document 3 (line …\n # ConfigMap default/settings in member1: unchanged\n"},
		{"unreadable shared", "it is never expected", map[string]string{
			"a/input.yaml":        stream("not reached", settings),
			"shared/cluster.yaml": member1 + "---\nkind: Cluster\n",
		}, "ROOT/shared/cluster.yaml: document 2 (line 4): apiVersion is missing"},
		{"twice", "the cluster would depend on the order of files", map[string]string{
			"a/input.yaml":        stream("the reason", relabel, settings, member1),
			"shared/cluster.yaml": member1,
			"shared/policy.json":  `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "relabel"}, "spec": {}}`,
		}, "a: the reason\nOverridePolicy default/relabel is defined in ROOT/shared/policy.json and again in ROOT/a/input.yaml\nCluster member1 is defined in ROOT/shared/cluster.yaml and again in ROOT/a/input.yaml"},
		{"misspelt", "a folder without a case would be skipped silently", map[string]string{
			"a/inputs.yaml":  stream("not found", settings, member1),
			"b/want.yaml":    "",
			"c/d/input.yaml": stream("the reason", settings, member1),
			"c/d/want.yaml":  "# ConfigMap default/settings in member1: unchanged\n",
		}, "ROOT/a: no case found, expected a file input.yaml in it or in a folder below\nROOT/b: found want.yaml without input.yaml"},
		{"empty", "a test that tests nothing", map[string]string{"README": ""}, "ROOT: no case found, expected a file input.yaml in it or in a folder below"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, tc.files)
			got := failures(folder, false)
			if tc.want == "" {
				require.Empty(t, got, tc.reason)
			}
			for _, part := range strings.Split(tc.want, "…") {
				before, after, ok := strings.Cut(got, part)
				require.True(t, ok, "%s: expected %q in\n%s", tc.reason, part, got)
				if part == strings.Split(tc.want, "…")[0] {
					require.Empty(t, before, tc.reason)
				}
				got = after
			}
		})
	}
	require.ErrorIs(t, func() error { _, err := find(filepath.Join(t.TempDir(), "absent")); return err }(), fs.ErrNotExist)
}

// TestFind finds cases with their paths and the content of shared folders.
func TestFind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	input := stream("found", settings)
	write(t, folder, map[string]string{
		"shared/z.yaml": member1, "shared/a.yml": member2, "shared/README.md": "not read",
		"b/input.yaml": input, "b/shared/b.json": `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}`,
		"b/deep/er/input.yaml": input,
		"a/c/input.yaml":       input, "a/shared/c.yaml": relabel,
	})
	cases, err := find(folder)
	require.NoError(t, err)
	found := map[string]string{}
	var names []string
	for _, c := range cases {
		names = append(names, c.name)
		for _, s := range c.shared {
			found[c.name] += " " + filepath.Base(s.file)
		}
	}
	require.Equal(t, []string{"a/c", "b", "b/deep/er"}, names, "by path")
	require.Equal(t, map[string]string{"a/c": " a.yml z.yaml c.yaml", "b": " a.yml z.yaml b.json", "b/deep/er": " a.yml z.yaml b.json"}, found,
		"the outermost first, then by name; not those of a neighbour")

	require.Empty(t, failures(folder, true))
	want, err := os.ReadFile(filepath.Join(folder, "b", wantFile))
	require.NoError(t, err)
	require.Equal(t, "# Secret default/s in member2, member1: unchanged\n---\n# ConfigMap default/settings in member2, member1: unchanged\n", string(want))
}

func TestReason(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# one line\nkind: x\n":                   "one line",
		"---\n\n#two\n# lines\n\n# not this\n":    "two lines",
		"#\n# behind an empty comment\nkind: x\n": "behind an empty comment",
		"# no more":                        "no more",
		"kind: x # too late\n# too late\n": "",
		"":                                 "",
	} {
		require.Equal(t, want, reasonOf([]byte(text)), text)
	}
}

// TestUpdate checks that files written by -update pass, and that correct files are not written.
func TestUpdate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	want := filepath.Join(folder, "a", wantFile)
	write(t, folder, map[string]string{"a/input.yaml": stream("the reason", relabel, settings, member1, member2)})

	require.Contains(t, failures(folder, false), "want.yaml is missing")
	require.Empty(t, failures(folder, true), "a missing file is written")
	require.Empty(t, failures(folder, false))

	right, err := os.ReadFile(want)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(want, []byte("wrong\n"), 0o644))
	require.Contains(t, failures(folder, false), "want.yaml differs")
	require.Empty(t, failures(folder, true), "a wrong file is replaced")
	again, err := os.ReadFile(want)
	require.NoError(t, err)
	require.Equal(t, string(right), string(again))

	before, err := os.Stat(want)
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(want, before.ModTime().Add(-1e12), before.ModTime().Add(-1e12)))
	before, err = os.Stat(want)
	require.NoError(t, err)
	require.Empty(t, failures(folder, true))
	after, err := os.Stat(want)
	require.NoError(t, err)
	require.Equal(t, before.ModTime(), after.ModTime(), "a correct file is not written")

	write(t, folder, map[string]string{"a/input.yaml": settings + member1})
	require.Contains(t, failures(folder, true), "no reason found", "-update does not accept a case without a reason")
}

// TestRun runs cases like a user of the package.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"shared/clusters.yaml": member1 + "---\n" + member2,
		"one/input.yaml":       stream("a case", relabel, settings),
		"two/three/input.yaml": stream("a case further below", settings),
	})
	require.Empty(t, failures(folder, true))
	require.True(t, t.Run("cases", func(t *testing.T) { Run(t, folder) }))
}

// BenchmarkRun runs 1,000 cases of a few policies each.
func BenchmarkRun(b *testing.B) {
	folder := b.TempDir()
	files := map[string]string{"shared/clusters.yaml": member1 + "---\n" + member2}
	for i := range 1000 {
		files[fmt.Sprintf("group%d/case%d/input.yaml", i%10, i)] = stream("one of many", relabel, nginx, image, settings)
	}
	write(b, folder, files)
	require.Empty(b, failures(folder, true))
	for b.Loop() {
		require.Empty(b, failures(folder, false))
	}
}

const (
	nginx = `apiVersion: apps/v1
kind: Deployment
metadata: {name: nginx, labels: {app: nginx}}
spec:
  replicas: 2
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec:
      containers:
      - {name: nginx, image: "nginx:1.20", args: [--quiet], ports: [{containerPort: 80}]}
`
	image = `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: image}
spec:
  resourceSelectors:
  - {apiVersion: apps/v1, kind: Deployment}
  overrideRules:
  - overriders:
      imageOverrider:
      - {component: Registry, operator: add, value: registry.example}
      argsOverrider:
      - {containerName: nginx, operator: add, value: [--verbose]}
      plaintext:
      - {path: /spec/replicas, operator: replace, value: 3}
`
)
