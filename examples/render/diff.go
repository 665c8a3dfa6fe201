package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// writeDiff shows what the results change in their templates, as unified diffs of YAML. Where nothing changes there is
// nothing to show. Of hidden values it can only be seen whether they differ.
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
		_, text, _ = bytes.Cut(text, []byte("\n")) // "diff old new", which the headers say again
		if color {
			text = paint(text)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
