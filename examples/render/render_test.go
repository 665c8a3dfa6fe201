package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	quickstart = "../../testdata/quickstart"
	separate   = "testdata/separate" // the same documents, one file each

	configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
)

// cases are command lines. Their golden files are testdata/<name>.golden.
var cases = []struct {
	name, reason string
	args         []string
	stdin        string
}{
	{"quickstart-yaml", "the first command of the README: member2 gets another image, member1 does not", []string{quickstart}, ""},
	{"quickstart-blame", "the changed line has the policy that decided it", []string{"-blame", quickstart}, ""},
	{"quickstart-diff", "only member2 has a difference", []string{"-o", "diff", quickstart}, ""},
	{"quickstart-summary", "unchanged objects are in the table, too", []string{"-o", "summary", quickstart}, ""},
	{"quickstart-json", "unchanged objects have empty lists, not null", []string{"-o", "json", quickstart}, ""},

	{"changes-yaml", "the output of every kind of change", []string{"testdata/changes.yaml"}, ""},
	{"changes-blame", "removed values have no line and follow below", []string{"-blame", "testdata/changes.yaml"}, ""},
	{"changes-diff", "two hunks in one result", []string{"-o", "diff", "testdata/changes.yaml"}, ""},
	{"changes-summary", "add, remove and replace; a long value is cut; object and cluster are printed once", []string{"-o", "summary", "testdata/changes.yaml"}, ""},
	{"changes-json", "old and new only if there is a value, which may be null; skips; no namespace for a cluster-scoped object", []string{"-o", "json", "-cluster", "small", "testdata/changes.yaml"}, ""},

	{"failing-yaml", "every error is reported, and everything else is printed", []string{"testdata/failing"}, ""},
	{"failing-summary", "a failure has a line with the policy that failed", []string{"-o", "summary", "testdata/failing"}, ""},
	{"failing-json", "a failure has an element", []string{"-o", "json", "testdata/failing"}, ""},

	{"missing-policy", "an object whose label names a policy that was not read is an error, even if no policy was read", []string{"-o", "summary", "testdata/missing.yaml"}, ""},

	{"secret-diff", "the output shows that a value differs, but not the value; everything else is shown", []string{"-o", "diff", "testdata/secret.yaml"}, ""},
	{"secret-summary", "the table and the error of the second cluster do not show the value", []string{"-o", "summary", "testdata/secret.yaml"}, ""},
	{"secret-blame", "the comment with the policy does not show the value", []string{"-blame", "testdata/secret.yaml"}, ""},
	{"secret-shown", "the flag shows the values", []string{"-o", "summary", "-show-secrets", "testdata/secret.yaml"}, ""},
	{"stdin", "a PATH like any other, between two files", []string{"-o", "summary", separate + "/override.yaml", "-", separate + "/clusters.yaml"}, configMap},
	{"stdin-json", "a stream of JSON, with an error that names standard input", []string{"-o", "summary", "-cluster", "c", "-"}, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}} {"apiVersion": "v1"}`},
	{"clusters", "the order of the flags, each cluster once; a cluster without a document has only a name", []string{"-o", "summary", "-cluster", "member9", "-cluster", "member2", "-cluster", "member9", quickstart}, ""},
	{"bare-cluster", "no warning if there is no Cluster document at all", []string{"-o", "summary", "-cluster", "member2", separate + "/deployment.yaml", separate + "/override.yaml"}, ""},
	{"namespace", "object and policy get the same namespace, and still match", []string{"-o", "summary", "-namespace", "prod", quickstart}, ""},
	{"twice", "one name in two files: the first is used, as within one file", []string{"-o", "summary", "testdata/twice"}, ""},
	{"faults", "faults are warnings; a fault that fails its objects is also an error", []string{"-o", "summary", "testdata/faulty.yaml"}, ""},
	{"whole-object", "a policy may replace the object itself, whose pointer is empty", []string{"-o", "summary", "-cluster", "c", "testdata/whole.yaml"}, ""},

	{"no-clusters", "nothing can be printed, and an empty output would look like success", []string{separate + "/deployment.yaml"}, ""},
	{"no-objects", "a likely mistake; the output is still an array", []string{"-o", "json", separate + "/clusters.yaml"}, ""},
	{"no-file", "the other paths are still read", []string{"-o", "summary", "testdata/absent.yaml", quickstart}, ""},
	{"hostile", "names cannot start a new line or control the terminal", []string{"-o", "yaml", "-cluster", "a\nb: c", "-"}, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"x\\n---\\e[31m\"}\n"},

	{"bad-flag", "exit status 2, and how to get help", []string{"-x", quickstart}, ""},
	{"bad-format", "the error lists the formats", []string{"-o", "xml", quickstart}, ""},
	{"bad-blame", "JSON has the origins already", []string{"-blame", "-o", "json", quickstart}, ""},
	{"late-flag", "Go's flags end at the first PATH, and -o is hardly a file", []string{quickstart, "-o", "diff"}, ""},
	{"empty-cluster", "a cluster has a name", []string{"-cluster", "", quickstart}, ""},
	{"no-path", "nothing is read by default", nil, ""},
	{"help", "the exit status is 0, because the user asked for it", []string{"-h"}, ""},
}

// TestGolden compares the status and both outputs with the golden files.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := render(tc.stdin, tc.args...)
			got := fmt.Sprintf("%s\n\nexit status %d\n-- stdout --\n%s-- stderr --\n%s", tc.reason, status, stdout, stderr)
			golden := filepath.Join("testdata", tc.name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got, tc.reason)
		})
	}
}

// render runs the command, without colors.
func render(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, notes strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &notes, false)
	return status, out.String(), notes.String()
}

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
	for _, path := range []string{quickstart, "testdata/changes.yaml", "testdata/failing"} {
		_, first, _ := render("", path)
		require.NotEmpty(t, documents(first), path)
		status, second, stderr := render(first, "-cluster", "c", "-")
		require.Zero(t, status, stderr)
		require.Equal(t, documents(first), documents(second), path)
	}
}

func TestColor(t *testing.T) {
	t.Parallel()
	colored := func(color bool) string {
		var out strings.Builder
		require.Zero(t, run([]string{"-o", "diff", quickstart}, nil, &out, io.Discard, color))
		return out.String()
	}
	require.NotContains(t, colored(false), "\x1b")
	require.Contains(t, colored(true), "\x1b[31m-      - image: nginx\x1b[0m\n\x1b[32m+      - image: nginx:1.20.2\x1b[0m\n")
	require.Equal(t, colored(false), strings.NewReplacer(red, "", green, "", cyan, "", reset, "").Replace(colored(true)), "only the colors differ")

	text := "--- a\n+++ b\n@@ -1 +1 @@\n same\n--- x\n+y\n"
	require.Equal(t, "--- a\n+++ b\n"+cyan+"@@ -1 +1 @@"+reset+"\n same\n"+red+"--- x"+reset+"\n"+green+"+y"+reset+"\n", string(paint([]byte(text))),
		"a removed line may look like a header")
}

func TestInColor(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	require.False(t, inColor(file, ""), "a file is not a terminal")
	device, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer device.Close()
	require.True(t, inColor(device, ""), "a character device, as terminals are")
	require.False(t, inColor(device, "1"), "NO_COLOR is respected")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputFails(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"yaml", "diff", "summary", "json"} {
		var stderr strings.Builder
		require.Equal(t, 1, run([]string{"-o", format, quickstart}, nil, full{}, &stderr, false), format)
		require.Equal(t, "error: no space left\n", stderr.String(), format)
	}
}
