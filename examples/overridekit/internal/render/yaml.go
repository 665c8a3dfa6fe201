package render

import (
	"fmt"
	"io"

	"sigs.k8s.io/yaml"
)

// writeYAML prints the results as a YAML stream, each after a comment with its object and cluster.
func writeYAML(w io.Writer, outcomes []outcome, blame bool) error {
	for _, o := range outcomes {
		if o.err != nil {
			continue
		}
		text, err := yaml.Marshal(o.object.Object)
		if blame {
			text, err = o.result.AnnotatedYAML()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", o.title(), err)
		}
		unchanged := ""
		if len(o.changes) == 0 {
			unchanged = ", unchanged"
		}
		if _, err := fmt.Fprintf(w, "---\n# %s%s\n%s", o.title(), unchanged, text); err != nil {
			return err
		}
	}
	return nil
}
