package textedit_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
)

// notString matches plain scalars that some YAML parser does not read as a string: the types of YAML 1.2's core schema
// (yaml.org/spec/1.2.2, 10.3.2), and those of YAML 1.1 (yaml.org/type). For floats of YAML 1.1, digits after the point may be
// separated by underscores but not by more points, as in all parsers: 1.20.2 is a string.
var notString = regexp.MustCompile(`^(?:` +
	`|~|null|Null|NULL` +
	`|true|True|TRUE|false|False|FALSE` +
	`|y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF` +
	`|[-+]?[0-9]+|0o[0-7]+|[-+]?0x[0-9a-fA-F_]+|[-+]?0b[01_]+|[-+]?[0-9][0-9_]*` +
	`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?` +
	`|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?` +
	`|[-+]?(?:[0-9][0-9_]*)?\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*\.(?:[eE][-+]?[0-9]+)?` +
	`|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)` +
	`|[0-9]{4}-[0-9]{2}-[0-9]{2}` +
	`|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?` +
	`|<<|=` +
	`)$`)

// ambiguous lists the plain scalars below n that were written for strings, but that some parser does not read as strings.
func ambiguous(n *yamlv3.Node, value any) []string {
	var found []string
	written := func(n *yamlv3.Node) {
		if n.Kind == yamlv3.ScalarNode && n.Style == 0 && notString.MatchString(n.Value) {
			found = append(found, n.Value)
		}
	}
	switch value := value.(type) {
	case string:
		written(n)
	case []any:
		for i, e := range n.Content[:min(len(n.Content), len(value))] {
			found = append(found, ambiguous(e, value[i])...)
		}
	case map[string]any:
		for i := 0; i+1 < len(n.Content); i += 2 {
			written(n.Content[i]) // keys of JSON are strings
			found = append(found, ambiguous(n.Content[i+1], value[n.Content[i].Value])...)
		}
	}
	return found
}

func TestNotString(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "~", "null", "y", "N", "yes", "on", "OFF", "True", "0", "-12", "0777", "0o17", "0x1F", "0b1010", "1_000", "12:30", "1:30:59.5",
		"1.10", "1.", ".5", "1e3", "1.5E-3", "6.8523015e+5", "685_230.15", "-.inf", ".NaN",
		"2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "<<", "=",
	} {
		require.Regexp(t, notString, text, "a parser of YAML 1.1 or 1.2 does not read it as a string")
	}
	for _, text := range []string{"web", "1.20.2", "nginx:1", "12h", "-", ".", "0xg", "yess", "1e", "e3", "2001-12", "12:3x", "a=b", "nul", "_1"} {
		require.NotRegexp(t, notString, text, "all parsers read it as a string")
	}
}
