package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// asCommand makes the test binary the command, for shells that tests run.
const asCommand = "OVERRIDEKIT_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// commandPath returns a folder with a command overridekit, which runs the test binary.
func commandPath(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	script := "#!/bin/sh\n" + asCommand + "=1 exec '" + filepath.ToSlash(binary) + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "overridekit"), []byte(script), 0o700))
	return folder
}

// shell runs a script as GitHub Actions does on Linux, and returns its status.
func shell(t *testing.T, script, folder, path string) int {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	cmd := exec.Command(bash, "-e", "-c", script)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"))
	output, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		require.NoError(t, err)
	}
	t.Logf("%s\n%s", script, output)
	return cmd.ProcessState.ExitCode()
}

// packagePath returns the import path of this command.
func packagePath(t *testing.T) string {
	t.Helper()
	module := regexp.MustCompile(`(?m)^module (\S+)$`).FindStringSubmatch(readFile(t, "../../go.mod"))
	require.Len(t, module, 2)
	return module[1] + "/examples/overridekit"
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestREADME runs the commands in the README, in the root of the repository. Its table lists the subcommands and no others.
func TestREADME(t *testing.T) {
	t.Parallel()
	readme := strings.ReplaceAll(readFile(t, "README.md"), "\r\n", "\n")
	path, ran := commandPath(t), 0
	for _, line := range regexp.MustCompile("(?m)^overridekit .*$").FindAllString(readme, -1) {
		if strings.Contains(line, "$tmp") {
			continue // a line of the script that TestREADMEEvent runs
		}
		require.Less(t, shell(t, line, "../..", path), 2, line)
		ran++
	}
	require.Greater(t, ran, 3)
	var listed, commands []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(readme, -1) {
		listed = append(listed, row[1])
	}
	for _, c := range command(&cli.Env{}).Commands() {
		if c.Name() != "help" {
			commands = append(commands, c.Name())
		}
	}
	require.ElementsMatch(t, commands, listed)
}
