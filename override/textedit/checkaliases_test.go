package textedit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestCheckAliases checks which texts are rejected because Kubernetes cannot read them.
func TestCheckAliases(t *testing.T) {
	t.Parallel()
	patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"new"}, Value: []byte("1")})
	require.NoError(t, err)
	const expected = "expected a string, a number or a boolean"
	for _, c := range []struct{ name, reason, text, err string }{
		{"infinity", "JSON does not have it", "b: 1\na: -.INF\n", "line 2: json: unsupported value: -Inf"},
		{"NaN", "JSON does not have it", "a: [.nan]\n", "line 1: json: unsupported value: NaN"},
		{"similar strings", "in quotes, in other case or with a tag it is a string", "a: '.inf'\nb: .Nan\nc: !!str .inf\n", ""},
		{"dots and a word", "only at the start of a line do they end a document", "a: ... z\nb: ...\tz\nc: [... z]\n", ""},
		{"infinity as a key", "a key is converted to a string", ".inf: 1\n", ""},
		{"not an integer", "the value must match the tag", "a: !!int foo\n", "line 1: yaml: cannot decode !!str `foo` as a !!int"},
		{"not base64", "the value must match the tag", "a: !!binary x\n", "line 1: yaml: !!binary value contains invalid base64 data"},
		{"base64", "it is decoded", "a: !!binary aGk=\n", ""},
		{"a custom tag", "the value is a string", "a: !vault |\n  x\n", ""},
		{"a key of null", "JSON keys are strings", "a: 1\n~: 2\n", "line 2 has a key that is null, " + expected},
		{"an empty key", "it is null", "? \n: 1\n", "line 1 has a key that is null, " + expected},
		{"an empty string as a key", "the tag makes it a string", "? !\n: 1\n", ""},
		{"a list as a key", "JSON keys are strings", "? [a]\n: 1\n", "line 1 has a key that is a list or a map, " + expected},
		{"an alias of a list as a key", "the key is a list", "a: &a [1]\nb:\n  ? *a\n  : 2\n", "line 3 has a key that is a list or a map, " + expected},
		{"an alias of a string as a key", "the key is that string", "a: &a x\nb: {*a : 2}\n", ""},
		{"a merge of null", "only maps can be merged", "a:\n  <<:\n", "line 2: the value of << is neither a map nor a list of maps"},
		{"a merge of numbers", "only maps can be merged", "a:\n  <<: [1]\n", "line 2: the value of << is neither a map nor a list of maps"},
		{"a merge of an alias", "the alias repeats a map", "a: &a {b: 1}\nc:\n  <<: [*a, {d: 1}]\n", ""},
		{"a merge of an alias of a list", "Kubernetes does not accept an alias of a list", "a: &a [{b: 1}]\nc:\n  <<: *a\n", "line 3: the value of << is neither a map nor a list of maps"},
		{"itself", "it is infinite", "a: &a [*a]\n", "&a (line 1) contains itself, as *a in line 1"},
		{"a tab before a second comment", "indentation is of spaces", "# c\n\t# c\nx: 1\n", "yaml: line 2: found character that cannot start any token"},
		{"a tab between comments", "a blank line is indented, too", "x:\n  # c\n \t\n  # d\n  y: 1\n", "yaml: line 3: found character that cannot start any token"},
		{"a tab in a later document", "it is not read", "x: 1\n---\n# a\n\t# b\ny: 1\n", ""},
		{"a tab inside", "there it is not indentation", "x: [1,\n\t2]\ny: |\n  a\n  \tb\nz: \"a\n\tb\"\n", ""},
		{"a line of YAML 1.1", "for YAML 1.2 it is not a line break", "a: x\u2028b: 1\n", "line 1 has the character U+2028, which ends a line in YAML 1.1 but not in 1.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, kubernetesErr := yaml.YAMLToJSON([]byte(c.text))
			_, err := patch.YAML([]byte(c.text), 0)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				require.NoError(t, kubernetesErr, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
			if c.name != "a line of YAML 1.1" {
				require.Error(t, kubernetesErr, "Kubernetes rejects it, too")
			}
		})
	}
}

// TestCheckYAML checks values that JSON can represent, but not YAML.
func TestCheckYAML(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 1000)
	for _, c := range []struct{ name, reason, path, value, err string }{
		{"a huge number", "YAML parsers read it as a string", "/a", `{"b": [1e400]}`, "add /a: the number 1e400 is out of the range of YAML parsers"},
		{"a tiny number", "it is rounded to zero", "/a", "1e-400", ""},
		{"a long key", "the length before a colon is limited, and so is the error", "/" + long, "1", `add /` + long[:399] + `…: the key "` + long[:80] + `…" has 1002 bytes, expected at most 1000 before a colon`},
		{"a long key inside", "keys inside are checked, too", "/a", `{"` + long + `": 1}`, `add /a: the key "` + long[:80] + `…" has 1002 bytes, expected at most 1000 before a colon`},
		{"a shorter key", "it is within the limit", "/" + long[:900], "1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := jsontree.Parse(c.path)
			require.NoError(t, err)
			patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Add, Path: path, Value: []byte(c.value)})
			require.NoError(t, err)
			_, err = patch.JSON([]byte("{}"))
			require.NoError(t, err, "JSON does not have these limits")
			_, err = patch.YAML([]byte("{}"), 0)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
		})
	}
}
