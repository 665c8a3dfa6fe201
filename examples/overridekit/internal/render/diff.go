package render

import (
	"io"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
)

// writeDiff prints unified diffs of the YAML of objects and their results, and nothing for unchanged objects. For hidden values, it
// prints only whether they differ.
func writeDiff(w io.Writer, outcomes []outcome, color bool) error {
	for _, o := range outcomes {
		if o.err != nil {
			continue
		}
		text, err := cli.Diff(o.ref().String(), o.template.Object, o.title(), o.object.Object, o.result.Hidden())
		if err != nil {
			return err
		}
		if color {
			text = cli.Paint(text)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
