package events

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// Lines returns the table without columns, so that a change in one place touches no other line, for files that are compared:
//
//  1. eu is lost
//     Deployment shop/web: eu:3 -> us:3
//     eu left
//     us: Create Deployment shop/web: the object does not exist
//     clusters after it: eu (left), us
//     Deployment shop/web: 2/3 ready
//     us: 2/3 ready
//
// The lines are the title, the templates that moved, each with the reason below, evictions, writes, warnings, errors of templates, the clusters, and
// what the control plane and the clusters have. An empty line follows. The wording may change.
func (t Table) Lines() string {
	var b strings.Builder
	line := func(indent string, parts ...string) {
		b.WriteString(indent + words.OneLine(oneSpace(strings.Join(parts, ": "))) + "\n")
	}
	step := t.Step
	if step == nil {
		step = &simulation.Step{}
	}
	line("", fmt.Sprintf("%d. %s", t.Number, t.Title))
	for _, m := range step.Moves {
		line("  ", m.Template.String(), targets(m.Before)+" -> "+targets(m.After))
		line("    ", m.Reason)
	}
	for _, parts := range t.written(step) {
		line("  ", parts...)
	}
	header, rows := t.objects()
	line("  ", "clusters after it", cmp.Or(strings.Join(header[2:], ", "), "no cluster"))
	for _, row := range rows {
		line("  ", row[0], cmp.Or(row[1], "not in the control plane"))
		for i, cell := range row[2:] {
			if cell != "" {
				line("    ", t.Clusters[i].Name, cell)
			}
		}
	}
	b.WriteByte('\n')
	return b.String()
}
