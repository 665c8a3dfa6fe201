package plan

import (
	"fmt"
	"io"
	"slices"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/propagation"
)

// writeWorks prints the resulting Works as a YAML stream.
func writeWorks(out io.Writer, plan *propagation.Plan) error {
	for _, w := range slices.Concat(plan.Works, plan.Left.Works) {
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
