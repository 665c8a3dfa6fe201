package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	testGolden(t, "", []golden{
		{"help", "the subcommands", []string{"--help"}, ""},
		{"nothing", "the same as help", nil, ""},
		{"unknown-command", "a misspelt subcommand", []string{"rendr", quickstart}, ""},
		{"unknown-help", "help for a misspelt subcommand", []string{"help", "lintt"}, ""},
		{"unknown-shell", "no script for this shell", []string{"completion", "tcsh"}, ""},
		{"simulate-command", "another program", []string{"simulate", "testdata"}, ""},
		{"version-command", "the version is a flag", []string{"version"}, ""},
		{"no-command", "a subcommand comes first", []string{quickstart}, ""},
		{"unknown-flag", "a misspelt flag", []string{"render", "--custer", "member1", quickstart}, ""},
		{"one-dash", "Go programs accept one dash, and would take it for letters here", []string{"plan", "-diff", quickstart, quickstart}, ""},
		{"one-dash-o", "not the format bject", []string{"explain", "-object=Deployment/web", quickstart}, ""},
		{"one-dash-help", "also for help", []string{"render", "-help"}, ""},
		{"one-letter", "a file name may begin with a dash", []string{"render", "-input.yaml"}, ""},
		{"complete-format", "the formats of a subcommand, and no files", []string{"__complete", "render", "-o", ""}, ""},
		{"complete-severity", "the severities, not the words of the other subcommands", []string{"__complete", "lint", "--fail-on", ""}, ""},
		{"complete-gates", "the feature gates, each with the value that is not its default", []string{"__complete", "plan", "--feature-gates", ""}, ""},
		{"complete-cluster", "the clusters in the paths so far", []string{"__complete", "impact", quickstart, quickstart, "--cluster", "member"}, ""},
		{"complete-object", "the objects in the paths so far, without what is excluded, and without an error about the others", []string{"__complete", "plan", "testdata/render/repository", "absent", "-", "--namespace", "shop", "--exclude", "apps", "--object", ""}, ""},
		{"complete-object-begin", "only those that begin like this", []string{"__complete", "explain", "testdata/render/failing", "--object", "Dep"}, ""},
		{"complete-object-hostile", "a name cannot be two words", []string{"__complete", "explain", "testdata/complete", "--object="}, ""},
		{"complete-nothing", "without paths nothing is known", []string{"__complete", "render", "--cluster", ""}, ""},
		{"complete-exclude", "a pattern is not a file", []string{"__complete", "render", "--exclude", ""}, ""},
		{"complete-shard", "a shard is not a file", []string{"__complete", "render", "--shard", ""}, ""},
		{"merge-help", "what a report is", []string{"merge", "-h"}, ""},
		{"merge-nothing", "the error, and how to get help", []string{"merge"}, ""},
		{"shard-bad", "an index that no shard has", []string{"lint", "--shard", "4/4", quickstart}, ""},
		{"shard-outside", "outside of an Indexed Job", []string{"lint", "--shard", "auto/4", quickstart}, ""},
		{"shard-alone", "a flag that needs a value", []string{"lint", quickstart, "--shard"}, ""},
		{"output-alone", "a short flag that needs a value", []string{"render", quickstart, "-o"}, ""},
		{"shard-elsewhere", "a subcommand that cannot be divided", []string{"waves", "--shard", "0/4", quickstart, quickstart}, ""},
		{"merge-flag", "the flags are those of the shards", []string{"merge", "--fail-on", "error", "0.json"}, ""},
		{"shard-html", "a page needs all objects", []string{"impact", "-o", "html", "--shard", "0/4", quickstart, quickstart}, ""},
		{"shard-plan", "only rows can be divided", []string{"plan", "--shard", "0/4", quickstart}, ""},
		{"rows-format", "rows have no Works", []string{"plan", "--rows", "-o", "yaml", quickstart}, ""},
		{"rows-json", "rows and warnings", []string{"plan", "--rows", "-o", "json", "testdata/plan/nginx"}, ""},
		{"complete-path", "files and folders", []string{"__complete", "plan", ""}, ""},
	})
}

// TestVersion checks that there is a version, which a build records.
func TestVersion(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := overridekit("", "--version")
	require.Zero(t, status, stderr)
	require.Regexp(t, `^overridekit version \S+\n$`, stdout)
}

// TestCompletion checks that the scripts are there. They are cobra's, so their text is not compared.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		status, stdout, stderr := overridekit("", "completion", shell)
		require.Zero(t, status, stderr)
		require.True(t, strings.Contains(stdout, "overridekit") && strings.Count(stdout, "\n") > 50, stdout)
	}
}

// TestHelpCommand checks that help for a subcommand is the help of the subcommand.
func TestHelpCommand(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"render", "completion"} {
		status, want, _ := overridekit("", name, "--help")
		require.Zero(t, status)
		status, got, stderr := overridekit("", "help", name)
		require.Zero(t, status, stderr)
		require.Equal(t, want, got)
	}
}
