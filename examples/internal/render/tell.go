package render

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
)

// most is the number of policies, rules and steps without effect that are printed, and of conflicts, and of problems.
const most = 20

// tell prints what had no effect, and the conflicts between policies: as warnings, or as errors with --strict. Problems of results are warnings.
func (e *effects) tell(opts options, notes *input.Notes, policies []override.Ref) {
	tell := notes.Warn
	if opts.strict {
		tell = notes.Find
	}
	idle := e.idle(policies)
	for _, i := range idle[:min(most, len(idle))] {
		tell("%s%s", cmp.Or(i.Where, e.bundle.Where(i.Policy, i.At)), i)
	}
	tellMore(tell, len(idle), "policies, rules and steps without effect")
	tellLines(tell, e.bundle, e.Conflicts, "conflicts")
	tellLines(notes.Warn, e.bundle, e.Problems, "values that an API server refuses or drops")
}

// tellLines prints the first lines.
func tellLines(tell func(format string, args ...any), in *input.Bundle, all []*line, what string) {
	slices.SortStableFunc(all, func(a, b *line) int { return cmp.Compare(a.At, b.At) })
	for _, l := range all[:min(most, len(all))] {
		tell("%s%s", cmp.Or(l.Where, in.Where(l.origin.Policy, l.origin.At)), l.Text)
	}
	tellMore(tell, len(all), what)
}

// tellMore prints the number of the others.
func tellMore(tell func(format string, args ...any), n int, what string) {
	if n > most {
		tell("%d more %s", n-most, what)
	}
}

// seal adds where everything is, and leaves out what this shard alone knows to have an effect. In a whole run only what is printed is looked up, because a
// position costs as much as parsing the document.
func (e *effects) seal() {
	if e == nil {
		return
	}
	place := func(i *idle) { i.Where = e.bundle.Where(i.Policy, i.At) }
	e.Skipped = slices.DeleteFunc(e.Skipped, func(s skipped) bool { return e.Changed[s.Origin] })
	for i := range e.Skipped {
		place(&e.Skipped[i].idle)
	}
	for _, l := range e.Conflicts {
		l.Where = e.bundle.Where(l.origin.Policy, l.origin.At)
	}
	for i := range e.Found {
		place(&e.Found[i])
	}
	for i := range e.Idle {
		for j := range e.Idle[i].Parts {
			place(&e.Idle[i].Parts[j].idle)
		}
		for j := range e.Idle[i].Names {
			place(&e.Idle[i].Names[j])
		}
	}
}
