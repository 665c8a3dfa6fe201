package plan

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// writeWorks prints the Works of a plan that the filter keeps as a YAML stream, while they are made.
func writeWorks(out io.Writer, plan *propagation.Plan, f filter) error {
	type document struct {
		text []byte // nil: not kept
		err  error
	}
	keep := f.keptWorks(plan)
	documents := propagation.MapWorks(context.Background(), plan, 0, func(w work.Rendered) (d document) {
		if !keep(w.Ref().Namespace, w.Name()) {
			return d
		}
		if d.text, d.err = w.AppendJSON(nil); d.err == nil {
			d.text, d.err = yaml.JSONToYAML(d.text)
		}
		return d
	})
	for d, err := range documents {
		if err = cmp.Or(err, d.err); err != nil {
			return err
		}
		if d.text == nil {
			continue
		}
		if _, err := fmt.Fprintf(out, "---\n%s", d.text); err != nil {
			return err
		}
	}
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
	text, err := yaml.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "---\n%s", text)
	return err
}

// writeJSON prints everything; the help of the command describes the fields.
func writeJSON(out io.Writer, plan *propagation.Plan) error {
	return cli.WriteJSON(out, plan)
}
