// Package impact has the subcommand impact: what a change of policies, clusters or objects does, before it is done.
package impact

import (
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/change"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
)

// run reads both paths and prints the impact.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	c, err := change.Read(env, opts.Options, opts.paths, notes)
	if err != nil {
		return err
	}
	if opts.format == "html" {
		m, err := matrixOf(env, newDetailer(c), notes)
		if err != nil {
			return err
		}
		return writeHTML(out, m)
	}
	shown, done := c.Shown(env)
	found := shown.Impact(impact.Limits{})
	done()
	notes.Changed = !found.Counts.Empty()
	c.FailGroups(found)
	slices.SortStableFunc(found.Groups, func(a, b impact.Group) int { return failingFirst(&a) - failingFirst(&b) })
	details := newDetailer(c)
	switch opts.format {
	case "markdown":
		return writeMarkdown(out, details, found)
	case "json":
		return writeJSON(out, details, found)
	}
	return writeText(out, details, found, env.Color)
}

// failingFirst orders the groups with an error after the change before the others.
func failingFirst(g *impact.Group) int {
	if g.After != "" {
		return 0
	}
	return 1
}
