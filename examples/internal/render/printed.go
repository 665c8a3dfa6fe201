package render

import (
	"encoding/json"
	"io"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
)

// printed is what is printed about an object. Only the field of the format is set among those
// after Notes.
type printed struct {
	At    int         `json:"at"` // the index of the object
	Notes input.Noted `json:"notes"`

	Text []string          `json:"text,omitempty"` // YAML or diffs, one for each cluster
	Rows [][]string        `json:"rows,omitempty"` // of the table
	JSON []json.RawMessage `json:"json,omitempty"` // elements of the array
	Fail string            `json:"fail,omitempty"` // an error that ends the output here
}

// printedOf prints the outcomes of an object.
func printedOf(r *cli.Recorder, in *input.Bundle, opts options, at int, outcomes []outcome) *printed {
	p := &printed{At: at}
	for i := range outcomes {
		tell(r.Notes, in, &outcomes[i])
	}
	p.Notes = r.Take()
	for i := range outcomes {
		if err := p.add(&outcomes[i], opts); err != nil {
			p.Fail = err.Error()
			break
		}
	}
	return p
}

// tell notes the error, the warnings and the divergences of an outcome.
func tell(notes *input.Notes, in *input.Bundle, o *outcome) {
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

// add adds an outcome in the format of -o.
func (p *printed) add(o *outcome, opts options) error {
	switch opts.format {
	case "text", "markdown":
		p.Rows = append(p.Rows, rowsOf(o)...)
		return nil
	case "json":
		text, err := cli.Raw(jsonOf(o))
		p.JSON = append(p.JSON, text)
		return err
	}
	if o.err != nil {
		return nil
	}
	write := diffOf
	if opts.format == "yaml" {
		write = func(o *outcome) (string, error) { return yamlOf(o, opts.blame) }
	}
	text, err := write(o)
	if err == nil && text != "" {
		p.Text = append(p.Text, text)
	}
	return err
}

// writePrinted prints what was found about the objects, in their order.
func writePrinted(w io.Writer, opts options, all []*printed, faults []cli.Fault, color bool) error {
	switch opts.format {
	case "json":
		elements := []json.RawMessage{}
		for _, f := range faults {
			text, err := cli.Raw(f)
			if err != nil {
				return err
			}
			elements = append(elements, text)
		}
		for _, p := range all {
			if err := p.failed(); err != nil {
				return err
			}
			elements = append(elements, p.JSON...)
		}
		return cli.WriteJSON(w, elements)
	case "text", "markdown":
		table := &cli.Table{}
		table.Row("OBJECT", "CLUSTER", "CHANGES", "POLICIES")
		for _, p := range all {
			for _, row := range p.Rows {
				table.Row(row...)
			}
		}
		if opts.format == "text" {
			return table.Text(w)
		}
		if err := table.Markdown(w); err != nil {
			return err
		}
		return cli.WriteFaults(w, faults)
	}
	for _, p := range all {
		for _, text := range p.Text {
			if color && opts.format == "diff" {
				text = string(cli.Paint([]byte(text)))
			}
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
		}
		if err := p.failed(); err != nil {
			return err
		}
	}
	return nil
}

// failed returns the error of an object that cannot be written.
func (p *printed) failed() error {
	if p.Fail == "" {
		return nil
	}
	return unwritable(p.Fail)
}

// unwritable is an error of a shard.
type unwritable string

func (u unwritable) Error() string { return string(u) }
