package plan

import (
	"encoding/json"
	"io"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
)

// diff plans both paths and prints the difference.
func (p planner) diff(out io.Writer) error {
	var plans [2]*propagation.Plan
	for i, path := range p.opts.paths {
		var err error
		if _, plans[i], err = p.of(path+": ", path); err != nil {
			return err
		}
	}
	d := diff.Plans(plans[0], plans[1])
	p.notes.Changed = !d.Empty()
	return writeDifference(out, p.opts.format, d)
}

func writeDifference(out io.Writer, format string, d *diff.Difference) error {
	text := d.String()
	switch format {
	case "json":
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(d)
	case "markdown":
		text = d.Markdown()
	}
	_, err := io.WriteString(out, text)
	return err
}
