package suite

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/internal/suitetest"
)

// Short names of what the tests share.
const (
	member1   = suitetest.Member1
	member2   = suitetest.Member2
	configMap = suitetest.ConfigMap
	relabel   = suitetest.Relabel
)

var stream, write = suitetest.Stream, suitetest.Write

// failures returns what is wrong with the cases of a folder, with ROOT for the folder.
func failures(folder string, update bool, paths ...string) string {
	s, err := Load(filepath.Join(folder), paths...)
	var texts []string
	if err != nil {
		texts = append(texts, err.Error())
	}
	options := Options{Update: update, Hint: "-update"}
	var reports []*Report
	for _, c := range s.Cases {
		report := c.Check(options)
		if reports = append(reports, report); report.Failed() {
			texts = append(texts, c.Name+": "+report.String())
		}
	}
	if report := s.Untested(reports, options); report.Failed() {
		texts = append(texts, report.String())
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
			"a/input.yaml": stream("nothing to do", configMap, member1),
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
			"a/input.yaml": configMap,
		}, "ROOT/a/input.yaml:1: no reason found, expected a comment at the top with the reason for the case"},
		{"late comment", "a comment in a document is not the reason", map[string]string{
			"a/input.yaml": configMap + "# a comment\n",
		}, "ROOT/a/input.yaml:1: no reason found"},
		{"empty comment", "it has no words", map[string]string{
			"a/input.yaml": "#\n#\n" + configMap,
		}, "ROOT/a/input.yaml:1: no reason found"},
		{"no want.yaml", "the message has the titles of the outcome", map[string]string{
			"a/input.yaml": stream("the reason", configMap, member1),
		}, "a: the reason\nROOT/a/want.yaml: the file is missing; write it with -update, and review it. The outcome is:\n  ConfigMap default/settings in member1: unchanged"},
		{"difference", "a diff of want.yaml and the outcome, after the reason", map[string]string{
			"a/input.yaml": stream("the reason", relabel, configMap, member1, member2),
			"a/want.yaml":  "# ConfigMap default/settings in member1, member2: unchanged\n",
		}, "a: the reason\nROOT/a/want.yaml:1: differs from the outcome; if the outcome is right, update the file with -update\n" +
			"diff want.yaml outcome\n…-# ConfigMap default/settings in member1, member2: unchanged\n+# ConfigMap default/settings in member1: unchanged\n+---\n+# ConfigMap default/settings in member2\n+apiVersion: v1\n"},
		{"white space", "the comparison is exact", map[string]string{
			"a/input.yaml": stream("the reason", configMap, member1),
			"a/want.yaml":  "# ConfigMap default/settings in member1: unchanged",
		}, "a: the reason\nROOT/a/want.yaml:2: differs"},
		{"no clusters", "an outcome needs a cluster", map[string]string{
			"a/input.yaml": stream("the reason", configMap, relabel),
		}, "a: the reason\nROOT/a/input.yaml: no clusters found, expected one in the case, in a folder named shared"},
		{"no valid clusters", "the message has the decoding error", map[string]string{
			"a/input.yaml": stream("the reason", "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\n"),
		}, "a: the reason\nROOT/a/input.yaml: no clusters found…\ndocument 1 (line 1): Cluster: metadata.name is missing"},
		{"no object", "an empty want.yaml would always pass", map[string]string{
			"a/input.yaml": stream("the reason", relabel, member1),
			"a/want.yaml":  "",
		}, "a: the reason\nROOT/a/input.yaml: no object found"},
		{"unreadable", "a decoding error is an outcome, which may be expected", map[string]string{
			"a/input.yaml": stream("the reason", configMap, member1, "kind: [\n"),
			"a/want.yaml":  "# ConfigMap default/settings in member1: unchanged\n",
		}, "a: the reason\nROOT/a/want.yaml:1: differs…\n+# error: document 3 (line …\n # ConfigMap default/settings in member1: unchanged"},
		{"unreadable shared", "it is never expected", map[string]string{
			"a/input.yaml":        stream("not reached", configMap),
			"shared/cluster.yaml": member1 + "---\nkind: Cluster\n",
		}, "ROOT/shared/cluster.yaml:4: apiVersion is missing"},
		{"twice", "the cluster would depend on the order of files", map[string]string{
			"a/input.yaml":        stream("the reason", relabel, configMap, member1),
			"shared/cluster.yaml": member1,
			"shared/policy.json":  `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "relabel"}, "spec": {}}`,
		}, "a: the reason\nROOT/a/input.yaml:2: OverridePolicy default/relabel is defined here and in ROOT/shared/policy.json\nROOT/a/input.yaml:16: Cluster member1 is defined here and in ROOT/shared/cluster.yaml"},
		{"misspelt", "a folder without a case would be skipped silently", map[string]string{
			"a/inputs.yaml":  stream("not found", configMap, member1),
			"b/want.yaml":    "",
			"c/d/input.yaml": stream("the reason", configMap, member1),
			"c/d/want.yaml":  "# ConfigMap default/settings in member1: unchanged\n",
		}, "ROOT/a/inputs.yaml: no case reads this file; a case is a folder with input.yaml or case.yaml\nROOT/b/want.yaml: no case reads this file; a case is a folder with input.yaml or case.yaml"},
		{"empty", "a test that tests nothing", map[string]string{"README": ""}, "ROOT: no case found, expected a file input.yaml or case.yaml in it or in a folder below"},
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
	require.ErrorIs(t, func() error { _, err := Load(filepath.Join(t.TempDir(), "absent")); return err }(), fs.ErrNotExist)
}

// TestFind finds cases with their paths and the content of shared folders.
func TestFind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	input := stream("found", configMap)
	write(t, folder, map[string]string{
		"shared/z.yaml": member1, "shared/a.yml": member2, "shared/README.md": "not read",
		"b/input.yaml": input, "b/shared/b.json": `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}`,
		"b/deep/er/input.yaml": input,
		"a/c/input.yaml":       input, "a/shared/c.yaml": relabel,
	})
	s, err := Load(folder)
	require.NoError(t, err)
	found := map[string]string{}
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
		for _, e := range c.common {
			found[c.Name] += " " + filepath.Base(e.Name)
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
		"# one line\nkind: x\n":                  "one line",
		"\ufeff# after a mark\n":                 "after a mark",
		"---\n\n#two\n# lines\n\n# not this\n":   "two lines",
		"#\n# after an empty comment\nkind: x\n": "after an empty comment",
		"# no more":                              "no more",
		"kind: x # too late\n# too late\n":       "",
		"":                                       "",
	} {
		require.Equal(t, want, reasonOf(text), text)
	}
}

// TestUpdate checks that files written by -update pass, and that correct files are not written.
func TestUpdate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	want := filepath.Join(folder, "a", wantFile)
	write(t, folder, map[string]string{"a/input.yaml": stream("the reason", relabel, configMap, member1, member2)})

	require.Contains(t, failures(folder, false), "want.yaml: the file is missing")
	require.Empty(t, failures(folder, true), "a missing file is written")
	require.Empty(t, failures(folder, false))

	right, err := os.ReadFile(want)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(want, []byte("wrong\n"), 0o644))
	require.Contains(t, failures(folder, false), "want.yaml:1: differs")
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

	write(t, folder, map[string]string{"a/input.yaml": configMap + member1})
	require.Contains(t, failures(folder, true), "no reason found", "-update does not accept a case without a reason")
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
