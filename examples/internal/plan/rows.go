package plan

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/propagation"
)

// common is what --rows finds in the whole input.
type common struct {
	Read     input.Noted `json:"read"`           // until the plan was made
	Plan     input.Noted `json:"plan"`           // about the plan as a whole
	Nothing  bool        `json:"nothing"`        // was read
	Fail     string      `json:"fail,omitempty"` // why nothing is printed
	Clusters []string    `json:"clusters"`       // the columns
	Warnings []string    `json:"warnings"`
	Faults   []cli.Fault `json:"faults,omitempty"` // what cannot be read
}

// own is the rows of a shard.
type own struct {
	Rows []printedRow `json:"rows"`
}

// printedRow is what is printed about a row: after Notes, only the fields of the format are set.
type printedRow struct {
	At    int         `json:"at"` // its index
	Notes input.Noted `json:"notes"`

	Cells     []string        `json:"cells,omitempty"` // of the table
	Evictions string          `json:"evictions,omitempty"`
	Why       string          `json:"why,omitempty"`
	JSON      json.RawMessage `json:"json,omitempty"`
}

// rowsJSON is the JSON of --rows.
type rowsJSON struct {
	Rows     []json.RawMessage `json:"rows"`
	Warnings []string          `json:"warnings"`
}

// observe plans all paths together, and keeps the rows of the shard. Claims, clusters and dependencies are those of the whole plan.
func observe(r *cli.Recorder, of shard.Shard, opts options) (*common, *own) {
	c, all := &common{}, &own{Rows: []printedRow{}}
	p, bundle, plan, err := planned(r, opts)
	if p.faults != nil {
		c.Faults = cli.FaultsOf(*p.faults)
	}
	if err != nil {
		c.Read, c.Fail = r.Take(), err.Error()
		return c, all
	}
	c.Nothing = input.NothingRead(bundle, r.Notes)
	c.Read = r.Take()
	shown := opts.filter.plan(plan)
	p.report("", bundle, &propagation.Plan{Warnings: shown.Warnings})
	c.Plan, c.Warnings, c.Clusters = r.Take(), shown.Warnings, kept(clusterNames(bundle), opts.filter.cluster)
	if err := opts.filter.check(bundle.Clusters, plan); err != nil {
		c.Fail = err.Error()
	}
	var near *nearPolicies
	if opts.why {
		near = newNearPolicies(bundle)
	}
	for i, row := range shown.Rows {
		if !of.Owns(row.Template) {
			continue
		}
		p.report("", bundle, &propagation.Plan{Rows: []*propagation.Row{row}})
		printed := printedRow{At: i, Notes: r.Take()}
		if c.Fail == "" {
			if err := printed.fill(row, c.Clusters, opts, near); err != nil {
				p.notes.Fail(err)
				printed.Notes = r.Take()
			}
		}
		all.Rows = append(all.Rows, printed)
	}
	return c, all
}

// planned reads and plans the paths.
func planned(r *cli.Recorder, opts options) (p planner, bundle *input.Bundle, plan *propagation.Plan, err error) {
	declared, err := declaredIn(opts.interpreters)
	if err != nil {
		r.CannotRead(err)
		return p, nil, nil, err
	}
	p = planner{env: r.Env, progress: r.Progress, opts: opts, declared: declared, notes: r.Notes, faults: &[]error{}}
	if bundle, err = p.read("", false, opts.paths...); err != nil {
		return p, nil, nil, err
	}
	r.Reads(bundle)
	plan, err = p.make("", bundle)
	return p, bundle, plan, err
}

// fill adds what the format shows.
func (r *printedRow) fill(row *propagation.Row, clusters []string, opts options, near *nearPolicies) (err error) {
	if opts.format == "json" {
		r.JSON, err = cli.Raw(row)
		return err
	}
	r.Cells = cellsOf(row, clusters)
	if opts.format == "text" {
		r.Evictions = evictionsOf(row)
		if near != nil {
			r.Why = reasons(row, clusters, near)
		}
	}
	return nil
}

// rowsOf returns the JSON of the rows.
func rowsOf(all []printedRow) []json.RawMessage {
	rows := make([]json.RawMessage, len(all))
	for i := range all {
		rows[i] = all[i].JSON
	}
	return rows
}

// printRows prints the rows of all shards.
func printRows(out io.Writer, opts options, notes *input.Notes, c *common, shards []*own) error {
	var all []printedRow
	for _, s := range shards {
		all = append(all, s.Rows...)
	}
	slices.SortStableFunc(all, func(a, b printedRow) int { return cmp.Compare(a.At, b.At) })
	notes.Add(c.Read)
	notes.Add(c.Plan)
	for i := range all {
		notes.Add(all[i].Notes)
	}
	switch {
	case c.Nothing && opts.format == "text":
		return nil
	case c.Fail != "":
		return errors.New(c.Fail)
	case opts.format == "json":
		short := rowsJSON{[]json.RawMessage{}, append(append([]string{}, c.Warnings...), unread(c.Faults)...)}
		return writeLists(out, short, list{"rows", encoded(rowsOf(all))})
	}
	table := newTable(c.Clusters)
	for i := range all {
		table.Row(all[i].Cells...)
	}
	if opts.format == "markdown" {
		if err := table.Markdown(out); err != nil {
			return err
		}
		return cli.WriteFaults(out, c.Faults)
	}
	if err := table.Text(out); err != nil {
		return err
	}
	before := "\n"
	for i := range all {
		if all[i].Evictions != "" {
			if _, err := io.WriteString(out, before+all[i].Evictions); err != nil {
				return err
			}
			before = ""
		}
	}
	for i := range all {
		if _, err := io.WriteString(out, all[i].Why); err != nil {
			return err
		}
	}
	return nil
}
