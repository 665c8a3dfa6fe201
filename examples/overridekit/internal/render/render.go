// Package render has the subcommand render: objects as override policies change them for each cluster.
package render

import (
	"errors"
	"io"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/policy/schema"
)

// render reads all paths and prints the objects.
func render(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	in := opts.Reader(env).Read(opts.paths, notes)
	unread := notes.Status == input.Trouble // then what is missing may be in a document that cannot be read
	cli.WarnFaults(in, notes)
	clusters := input.Choose(in, opts.clusters, notes)
	if len(in.Objects) == 0 && !unread {
		notes.Warn("no object was read")
	}
	set := input.Set(in, opts.Hide())
	in.Objects = slices.DeleteFunc(in.Objects, func(o *unstructured.Unstructured) bool {
		err := input.CheckMissing(o, set.Select(o))
		if err != nil {
			notes.Fail(err)
		}
		return err != nil
	})
	outcomes := outcomesOf(set, in.Objects, clusters)
	for _, o := range outcomes {
		if o.err != nil {
			notes.Fail(in.Placed(o.err))
		}
		notes.Changed = notes.Changed || len(o.changes) > 0
		if o.result != nil {
			for _, w := range o.result.Warnings() {
				notes.Warn("%s%s: %s", in.Where(w.Origin.Policy, w.Origin.At), o.title(), w)
			}
		}
		for _, d := range o.divergences {
			notes.Warn("%s%s: %s", in.Where(d.Origin.Policy, d.Origin.At), o.title(), d)
		}
	}
	schemas, errs := schema.New(in.Objects...)
	for _, err := range errs {
		var of *schema.Error
		errors.As(err, &of)
		notes.Warn("%s%v", in.Where(of.Definition, ""), of)
	}
	effects := &effects{bundle: in, hide: opts.Hide(), schemas: schemas.Hiding(opts.Hide())}
	effects.observe(set, clusters)
	effects.tell(opts, notes)
	if unread && len(outcomes) == 0 && (opts.format == "text" || opts.format == "markdown") {
		return nil // an empty table
	}
	return write(out, opts, outcomes, env.Color)
}

// most is the number of policies, rules and steps without effect that are printed, and of conflicts, and of problems.
const most = 20

// tell prints what had no effect, and the conflicts between policies: as warnings, or as errors with --strict. Problems of results are warnings.
func (e *effects) tell(opts options, notes *input.Notes) {
	tell := notes.Warn
	if opts.strict {
		tell = notes.Find
	}
	idle := e.idle()
	for _, i := range idle[:min(most, len(idle))] {
		tell("%s%s", e.bundle.Where(i.Policy, i.At), i)
	}
	tellMore(tell, len(idle), "policies, rules and steps without effect")
	for _, c := range e.conflicts[:min(most, len(e.conflicts))] {
		tell("%s%s", e.bundle.Where(c.Earlier.Origin.Policy, c.Earlier.Origin.At), c)
	}
	tellMore(tell, len(e.conflicts), "conflicts")
	for _, p := range e.problems[:min(most, len(e.problems))] {
		notes.Warn("%s%s", p.where, p)
	}
	tellMore(notes.Warn, len(e.problems), "values that an API server refuses or drops")
}

// tellMore prints how many more there are.
func tellMore(tell func(format string, args ...any), n int, what string) {
	if n > most {
		tell("%d more %s", n-most, what)
	}
}

// write prints the outcomes in the format of -o.
func write(w io.Writer, opts options, outcomes []outcome, color bool) error {
	switch opts.format {
	case "diff":
		return writeDiff(w, outcomes, color)
	case "text":
		return summary(outcomes).Text(w)
	case "markdown":
		return summary(outcomes).Markdown(w)
	case "json":
		return writeJSON(w, outcomes)
	}
	return writeYAML(w, outcomes, opts.blame)
}
