package plan

import (
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
)

// difference is the JSON of --diff.
type difference struct {
	*diff.Difference
	Unclaimed []diff.Work `json:"unclaimed,omitempty"` // of objects that no policy claims
	NotRead   []cli.Fault `json:"notRead,omitempty"`   // of the state before
}

// diff plans both paths and prints the difference.
func (p planner) diff(out io.Writer) error {
	var bundles [2]*input.Bundle
	var plans [2]*propagation.Plan
	for i, path := range p.opts.paths {
		var err error
		if bundles[i], plans[i], err = p.of(path+": ", i == 0, path); err != nil {
			return cli.Failed(out, p.opts.format, err)
		}
		p.since = bundles[i]
	}
	if err := p.opts.filter.check(slices.Concat(bundles[0].Clusters, bundles[1].Clusters), plans[:]...); err != nil {
		return err
	}
	unclaimed, err := p.unclaimed(bundles, plans)
	if err != nil {
		return err
	}
	d := difference{p.opts.filter.difference(diff.Plans(plans[0], plans[1])), p.opts.filter.works(unclaimed), cli.FaultsOf(*p.faults)}
	p.notes.Changed = !d.Empty() || len(d.Unclaimed) > 0
	return d.write(out, p.opts.format)
}

// write prints the difference in the format of -o.
func (d difference) write(out io.Writer, format string) error {
	other := &diff.Difference{Works: d.Unclaimed}
	text, head, tail := d.String(), "no propagation policy claims these objects; if all clusters got them:\n\n", other.String()
	switch format {
	case "json":
		return cli.WriteJSON(out, d)
	case "markdown":
		text, head, tail = d.Markdown(), "No propagation policy claims these objects. If all clusters got them:\n\n", other.Markdown()
	}
	switch {
	case other.Empty():
	case d.Empty():
		text = head + tail
	default:
		text += "\n" + head + tail
	}
	if _, err := io.WriteString(out, text); err != nil || format != "markdown" {
		return err
	}
	return cli.WriteFaults(out, d.NotRead)
}
