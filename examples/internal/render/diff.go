package render

import "github.com/overridekit/overridekit/examples/internal/cli"

// diffOf returns a unified diff of the YAML of an object and its result, or "" if it is unchanged. For hidden values, it shows only whether they differ.
func diffOf(o *outcome) (string, error) {
	text, err := cli.Diff(o.ref().String(), o.template.Object, o.title(), o.object.Object, o.result.Hidden())
	return string(text), err
}
