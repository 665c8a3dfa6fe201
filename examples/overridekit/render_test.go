package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

const (
	quickstart = "../../testdata/quickstart"
	separate   = "testdata/render/separate" // the same documents, one file each

	configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
)

var renderCases = []golden{
	{"quickstart-yaml", "the first command of the README: member2 gets another image, member1 does not", []string{quickstart}, ""},
	{"quickstart-blame", "the changed line has the policy that decided it", []string{"--blame", quickstart}, ""},
	{"quickstart-diff", "only member2 has a difference", []string{"-o", "diff", quickstart}, ""},
	{"quickstart-summary", "unchanged objects are in the table, too", []string{"-o", "text", quickstart}, ""},
	{"quickstart-json", "unchanged objects have empty lists, not null", []string{"-o", "json", quickstart}, ""},

	{"changes-yaml", "the output of every kind of change", []string{"testdata/render/changes.yaml"}, ""},
	{"changes-blame", "removed values have no line and follow below", []string{"--blame", "testdata/render/changes.yaml"}, ""},
	{"changes-diff", "two hunks in one result", []string{"-o", "diff", "testdata/render/changes.yaml"}, ""},
	{"changes-summary", "add, remove and replace; object and cluster are printed once", []string{"-o", "text", "testdata/render/changes.yaml"}, ""},
	{"long-values", "long values are cut around their first difference", []string{"-o", "text", "testdata/render/long.yaml"}, ""},
	{"changes-markdown", "the table for a review; bars and backquotes are safe", []string{"-o", "markdown", "testdata/render/changes.yaml"}, ""},
	{"changes-json", "old and new only if there is a value, which may be null; skips; no namespace for a cluster-scoped object", []string{"-o", "json", "--cluster", "small", "testdata/render/changes.yaml"}, ""},

	{"failing-yaml", "every error is reported, and everything else is printed", []string{"testdata/render/failing"}, ""},
	{"failing-summary", "a failure has a line with the policy that failed", []string{"-o", "text", "testdata/render/failing"}, ""},
	{"failing-json", "a failure has an element", []string{"-o", "json", "testdata/render/failing"}, ""},

	{"tenant", "a policy that makes another object is a warning", []string{"-o", "text", "testdata/render/tenant.yaml"}, ""},
	{"tenant-guarded", "the policy of a namespace fails, a cluster-wide one may do it", []string{"-o", "text", "--guard", "namespaced", "testdata/render/tenant.yaml"}, ""},
	{"tenant-guarded-all", "both fail", []string{"-o", "json", "--guard", "all", "--cluster", "member1", "testdata/render/tenant.yaml"}, ""},
	{"bad-guard", "the words that the flag knows", []string{"--guard", "none", "testdata/render/tenant.yaml"}, ""},

	{"missing-policy", "an object whose label names a policy that was not read is an error, even if no policy was read", []string{"-o", "text", "testdata/render/missing.yaml"}, ""},

	{"secret-diff", "the output shows that a value differs, but not the value; everything else is shown", []string{"-o", "diff", "testdata/render/secret.yaml"}, ""},
	{"secret-summary", "the table and the error of the second cluster do not show the value", []string{"-o", "text", "testdata/render/secret.yaml"}, ""},
	{"secret-blame", "the comment with the policy does not show the value", []string{"--blame", "testdata/render/secret.yaml"}, ""},
	{"secret-shown", "the flag shows the values", []string{"-o", "text", "--show-secrets", "testdata/render/secret.yaml"}, ""},
	{"stdin", "a PATH like any other, between two files", []string{"-o", "text", separate + "/override.yaml", "-", separate + "/clusters.yaml"}, configMap},
	{"stdin-json", "a stream of JSON, with an error that names standard input", []string{"-o", "text", "--cluster", "c", "-"}, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}} {"apiVersion": "v1"}`},
	{"clusters", "the order of the flags, each cluster once", []string{"-o", "text", "--cluster", "member2", "--cluster", "member1", "--cluster", "member2", quickstart}, ""},
	{"unknown-cluster", "a misspelt cluster is an error; the others are printed", []string{"-o", "text", "--cluster", "membr2", "--cluster", "member1", quickstart}, ""},
	{"object", "one object out of many: no conflicts of the others, and no object that names a missing policy; policies without effect are those of the whole input", []string{"-o", "text", "--object", "Deployment/web", "testdata/render/objects.yaml"}, ""},
	{"objects", "the order of the input; the case of the kind does not matter", []string{"-o", "text", "--object", "deployment/shop/web", "--object", "configmap/settings", "--cluster", "member1", "testdata/render/objects.yaml"}, ""},
	{"object-fail-on-changes", "status 0, because only other objects change", []string{"-o", "diff", "--object", "Service/web", "--fail-on", "changes", "testdata/render/objects.yaml"}, ""},
	{"object-missing-policy", "an object that is chosen and names a missing policy is an error", []string{"-o", "text", "--object", "ConfigMap/labelled", "testdata/render/objects.yaml"}, ""},
	{"unknown-object", "a misspelt object is an error; the others are printed", []string{"-o", "text", "--object", "Deployment/wbe", "--object", "Service/web", "testdata/render/objects.yaml"}, ""},
	{"only-unknown-object", "one error, and no empty table", []string{"-o", "text", "--object", "Deployment/wbe", "testdata/render/objects.yaml"}, ""},
	{"bad-object", "the error, and how to get help", []string{"--object", "web", quickstart}, ""},
	{"bare-cluster", "no warning if there is no Cluster document at all", []string{"-o", "text", "--cluster", "member2", separate + "/deployment.yaml", separate + "/override.yaml"}, ""},
	{"namespace", "object and policy get the same namespace, and still match", []string{"-o", "text", "--namespace", "prod", quickstart}, ""},
	{"assumed-namespace", "the reason why a policy does nothing says which namespace is assumed", []string{"-o", "text", "testdata/render/assumed.yaml"}, ""},
	{"assumed-namespace-given", "so it is with the namespace of the flag", []string{"-o", "text", "--namespace", "prod", "testdata/render/assumed.yaml"}, ""},
	{"assumed-namespace-equal", "nothing to say: the policy has an effect", []string{"-o", "text", "--namespace", "shop", "testdata/render/assumed.yaml"}, ""},
	{"twice", "one name in two files: the first is used, as within one file", []string{"-o", "text", "testdata/render/twice"}, ""},
	{"faults", "faults are warnings; a fault that fails its objects is also an error", []string{"-o", "text", "testdata/render/faulty.yaml"}, ""},
	{"nearest-named", "the nearest object is one that could have the label", []string{"-o", "text", "--cluster", "c", "testdata/explain/named.yaml"}, ""},
	{"whole-object", "a policy may replace the object itself, whose pointer is empty", []string{"-o", "text", "--cluster", "c", "testdata/render/whole.yaml"}, ""},

	{"no-clusters", "nothing can be printed, and an empty output would look like success", []string{separate + "/deployment.yaml"}, ""},
	{"no-objects", "a likely mistake; the output is still an array", []string{"-o", "json", separate + "/clusters.yaml"}, ""},
	{"no-file", "the other paths are still read", []string{"-o", "text", "testdata/render/absent.yaml", quickstart}, ""},
	{"only-no-file", "one error, and no empty table", []string{"-o", "text", "testdata/render/absent.yaml"}, ""},
	{"only-comments", "an empty input may come from a program that failed; the rest is printed", []string{"-o", "text", "testdata/render/input/comments.yaml", "-", quickstart}, "\n"},
	{"binary", "not the message of a YAML parser", []string{"-o", "text", "testdata/render/input/binary.yaml"}, ""},
	{"path-twice", "the file is in the folder, and the folder is given twice", []string{"-o", "text", separate + "/override.yaml", separate, separate}, ""},
	{"bad-namespace", "an API server has no such namespace", []string{"--namespace", "Bad_NS", quickstart}, ""},
	{"hostile", "names cannot start a new line or control the terminal", []string{"-o", "yaml", "--cluster", "a\nb: c", "-"}, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"x\\n---\\e[31m\"}\n"},

	{"fail-on-changes", "status 1, because a cluster gets another image", []string{"-o", "text", "--fail-on", "changes", quickstart}, ""},
	{"fail-on-nothing", "status 0 without changes", []string{"-o", "text", "--fail-on", "changes,findings", "--cluster", "member1", quickstart}, ""},
	{"fail-on-findings", "every warning is a finding, here a step without effect", []string{"-o", "text", "--fail-on", "findings", "testdata/render/changes.yaml"}, ""},
	{"no-effect", "every policy that does nothing is named, with file, line and reason", []string{"-o", "text", "testdata/render/noeffect.yaml"}, ""},
	{"no-effect-strict", "with --strict they are errors, also for a single cluster", []string{"-o", "diff", "--strict", "--cluster", "member1", "testdata/render/noeffect.yaml"}, ""},
	{"no-effect-elsewhere", "the rule for member2 has an effect there, so it is not reported for member1", []string{"-o", "text", "--strict", "--cluster", "member1", quickstart}, ""},
	{"hidden-mistakes", "an object that fails in all clusters does not hide the other mistakes of its policy", []string{"-o", "text", "--strict", "testdata/render/hidden-mistakes.yaml"}, ""},
	{"rule-cluster", "a rule names a cluster that was not read", []string{"-o", "text", "--fail-on", "findings", "testdata/plan/mistakes.yaml"}, ""},
	{"problems", "results that no API server takes, each with the line of the policy or of the object; no values of Secrets", []string{"-o", "text", "testdata/render/problems.yaml"}, ""},
	{"custom", "a custom resource is checked against the schema in its definition", []string{"-o", "text", "testdata/render/custom.yaml"}, ""},
	{"scripts", "a customization is not sent to clusters, and its scripts do not change what override policies do", []string{"-o", "text", "testdata/scripts/caches.yaml"}, ""},
	{"scripts-broken", "but they must be loadable, as in the command plan", []string{"-o", "text", "testdata/scripts/broken.yaml"}, ""},
	{"conflicts", "policies that write different values to one place", []string{"-o", "text", "testdata/explain/who-wins.yaml"}, ""},
	{"conflicts-strict", "with --strict they are errors", []string{"-o", "diff", "--strict", "testdata/explain/who-wins.yaml"}, ""},
	{"fail-on-else", "the error lists the words", []string{"--fail-on", "errors", quickstart}, ""},
	{"ignored", "what is not an object is ignored in a folder", []string{"-o", "text", "testdata/render/repository"}, ""},
	{"ignored-verbose", "one line for each", []string{"-o", "text", "--verbose", "testdata/render/repository"}, ""},
	{"ignored-named", "a file that is named is never ignored", []string{"-o", "text", "--cluster", "c", "testdata/render/repository/chart/values.yaml"}, ""},

	{"mixed", "files that are not for Kubernetes are errors, templates are named as such, and so are objects that are given twice", []string{"-o", "yaml", "--cluster", "c", "testdata/render/mixed"}, ""},
	{"exclude", "patterns leave out files and folders", []string{"-o", "text", "--cluster", "c", "--exclude", "tsconfig.json", "--exclude", "charts", "--exclude", "*.yml", "--exclude", "jinja*", "testdata/render/mixed"}, ""},
	{"exclude-bad", "an invalid pattern", []string{"--exclude", "[", quickstart}, ""},
	{"same-file", "an object that is twice in one file", []string{"-o", "text", "--cluster", "c", "-"}, configMap + "---\n" + configMap},

	{"bad-flag", "exit status 2, and how to get help", []string{"-x", quickstart}, ""},
	{"bad-format", "the error lists the formats", []string{"-o", "xml", quickstart}, ""},
	{"bad-blame", "JSON has the origins already", []string{"--blame", "-o", "json", quickstart}, ""},
	{"late-flag", "flags may follow a PATH", []string{quickstart, "-o", "diff"}, ""},
	{"empty-cluster", "a cluster has a name", []string{"--cluster", "", quickstart}, ""},
	{"no-path", "nothing is read by default", nil, ""},
	{"help", "the exit status is 0, because the user asked for it", []string{"-h"}, ""},
}

func TestRender(t *testing.T) { testGolden(t, "render", renderCases) }

// TestYAMLIsInput reads the YAML output again: without policies, the output is the same documents.
func TestYAMLIsInput(t *testing.T) {
	t.Parallel()
	documents := func(stream string) []string {
		var all []string
		for _, doc := range strings.Split(stream, "---\n")[1:] {
			comment, rest, _ := strings.Cut(doc, "\n")
			require.True(t, strings.HasPrefix(comment, "# "), comment)
			all = append(all, rest)
		}
		return all
	}
	for _, path := range []string{quickstart, "testdata/render/changes.yaml", "testdata/render/failing"} {
		_, first, _ := overridekit("", "render", path)
		require.NotEmpty(t, documents(first), path)
		status, second, stderr := overridekit(first, "render", "--cluster", "c", "-")
		require.Zero(t, status, stderr)
		require.Equal(t, documents(first), documents(second), path)
	}
}

func TestColor(t *testing.T) {
	t.Parallel()
	colored := func(color bool) string {
		var out strings.Builder
		require.Zero(t, run(&cli.Env{Out: &out, Err: io.Discard, Color: color}, []string{"render", "-o", "diff", quickstart}))
		return out.String()
	}
	require.NotContains(t, colored(false), "\x1b")
	require.Contains(t, colored(true), "\x1b[31m-      - image: nginx\x1b[0m\n\x1b[32m+      - image: nginx:1.20.2\x1b[0m\n")
	require.Equal(t, colored(false), regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(colored(true), ""), "only the colors differ")
}
