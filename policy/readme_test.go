package policy_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readmes are the README in English and in Chinese.
func readmes(t *testing.T) (english, chinese string) {
	t.Helper()
	return readText(t, "../README.md"), readText(t, "../README.zh-CN.md")
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// between returns the part of text between two marks.
func between(t *testing.T, text, begin, end string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, begin)
	require.True(t, found, "no %q", begin)
	part, _, found := strings.Cut(rest, end)
	require.True(t, found, "no %q after %q", end, begin)
	return part
}

var codeBlock = regexp.MustCompile("(?ms)^```.*?^```$")

// TestREADMEPrograms compares the programs in the README with those that examples run.
func TestREADMEPrograms(t *testing.T) {
	t.Parallel()
	readme, _ := readmes(t)
	var programs []string
	for _, from := range []struct{ file, signature string }{
		{"example_test.go", "func printChanges("}, {"../propagation/example_folder_test.go", "func planFolder("},
		{"../propagation/example_loop_test.go", "func (c *controller) place("},
	} {
		_, body, found := strings.Cut(between(t, readText(t, from.file), from.signature, "\n}\n"), "{\n")
		require.True(t, found, from.signature)
		body = strings.TrimSuffix(body, "\treturn nil")
		programs = append(programs, "```go"+strings.ReplaceAll("\n"+strings.TrimSuffix(body, "\n"), "\n\t", "\n")+"\n```")
	}
	require.Equal(t, programs, regexp.MustCompile("(?ms)^```go$.*?^```$").FindAllString(readme, -1))
}

// TestREADMEOutputs compares the outputs in the README, and in that of the command, with the golden files of the same commands.
func TestREADMEOutputs(t *testing.T) {
	t.Parallel()
	readme, _ := readmes(t)
	const testdata = "examples/overridekit/testdata/"
	ofCommand := readText(t, "../examples/overridekit/README.md")
	for _, c := range []struct{ in, before, command, after, golden string }{
		{readme, "go run ./examples/", "overridekit explain --object Deployment/shop/web --cluster member1 " + testdata + "explain/wrong-api-version.yaml", "```\n\n```\n", "explain/wrong-api-version.golden"},
		{readme, "go run ./examples/", "overridekit plan --why " + testdata + "plan/nginx", "```\n\n```\n", "plan/nginx-why.golden"},
		{ofCommand, "$ ", "overridekit plan --now 2025-01-01T00:05:00Z " + testdata + "plan/evictions.yaml", "", "plan/evictions.golden"},
		{ofCommand, "$ ", "overridekit waves --by region " + testdata + "waves/before.yaml " + testdata + "waves/after.yaml", "", "waves/region.golden"},
	} {
		output := between(t, readText(t, "../"+testdata+c.golden), "-- stdout --\n", "-- stderr --\n")
		require.Equal(t, output, between(t, c.in, c.before+c.command+"\n"+c.after, "```\n"), c.golden)
	}
}

// TestREADMEPackages compares the packages in the README with the rooms of the library.
func TestREADMEPackages(t *testing.T) {
	t.Parallel()
	var rooms []string
	for line := range strings.Lines(readText(t, "../.ci/rooms")) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && !strings.Contains(line, "internal") {
			rooms = append(rooms, line)
		}
	}
	readme, _ := readmes(t)
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(readme, -1) {
		listed = append(listed, row[1])
	}
	require.ElementsMatch(t, rooms, listed)
}

// TestREADMEsAgree compares what does not depend on the language: code, figures, and the order of headings, lists and table rows.
func TestREADMEsAgree(t *testing.T) {
	t.Parallel()
	english, chinese := readmes(t)
	require.NotEmpty(t, codeBlock.FindAllString(english, -1))
	require.Equal(t, codeBlock.FindAllString(english, -1), codeBlock.FindAllString(chinese, -1), "code blocks")
	require.NotEmpty(t, figures(t, english))
	require.Equal(t, figures(t, english), figures(t, chinese), "figures")
	require.Equal(t, shape(english), shape(chinese), "headings, lists and rows")
	require.Contains(t, english, "(README.zh-CN.md)")
	require.Contains(t, chinese, "(README.md)")
}

// figures returns the numbers of each row in the table of figures.
func figures(t *testing.T, readme string) [][]string {
	t.Helper()
	var rows [][]string
	for line := range strings.Lines(between(t, readme, "<!-- figures: begin -->\n", "<!-- figures: end -->\n")) {
		if cells := strings.Split(line, " | "); len(cells) == 5 && !strings.Contains(line, "µs") {
			rows = append(rows, cells[1:])
		}
	}
	return rows
}

// shape returns the kind of each line that is not running text or code. Of a row about a package it has the package.
func shape(readme string) []string {
	var kinds []string
	for line := range strings.Lines(codeBlock.ReplaceAllString(readme, "")) {
		if kind := regexp.MustCompile("^(#+ |- |\\| `[a-z/]+` \\||\\|)").FindString(line); kind != "" {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
