package textedit_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/textedit"
)

// TestBareTags reads the tag "!", which yaml.v3 drops, after an empty scalar. It makes the empty scalar, which is null, or the next key a string.
func TestBareTags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, want string }{
		{"of the next key", "it begins the next entry", "b: &c\n! x:\n", `{"b":null,"x":null}`},
		{"of the next key in quotes", "it begins the next entry", "b: &c # c\n\n! \"x\": 1\n", `{"b":null,"x":1}`},
		{"of a next key without text", "the key is an empty string", "b: &c\n! : 1\n", `{"b":null,"":1}`},
		{"of the next key with an anchor", "it begins the next entry", "b: &c\n! &d x: 1\n", `{"b":null,"x":1}`},
		{"of the key below a map", "it begins the next entry of the map around", "a:\n  b: &c\n! x: 1\n", `{"a":{"b":null},"x":1}`},
		{"of the key after one without a colon", "it begins the next entry", "? b\n! x: 1\n", `{"b":null,"x":1}`},
		{"another tag of the next key", "it is not part of the value", "b: &c\n!!str x: 1\n", `{"b":null,"x":1}`},
		{"on the next line", "nothing follows it", "b: &c\n  ! # d\nx: 1\n", `{"b":"","x":1}`},
		{"on the line of the anchor", "nothing follows it", "b: &c !\nx: 1\n", `{"b":"","x":1}`},
		{"before the anchor", "nothing follows it", "b: ! &c\nx: 1\n", `{"b":"","x":1}`},
		{"at the end", "nothing follows it", "x: 1\nb: &c\n  !", `{"b":"","x":1}`},
		{"in brackets", "a comma follows it", "{b: &c\n ! , x: 1}\n", `{"b":"","x":1}`},
		{"a key", "a colon follows it", "&c ! : 1\nx: 1\n", `{"":1,"x":1}`},
		{"of a number", "the number is its value", "b: &c\n  ! 1\nx: 1\n", `{"b":"1","x":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v, err := textedit.Value([]byte(c.text), string(asYAML), 0)
			require.NoError(t, err)
			got, err := json.Marshal(v)
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(got), c.reason)
			for _, edits := range []string{"add /z 1\nreplace /x 2", "remove /x", "replace /b {\"k\":1}\nadd /z 1", "remove /b\nreplace /x true"} {
				trial{format: asYAML, text: c.text, ops: patchOf(edits)}.checkPatch(t)
			}
		})
	}
}
