// Package impact has the subcommand impact: the effects of a change of policies, clusters or objects, before you make it.
package impact

import (
	"errors"
	"io"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/impact"
)

// runHTML reads both paths and prints the page.
func runHTML(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	c, err := change.Read(env, opts.Options, opts.paths, notes)
	if err != nil {
		return cli.Failed(out, opts.format, err)
	}
	m, err := matrixOf(env, newDetailer(c), notes)
	if err != nil {
		return err
	}
	return writeHTML(out, m)
}

// print prints what all shards have found.
func print(out io.Writer, env *cli.Env, opts options, notes *input.Notes, c *common, shards []*own) error {
	notes.Add(c.Read)
	if c.Fail != "" {
		return cli.Failed(out, opts.format, &cli.NotRead{Err: errors.New(c.Fail), Faults: c.Faults})
	}
	if d := shards[0].details; d != nil {
		d.Change = d.Noting(notes)
	}
	found, err := resultOf(c, shards)
	if err != nil {
		return err
	}
	notes.Changed = !found.Counts.Empty()
	found.fail(notes.Fail)
	found.failingFirst()
	switch opts.format {
	case "markdown":
		return writeMarkdown(out, found)
	case "json":
		return writeJSON(out, found)
	}
	return writeText(out, found, env.Color)
}

// failingRank returns 0 for a group with an error after the change, otherwise 1.
func failingRank(g *impact.Group) int {
	if g.After != "" {
		return 0
	}
	return 1
}
