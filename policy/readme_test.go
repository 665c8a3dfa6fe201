package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestREADME holds the program in the README against the Example that runs.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	_, program, found := strings.Cut(string(readme), "```go\n")
	require.True(t, found)
	program, _, _ = strings.Cut(program, "```")

	source, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	_, body, found := strings.Cut(string(source), "func Example() {\n")
	require.True(t, found)
	body, output, found := strings.Cut(body, "\t// Output:\n")
	require.True(t, found)
	require.Equal(t, strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"+program)

	output, _, _ = strings.Cut(output, "\n}")
	require.Contains(t, string(readme), "```\n"+strings.ReplaceAll(output, "\t// ", "")+"\n```")
}
