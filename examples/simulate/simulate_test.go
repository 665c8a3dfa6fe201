package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the status and both outputs with testdata/<name>.golden.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, reason string
		args         []string
	}{
		{"nginx", "drift is undone, a Service is exported and imported, a lost cluster keeps its replicas, and nothing else is left", []string{"testdata/nginx"}},
		{"failover", "a standby cluster takes over, and a cluster that comes back loses what it must not have", []string{"testdata/failover"}},
		{"strict-apis", "clusters that report no APIs get nothing, and so there is nothing to edit", []string{"-assume-apis=false", "testdata/nginx"}},
		{"no-folder", "a missing folder has no events", []string{"testdata/absent"}},
		{"no-argument", "the error, and how to get help", nil},
		{"help", "the exit status is 0, because the user asked for it", []string{"-h"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr strings.Builder
			status := run(tc.args, &stdout, &stderr)
			got := fmt.Sprintf("%s\n\nexit status %d\n-- stdout --\n%s-- stderr --\n%s", tc.reason, status, &stdout, &stderr)
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

// TestReadme checks that the READMEs show a step as it is printed.
func TestReadme(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("testdata/failover.golden")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(golden), "\n3. ")
	require.True(t, found)
	step, _, found := strings.Cut(after, "\n\n4. ")
	require.True(t, found)
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		require.Contains(t, string(text), "```\n3. "+step+"\n```", name)
	}
}

const oneCluster = "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}\n"

func writeFile(t *testing.T, folder, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}

// TestBadInput checks the messages about invalid folders. The exit status is 1.
func TestBadInput(t *testing.T) {
	t.Parallel()
	const cluster = oneCluster
	const object = "object: {apiVersion: v1, kind: ConfigMap, namespace: default, name: a}"
	for _, tc := range []struct{ name, start, events, want string }{
		{"unknown field", cluster, "{step: a, aply: []}", `event 1: json: unknown field "aply"`},
		{"no step", cluster, "{wait: 1s}", "event 1 has no step, expected a title"},
		{"no cluster to cut off", cluster, "{step: a, cutOff: [m2]}", "event 1 (a): cluster m2 does not exist"},
		{"no cluster to leave", cluster, "{step: a, leave: [m2]}", "event 1 (a): cluster m2 does not exist"},
		{"no cluster to edit", cluster, "{step: a, edit: {cluster: m2, " + object + ", patch: []}}", "event 1 (a): cluster m2 does not exist"},
		{"no object", cluster, "{step: a, remove: {cluster: m1, " + object + "}}", "event 1 (a): cluster m1 has no ConfigMap default/a"},
		{"bad patch", cluster, "{step: a, edit: {cluster: m1, " + object + ", patch: {}}}", "event 1 (a): patch: "},
		{"bad time", cluster, "{step: a, wait: soon}", `event 1 (a): time: invalid duration "soon"`},
		{"nothing to delete", cluster, "{step: a, delete: [{apiVersion: v1, kind: ConfigMap, name: b}]}", "event 1 (a): v1 ConfigMap b does not exist"},
		{"no Cluster", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n", "{step: a}", "has no Cluster, expected at least one"},
		{"no events", cluster, "", "has no events in events.yaml, expected at least one"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder, "start.yaml", tc.start)
			if tc.events != "" {
				writeFile(t, folder, "events.yaml", tc.events)
			}
			var stdout, stderr strings.Builder
			require.Equal(t, 1, run([]string{folder}, &stdout, &stderr))
			require.Contains(t, stderr.String(), tc.want)
		})
	}
}
