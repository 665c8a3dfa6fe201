package render

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// writeDiff prints unified diffs of the YAML of objects and their results, and nothing for unchanged objects. For hidden values, it
// prints only whether they differ.
func writeDiff(w io.Writer, outcomes []outcome, color bool) error {
	for _, o := range outcomes {
		if o.err != nil {
			continue
		}
		given, made := o.result.Hidden().Pair(nil, o.template.Object, o.object.Object)
		before, err := yaml.Marshal(given)
		if err != nil {
			return fmt.Errorf("%s: %w", input.OneLine(o.ref().String()), err)
		}
		after, err := yaml.Marshal(made)
		if err != nil {
			return fmt.Errorf("%s: %w", o.title(), err)
		}
		text := diff.Diff(input.OneLine(o.ref().String()), before, o.title(), after)
		_, text, _ = bytes.Cut(text, []byte("\n")) // without the line "diff old new", which repeats the headers
		if color {
			text = paint(text)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
