package policytest

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFlags repeats the start of a test binary: this package defines its flags, then the user's package, then the command
// line is parsed.
func TestFlags(t *testing.T) {
	t.Parallel()
	none := func(*flag.FlagSet) {}
	boolean := func(flags *flag.FlagSet) { flags.Bool("update", false, "") }
	text := func(flags *flag.FlagSet) { flags.String("update", "", "") }
	cases := []struct {
		name, reason string
		users        func(*flag.FlagSet)
		args         []string
		updating     bool
		flagName     string
		short        string // the value of -update; empty: it is not defined
	}{
		{"no flag", "there is no -update", none, []string{"-v"}, false, "-update", ""},
		{"short", "-update works without setup", none, []string{"-v", "-update"}, true, "-update", "true"},
		{"two dashes", "flags begin with one dash or two", none, []string{"--update"}, true, "-update", "true"},
		{"off", "it is set to false", none, []string{"-update=false"}, false, "-update", "false"},
		{"long", "this name always works", none, []string{"-policytest.update"}, true, "-update", "false"},
		{"boolean", "a user's boolean flag is used", boolean, []string{"-update", "-v"}, true, "-update", "true"},
		{"boolean not given", "a user's flag that is off", boolean, []string{"-v"}, false, "-update", "false"},
		{"boolean and long", "the long one does not set the user's flag", boolean, []string{"-policytest.update"}, true, "-update", "false"},
		{"text", "a user's flag for something else is not used", text, []string{"-update", "true", "-v"}, false, "-policytest.update", "true"},
		{"text and long", "the long one still works", text, []string{"-update=x", "-policytest.update"}, true, "-policytest.update", "x"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := flag.NewFlagSet("", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			v := flags.Bool("v", false, "")
			given := append([]string{"binary"}, tc.args...)
			args := define(flags, given)
			require.Equal(t, append([]string{"binary"}, tc.args...), given, "the slice must not change")
			tc.users(flags)
			require.NoError(t, flags.Parse(args[1:]), tc.reason)
			require.Equal(t, tc.args[0] == "-v" || tc.args[len(tc.args)-1] == "-v", *v, "other flags are parsed")
			require.Equal(t, tc.updating, updating(flags), tc.reason)
			require.Equal(t, tc.flagName, flagName(flags), tc.reason)
			short := ""
			if f := flags.Lookup("update"); f != nil {
				short = f.Value.String()
			}
			require.Equal(t, tc.short, short, tc.reason)
		})
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	require.Empty(t, define(flags, nil), "a program may have no arguments")
	require.ErrorContains(t, flags.Parse([]string{"-policytest.update=perhaps"}), "invalid boolean value")
}

// TestCommandLine passes -update to a real test binary: this one, which does not define the flag itself.
func TestCommandLine(t *testing.T) {
	if folder := os.Getenv("POLICYTEST_FOLDER"); folder != "" {
		Run(t, folder)
		return
	}
	t.Parallel()
	folder := t.TempDir()
	idle := strings.Replace(relabel, "spec:\n", "spec:\n  resourceSelectors: [{apiVersion: v1, kind: Secret}]\n", 1)
	write(t, folder, map[string]string{
		"a/input.yaml": stream("the reason", settings, member1), "b/input.yaml": stream("the other reason", settings, member1), "shared/idle.yaml": idle,
	})
	binary, err := os.Executable()
	require.NoError(t, err)
	run := func(args ...string) (string, error) {
		command := exec.Command(binary, append([]string{"-test.run=^TestCommandLine$"}, args...)...)
		command.Env = append(os.Environ(), "POLICYTEST_FOLDER="+folder)
		output, err := command.CombinedOutput()
		return string(output), err
	}
	output, err := run()
	require.Error(t, err)
	require.Contains(t, output, "--- FAIL: TestCommandLine/a ")
	require.Contains(t, output, "the reason\n")
	require.Contains(t, output, "untested.yaml: the file is missing; write it with -update")
	output, err = run("-test.run=^TestCommandLine$/^a$", "-update", "-test.v")
	require.NoError(t, err, output)
	require.Contains(t, output, "wrote "+filepath.Join(folder, "a", "want.yaml"))
	require.NoFileExists(t, filepath.Join(folder, "b", "want.yaml"))
	require.NoFileExists(t, filepath.Join(folder, "untested.yaml"), "only if all cases ran")
	output, err = run("-update")
	require.NoError(t, err, output)
	require.FileExists(t, filepath.Join(folder, "untested.yaml"))
	output, err = run()
	require.NoError(t, err, output)
	write(t, folder, map[string]string{"c/input.yaml": settings})
	output, err = run()
	require.Error(t, err)
	require.Contains(t, output, "c/input.yaml:1: no reason found")
}
