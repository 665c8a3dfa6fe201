package render

import (
	"fmt"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// yamlOf returns a result as YAML, after a comment with its object and cluster.
func yamlOf(o *outcome, blame bool) (string, error) {
	text, err := cli.YAML(o.object.Object)
	if blame {
		text, err = o.result.AnnotatedYAML()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", o.title(), err)
	}
	unchanged := ""
	if len(o.changes) == 0 {
		unchanged = ", unchanged"
	}
	return fmt.Sprintf("---\n# %s%s\n%s", o.title(), unchanged, text), nil
}
