// Package impact has the subcommand impact: what a change of policies, clusters or objects does, before it is done.
package impact

import (
	"io"

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
	shown, done := c.Shown(env)
	found := shown.Impact(impact.Limits{})
	done()
	notes.Changed = !found.Counts.Empty()
	c.FailGroups(found)
	details := newDetailer(c)
	switch opts.format {
	case "json":
		return writeJSON(out, details, found)
	}
	return writeText(out, details, found, env.Color)
}
