// Package lint has the subcommand lint: what is wrong, or may be wrong, with override policies.
package lint

import (
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/policy/lint"
)

// severities are all severities, the worst first.
var severities = []lint.Severity{lint.Error, lint.Warning, lint.Info}

// run reads all paths and prints the findings, or prints the codes.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	if opts.list {
		return writeCodes(out, opts.format)
	}
	in := opts.Reader(env).Read(opts.paths, notes)
	nothing := input.NothingRead(in, notes)
	if nothing && (opts.format == "text" || opts.format == "markdown") {
		return nil
	}
	if !nothing {
		tellMissing(in, notes)
	}
	all := findingsOf(in, lint.Check(&in.Bundle, lint.Options{Objects: in.Objects, Clusters: in.Clusters, Hide: opts.Hide(), Silenced: opts.showSilenced}))
	if slices.ContainsFunc(all, func(f finding) bool { return f.Severity >= opts.failOn && f.Silenced == "" }) {
		notes.Status = max(notes.Status, input.Findings)
	}
	switch opts.format {
	case "json":
		return writeJSON(out, append([]finding{}, all...)) // an empty array, not null
	case "sarif":
		return writeJSON(out, sarifOf(all, notes.Status != input.Trouble))
	case "markdown":
		return writeMarkdown(out, all, len(in.Policies))
	}
	var fixes *fixes
	if opts.showFixes {
		fixes = newFixes(in, opts.Hide())
	}
	return writeText(out, all, fixes, len(in.Policies))
}

// tellMissing prints which kinds of input are missing.
func tellMissing(in *input.Bundle, notes *input.Notes) {
	if len(in.Policies) == 0 {
		notes.Warn("no override policy was read")
	}
	missing := ""
	switch {
	case len(in.Objects) == 0 && len(in.Clusters) == 0:
		missing = "objects and no clusters"
	case len(in.Objects) == 0:
		missing = "objects"
	case len(in.Clusters) == 0:
		missing = "clusters"
	default:
		return
	}
	notes.Note("no %s were read, so rules about them did not run", missing)
}

// writeJSON prints a value in indented JSON.
func writeJSON(w io.Writer, value any) error {
	return cli.WriteJSON(w, value)
}
