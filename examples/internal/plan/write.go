package plan

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// eachWork encodes the Works of a plan that the filter keeps, some of them ahead.
func eachWork(plan *propagation.Plan, f filter, encode func(work.Prepared) ([]byte, error)) iter.Seq2[[]byte, error] {
	type document struct {
		text []byte // nil: not kept
		err  error
	}
	keep := f.keptWorks(plan)
	documents := propagation.MapWorks(context.Background(), plan, 0, func(w work.Prepared) (d document) {
		if keep(w.Ref().Namespace, w.Name()) {
			d.text, d.err = encode(w)
		}
		return d
	})
	return func(yield func([]byte, error) bool) {
		for d, err := range documents {
			if err = cmp.Or(err, d.err); err == nil && d.text == nil {
				continue
			}
			if !yield(d.text, err) {
				return
			}
		}
	}
}

// writeWorks prints the Works of a plan that the filter keeps as a YAML stream, while they are made.
func writeWorks(out io.Writer, plan *propagation.Plan, f filter) error {
	for text, err := range eachWork(plan, f, yamlOf) {
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "---\n%s", text); err != nil {
			return err
		}
	}
	keep := f.keptWorks(plan)
	for _, w := range plan.Left.Works {
		if !keep(w.Namespace, w.Name) {
			continue
		}
		if err := writeYAML(out, w); err != nil {
			return err
		}
	}
	return nil
}

func yamlOf(w work.Prepared) ([]byte, error) {
	text, err := w.AppendJSON(nil)
	if err != nil {
		return nil, err
	}
	return textedit.FromJSON(text)
}

// writeBindings prints the resulting bindings as a YAML stream.
func writeBindings(out io.Writer, plan *propagation.Plan) error {
	for _, b := range slices.Concat(plan.Bindings, plan.Left.Bindings) {
		if err := writeYAML(out, b); err != nil {
			return err
		}
	}
	return nil
}

func writeYAML(out io.Writer, v any) error {
	text, err := cli.YAML(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "---\n%s", text)
	return err
}
