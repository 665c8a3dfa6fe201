package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden is a command line. Its golden file is testdata/<subcommand>/<name>.golden.
type golden struct {
	name, reason string
	args         []string
	stdin        string
}

// testGolden runs the subcommand, or the command itself, with the arguments of each case, and compares the status and both outputs with the golden file.
func testGolden(t *testing.T, subcommand string, cases []golden) {
	t.Parallel()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			args := tc.args
			if subcommand != "" {
				args = append([]string{subcommand}, args...)
			}
			status, stdout, stderr := overridekit(tc.stdin, args...)
			got := fmt.Sprintf("%s\n\nexit status %d\n-- stdout --\n%s-- stderr --\n%s", tc.reason, status, stdout, stderr)
			file := filepath.Join("testdata", subcommand, tc.name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), got, tc.reason)
		})
	}
}

// overridekit runs a command line, as in a pipe.
func overridekit(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, notes strings.Builder
	status = run(&cli.Env{In: strings.NewReader(stdin), Out: &out, Err: &notes}, args)
	return status, out.String(), notes.String()
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputFails(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"render -o yaml PATH", "render -o diff PATH", "render -o text PATH", "render -o json PATH",
		"explain --object Deployment/nginx --cluster member1 PATH", "plan -o text PATH", "plan -o json PATH", "plan --rows -o json PATH",
		"lint -o text PATH", "lint -o markdown PATH", "lint -o json PATH", "lint -o sarif PATH", "lint --list",
		"impact PATH PATH", "impact -o markdown PATH PATH", "impact -o html PATH PATH", "impact -o json PATH PATH", "waves PATH PATH",
		"test TESTS PATH", "test -o junit TESTS PATH", "test -o json TESTS PATH", "test --watch TESTS PATH",
		"", "--help", "help", "help lint", "lint --help", "--version", "completion", "completion bash",
	} {
		var stderr strings.Builder
		env := &cli.Env{Out: full{}, Err: &stderr}
		require.Equal(t, 2, run(env, strings.Fields(strings.NewReplacer("PATH", quickstart, "TESTS", testFolder+"/quickstart").Replace(args))), args)
		require.Equal(t, "error: no space left\n", strings.TrimPrefix(stderr.String(), "warning: no propagation policy was read\n"), args)
	}
}
