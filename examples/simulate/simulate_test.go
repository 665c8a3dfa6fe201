package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/golden"
)

// TestGolden compares the status and both outputs with testdata/<name>.golden.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, reason string
		args         []string
	}{
		{"nginx", "drift is undone, a Service is exported and imported, a lost cluster keeps its replicas, and nothing else is left", []string{"testdata/nginx"}},
		{"failover", "a standby cluster takes over, and a cluster that comes back loses what it must not have", []string{"testdata/failover"}},
		{"refused", "an object that is no longer managed stays as it is, and each step says so", []string{"testdata/refused"}},
		{"strict-apis", "clusters that report no APIs get nothing, and so there is nothing to edit", []string{"-assume-apis=false", "testdata/nginx"}},
		{"death", "objects leave a dead cluster at once, later, or forever, and each surprise has a warning",
			[]string{"-dies", "member1", "-feature-gates", "Failover=true", "-evict-no-execute", "testdata/death"}},
		{"death-in-vain", "without the taint manager nothing leaves, and the answer says why", []string{"-dies", "member1", "testdata/death"}},
		{"death-of-nobody", "a cluster must exist to die", []string{"-dies", "member9", "testdata/death"}},
		{"death-without-policies", "nothing is anywhere, and the warning says why", []string{"-dies", "member1", "testdata/unclaimed"}},
		{"bad-duration", "the error has an example", []string{"-dies", "member1", "-for", "5", "testdata/death"}},
		{"short", "a minute is not enough for the tolerations", []string{"-dies", "member1", "-for", "1m", "-feature-gates", "Failover=true", "-evict-no-execute", "testdata/death"}},
		{"interpreters", "webhooks are not called", []string{"testdata/interpreters"}},
		{"scripts", "the scripts of a customization divide replicas, retain a field, count the clusters that have it as ready, and report a dependency", []string{"testdata/scripts"}},
		{"broken-scripts", "each error has the file, the customization and the field", []string{"testdata/broken-scripts"}},
		{"failing-scripts", "scripts that index nil and a wrong name of a function are warnings, each once", []string{"testdata/failing-scripts"}},
		{"no-events", "the message says what is expected", []string{"testdata/death"}},
		{"no-folder", "the message says so", []string{"testdata/absent"}},
		{"no-argument", "the error, and how to get help", nil},
		{"late-flag", "the command line is invalid, because it would be read as a folder", []string{"testdata/nginx", "-assume-apis=false"}},
		{"help", "the exit status is 0, because the user asked for it", []string{"-h"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr strings.Builder
			status := run(tc.args, &stdout, &stderr)
			got := fmt.Sprintf("%s\n\nexit status %d\n-- stdout --\n%s-- stderr --\n%s", tc.reason, status, &stdout, &stderr)
			golden.Require(t, filepath.Join("testdata", tc.name+".golden"), got, tc.reason)
		})
	}
}

// TestPackageComment checks that the package comment describes events as the help does.
func TestPackageComment(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("main.go")
	require.NoError(t, err)
	comment, _, found := strings.Cut(string(source), "\npackage main")
	require.True(t, found)
	words := func(text string) string { return strings.Join(strings.Fields(strings.ReplaceAll(text, "//", "")), " ") }
	_, events, found := strings.Cut(help, "FOLDER\n")
	require.True(t, found)
	events, _, found = strings.Cut(events, "Flags come before")
	require.True(t, found)
	require.Contains(t, words(comment), words(events))
	source, err = os.ReadFile("../../propagation/simulation/events/doc.go")
	require.NoError(t, err)
	_, keys, found := strings.Cut(events, "whatever their order in the file:")
	require.True(t, found)
	keys, _, found = strings.Cut(keys, "A reference is")
	require.True(t, found)
	require.Contains(t, words(string(source)), words(keys), "the package has the same table")
}

// TestReadme checks that the README shows a step as it is printed.
func TestReadme(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("testdata/failover.golden")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(golden), "\n3. ")
	require.True(t, found)
	step, _, found := strings.Cut(after, "\n\n4. ")
	require.True(t, found)
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(text), "```\n3. "+step+"\n```")
}

const oneCluster = "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}\n"

func writeFile(t *testing.T, folder, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}
