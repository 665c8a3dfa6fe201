package textedit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestUnreadable shows which texts are refused because Kubernetes cannot read them, and which are not.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"new"}, Value: []byte("1")})
	require.NoError(t, err)
	const noKey = "expected a string, a number or a boolean"
	for _, c := range []struct{ name, reason, text, err string }{
		{"infinity", "JSON does not have it", "b: 1\na: -.INF\n", "line 2: json: unsupported value: -Inf"},
		{"no number", "nor this", "a: [.nan]\n", "line 1: json: unsupported value: NaN"},
		{"a text like it", "in quotes it is a text, and so it is in other letters", "a: '.inf'\nb: .Nan\nc: !!str .inf\n", ""},
		{"infinity as a key", "a key is written as a text", ".inf: 1\n", ""},
		{"no integer", "a tag must suit", "a: !!int foo\n", "line 1: yaml: cannot decode !!str `foo` as a !!int"},
		{"no base64", "a tag must suit", "a: !!binary x\n", "line 1: yaml: !!binary value contains invalid base64 data"},
		{"base64", "it stands for its bytes", "a: !!binary aGk=\n", ""},
		{"a tag of its own", "it stands for a text", "a: !vault |\n  x\n", ""},
		{"a key of null", "an object has none", "a: 1\n~: 2\n", "line 2 has a key that is null, " + noKey},
		{"an empty key", "it is null as well", "? \n: 1\n", "line 1 has a key that is null, " + noKey},
		{"an empty text as a key", "its tag says that it is one", "? !\n: 1\n", ""},
		{"a list as a key", "an object has none", "? [a]\n: 1\n", "line 1 has a key that is a list or a map, " + noKey},
		{"an alias of a list as a key", "it is one", "a: &a [1]\nb:\n  ? *a\n  : 2\n", "line 3 has a key that is a list or a map, " + noKey},
		{"an alias of a text as a key", "it is that text", "a: &a x\nb: {*a : 2}\n", ""},
		{"a merge of nothing", "only maps are merged", "a:\n  <<:\n", "line 2: the value of << is neither a map nor a list of maps"},
		{"a merge of numbers", "only maps are merged", "a:\n  <<: [1]\n", "line 2: the value of << is neither a map nor a list of maps"},
		{"a merge of an alias", "it is a map", "a: &a {b: 1}\nc:\n  <<: [*a, {d: 1}]\n", ""},
		{"a merge of an alias of a list", "Kubernetes takes no list from an alias", "a: &a [{b: 1}]\nc:\n  <<: *a\n", "line 3: the value of << is neither a map nor a list of maps"},
		{"itself", "there is no end to it", "a: &a [*a]\n", "&a (line 1) contains itself, as *a in line 1"},
		{"a line of YAML 1.1", "later readers see no line break", "a: x\u2028b: 1\n", "line 1 has the character U+2028, which ends a line in YAML 1.1 but not in 1.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, unread := yaml.YAMLToJSON([]byte(c.text))
			_, err := patch.YAML([]byte(c.text), 0)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				require.NoError(t, unread, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
			if c.name != "a line of YAML 1.1" {
				require.Error(t, unread, "Kubernetes does not read it either")
			}
		})
	}
}

// TestCheckYAML shows what YAML cannot hold and JSON can.
func TestCheckYAML(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 1000)
	for _, c := range []struct{ name, reason, path, value, err string }{
		{"a huge number", "readers of YAML take it for a text", "/a", `{"b": [1e400]}`, "add /a: the number 1e400 is out of the range of YAML parsers"},
		{"a tiny number", "it is rounded to none, and is a number", "/a", "1e-400", ""},
		{"a long key", "a key stands before a colon on one line", "/" + long, "1", `add /` + long + `: the key "` + long[:80] + `…" has 1002 bytes, expected at most 1000 before a colon`},
		{"a long key inside", "the same", "/a", `{"` + long + `": 1}`, `add /a: the key "` + long[:80] + `…" has 1002 bytes, expected at most 1000 before a colon`},
		{"a key not so long", "it fits", "/" + long[:900], "1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := jsontree.Parse(c.path)
			require.NoError(t, err)
			patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Add, Path: path, Value: []byte(c.value)})
			require.NoError(t, err)
			_, err = patch.JSON([]byte("{}"))
			require.NoError(t, err, "JSON has no such bounds")
			_, err = patch.YAML([]byte("{}"), 0)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
		})
	}
}
