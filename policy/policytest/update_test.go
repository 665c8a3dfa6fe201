package policytest

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFlags plays the start of a test binary: this package defines its flags, then the user's package its own, then the
// command line is parsed.
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
		short        string // the value of -update afterwards; empty: there is none
	}{
		{"nothing", "nothing is asked for", none, []string{"-v"}, false, "-update", ""},
		{"short", "-update works without a word from the user", none, []string{"-v", "-update"}, true, "-update", "true"},
		{"two dashes", "Go's flags begin with one or two", none, []string{"--update"}, true, "-update", "true"},
		{"off", "said explicitly", none, []string{"-update=false"}, false, "-update", "false"},
		{"long", "the name that is always there", none, []string{"-policytest.update"}, true, "-update", "false"},
		{"boolean", "a user's flag of the same kind counts", boolean, []string{"-update", "-v"}, true, "-update", "true"},
		{"boolean not given", "a user's flag that is off", boolean, []string{"-v"}, false, "-update", "false"},
		{"boolean and long", "the long one alone leaves the user's golden files alone", boolean, []string{"-policytest.update"}, true, "-update", "false"},
		{"text", "a user's flag for something else stays the user's", text, []string{"-update", "true", "-v"}, false, "-policytest.update", "true"},
		{"text and long", "which leaves the long one", text, []string{"-update=x", "-policytest.update"}, true, "-policytest.update", "x"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := flag.NewFlagSet("", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			v := flags.Bool("v", false, "")
			given := append([]string{"binary"}, tc.args...)
			args := define(flags, given)
			require.Equal(t, append([]string{"binary"}, tc.args...), given, "the slice is not written")
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
	require.Empty(t, define(flags, nil), "a program may be started without any arguments")
	require.ErrorContains(t, flags.Parse([]string{"-policytest.update=perhaps"}), "invalid boolean value")
}

// TestCommandLine gives -update to a real test binary: this one, in which nobody else defines the flag.
func TestCommandLine(t *testing.T) {
	if folder := os.Getenv("POLICYTEST_FOLDER"); folder != "" {
		Run(t, folder)
		return
	}
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("the reason", settings, member1)})
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
	output, err = run("-update")
	require.NoError(t, err, output)
	require.FileExists(t, filepath.Join(folder, "a", wantFile))
	output, err = run()
	require.NoError(t, err, output)
}
