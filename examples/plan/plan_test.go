package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares the status and both outputs with testdata/<name>.golden.
func TestGolden(t *testing.T) {
	t.Parallel()
	const nginx, workload, declared = "testdata/nginx", "testdata/workload", "testdata/workload-interpreter.yaml"
	for _, tc := range []struct {
		name, reason string
		args         []string
	}{
		{"nginx", "two replicas to one, by static weight; the third cluster is not named", []string{nginx}},
		{"nginx-why", "why the third cluster has nothing, every reason", []string{"-why", nginx}},
		{"nginx-yaml", "a Work for each cluster, with its replicas and its image", []string{"-o", "yaml", nginx}},
		{"nginx-bindings", "the binding, as it is to be stored", []string{"-o", "bindings", nginx}},
		{"nginx-json", "everything for programs", []string{"-o", "json", nginx}},
		{"strict-apis", "clusters that report no APIs have none", []string{"-strict-apis", "-why", nginx}},
		{"workload", "a custom resource by a declared interpreter; its ConfigMap follows it", []string{"-interpreter", declared, "-why", workload}},
		{"workload-yaml", "the replicas of the custom resource are divided, the ConfigMap is whole", []string{"-interpreter", declared, "-o", "yaml", workload}},
		{"workload-undeclared", "without an interpreter it is no workload, and everybody gets it as it is", []string{workload}},
		{"bad-flag", "the usage", []string{"-o", "xml", nginx}},
		{"bad-why", "the other formats have it", []string{"-why", "-o", "yaml", nginx}},
		{"no-interpreter", "a file that is not there", []string{"-interpreter", "testdata/absent.yaml", nginx}},
		{"help", "asked for, so no failure", []string{"-h"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr strings.Builder
			status := run(tc.args, strings.NewReader(""), &stdout, &stderr, false)
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

// TestProgress tells only who waits at a terminal, and cleans up after itself.
func TestProgress(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := &progress{out: &out, on: true, begin: time.Now()}
	p.show(1, 10)
	require.Empty(t, out.String(), "nobody has waited yet")
	p.begin = p.begin.Add(-time.Minute)
	p.show(2, 10)
	p.show(3, 10)
	p.clear()
	require.Equal(t, "\r2 of 10 templates\r\x1b[K", out.String())

	out.Reset()
	p = &progress{out: &out, begin: time.Now().Add(-time.Minute)}
	p.show(2, 10)
	p.clear()
	require.Empty(t, out.String(), "a file is no terminal")
}
