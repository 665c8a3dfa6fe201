package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadme runs the command lines of README.md from the root of the repository, without what reads their output.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	t.Chdir("../..")
	lines := regexp.MustCompile(`(?m)^overridekit ([^|\n]+)`).FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(lines), 6)
	for _, line := range lines {
		status, stdout, stderr := overridekit("", strings.Fields(line[1])...)
		require.Less(t, status, 2, "%s\n%s", line[1], stderr)
		require.NotEmpty(t, stdout, line[1])
	}
}
