package textedit

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestOutcome edits a text as a wrong operation would: the nodes that follow the edits are those of the new text, but its value is not what the
// operation asks for. The patch must fail.
func TestOutcome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, text string
		document           int
		wrong              splice
	}{
		{"an alias", "it repeats what is replaced", "a: &a {x: 1}\nb: *a\n", 0, splice{10, 11, "2"}},
		{"a merge key", "the map gets what is replaced", "a: &a {x: 1}\nb: {<<: *a}\n", 0, splice{10, 11, "2"}},
		{"a merge key twice", "the same, through the second", "a: &a {x: 1}\nb: {<<: *a, <<: *a}\n", 0, splice{10, 11, "2"}},
		{"a merge of a merge", "the same, through another map", "a: &a {x: 1}\nb: &b {<<: *a}\nc: {<<: [*b]}\n", 0, splice{10, 11, "2"}},
		{"a key above a merge key", "the merge key counts for Kubernetes", "a: &a {x: 1}\nb: {x: 5, <<: *a}\n", 0, splice{10, 11, "2"}},
		{"another key", "only one key may change", "a: {x: 1}\nb: 1\n", 0, splice{5, 14, "x: 2}\nb: 2"}},
		{"the document before", "it must not change", "z: 1\n---\na: {x: 1}\n", 1, splice{0, 17, "z: 2\n---\na: {x: 2"}},
		{"the document after", "it must not change", "a: {x: 1}\n---\nz: 1\n", 0, splice{7, 18, "2}\n---\nz: 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, err := readYAML([]byte(c.text), c.document)
			require.NoError(t, err)
			_, err = Patch{[]operation{{op: jsontree.Replace, path: jsontree.Pointer{"a", "x"}, value: value{kind: number, text: "2"}}}}.apply(&careless{d, c.wrong})
			require.ErrorIs(t, err, ErrNotInPlace, c.reason)
		})
	}
}

// careless is a document whose edits write something else, and whose nodes are those of the new text.
type careless struct {
	*yamlText
	wrong splice
}

func (d *careless) check() (document, error) {
	text := splices{d.wrong}.apply(d.columns.text, nil, 0)
	again, err := readYAML(text, d.document)
	d.text = text
	return again, err
}

// TestValue compares the reading of merge keys with that of Kubernetes.
func TestValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"an own key", "a: &a {x: 1}\nb: {<<: *a, x: 2}\n", `{"a":{"x":1},"b":{"x":2}}`},
		{"an own key above", "a: &a {x: 1}\nb: {x: 2, <<: *a}\n", `{"a":{"x":1},"b":{"x":1}}`},
		{"a list", "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: [*a, *b]}\n", `{"a":{"x":1},"b":{"x":2,"z":3},"c":{"x":1,"z":3}}`},
		{"two merge keys", "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: *a, <<: *b}\n", `{"a":{"x":1},"b":{"x":2,"z":3},"c":{"x":2,"z":3}}`},
		{"a merge of a merge", "a: &a {x: 1}\nb: &b {<<: *a, z: 3}\nc: {<<: *b, z: 4}\n", `{"a":{"x":1},"b":{"x":1,"z":3},"c":{"x":1,"z":4}}`},
		{"inline", "c: {<<: {x: 1}, <<: [{x: 2}, {z: 3}]}\n", `{"c":{"x":2,"z":3}}`},
		{"in quotes", "c: {\"<<\": {x: 1}}\n", `{"c":{"<<":{"x":1}}}`},
		{"an anchor twice", "a: &a 1\nb: *a\nc: &a 2\nd: *a\n", `{"a":1,"b":1,"c":2,"d":2}`},
		{"an anchored key", "&k a: 1\nb: *k\n", `{"a":1,"b":"a"}`},
		{"numbers and booleans", "1: on\n0x1F: 0777\n1.50: [1.50, -0, 12345678901234567890]\ntrue: ~\n", `{"1":true,"31":511,"1.5":[1.5,0,12345678901234567890],"true":null}`},
		{"floats as keys", "1234567891.0: 1\n0987654321: 2\n1e6: 3\n!!float 2234567890: 4\n", `{"1.234568e+09":1,"9.8765434e+08":2,"1e+06":3,"2.234568e+09":4}`},
		{"words of punctuation", "[3:, -, -1:, '-']\n", `["3:","-","-1:","-"]`},
		{"a marker as a key", "---:\n  a: 1\n", `{"---":{"a":1}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			read, err := yaml.YAMLToJSON([]byte(c.text))
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(read), "the case itself")
			got, err := Value([]byte(c.text), "YAML", 0)
			require.NoError(t, err)
			text, err := json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(text))
		})
	}
}
