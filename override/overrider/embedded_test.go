package overrider_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// asText returns an object with a string at /text.
func asText(text string) string { return "text: " + overridetest.Quoted(text) }

// TestEmbeddedJSON shows the edits of a JSON document.
func TestEmbeddedJSON(t *testing.T) {
	t.Parallel()
	const suits = "expected JSON to which the operations apply: "
	for _, c := range []struct {
		name, reason string
		text         string
		operations   []string
		want         string // empty: no change
		skips        []string
		err          string
	}{
		{"order and digits", "keys stay in order, new ones come last, and numbers keep their digits", `{"z":1.50,"a":12345678901234567890123,"m":1e400}`, []string{`add /b 2.0`}, `{"z":1.50,"a":12345678901234567890123,"m":1e400,"b":2.0}`, nil, ""},
		{"white space", "what an operation does not touch stays", "{ \"a\" :\t1,\n\"b\": [ 1, 2 ] }\n", []string{"replace /a 3"}, "{ \"a\" :\t3,\n\"b\": [ 1, 2 ] }\n", nil, ""},
		{"another notation", "1.0 is 1", `{"a": 1.0}`, []string{"replace /a 1"}, "", []string{"already up to date"}, ""},
		{"all operations", "they act in order", `{"a":1,"list":["x"]}`, []string{`test /a 1`, `add /list/- "w"`, `add /list/0 "v"`, "remove /list/1", `replace /a {"b":null}`, "add /a/c"}, `{"a":{"b":null,"c":null},"list":["v","w"]}`, nil, ""},
		{"escapes", "pointers are unescaped", `{"a/b":{"~":1}}`, []string{`replace /a~1b/~0 "<&>"`}, `{"a/b":{"~":"<&>"}}`, nil, ""},
		{"existing escapes", "they stay", `{"a":"\u003c&>"}`, []string{`add /b 1`}, `{"a":"\u003c&>","b":1}`, nil, ""},
		{"a list", "a document may be a list", `[1,2]`, []string{"remove /0"}, `[2]`, nil, ""},
		{"from the end", "a negative index counts from there", `[1,2]`, []string{"remove /-1", "add /-1 3"}, `[1,3]`, nil, ""},
		{"another document", "the whole document may be replaced", `{"a":1}`, []string{`replace  [true]`}, `[true]`, nil, ""},
		{"equal", "an equal value is not a change", `{"a":1}`, []string{"replace /a 1"}, "", []string{"already up to date"}, ""},
		{"no operations", "there is nothing to do", `{"a": 1}`, nil, "", []string{"already up to date"}, ""},
		{"empty", "an empty string stays empty, with the reason", "", []string{"add /a 1"}, "", []string{"/text is an empty string"}, ""},

		{"not JSON", "the string must be JSON", `{"a":`, []string{"add /b 1"}, "", nil, `/text is a string of 5 bytes, ` + suits + "unexpected end of JSON input"},
		{"YAML", "the string must be JSON", `a: 1`, []string{"add /b 1"}, "", nil, `/text is a string of 4 bytes, ` + suits + "invalid character 'a' looking for beginning of value"},
		{"two documents", "the string must be one JSON value", `{} {}`, []string{"add /b 1"}, "", nil, `/text is a string of 5 bytes, ` + suits + "invalid character '{' after top-level value"},
		{"no such place", "an operation must apply to the document", `{"a":1}`, []string{"remove /b"}, "", nil,
			`/text is a string of 7 bytes, ` + suits + `remove /b: the whole text (line 1) has no key "b"`},
		{"a test that fails", "an operation must apply to the document", `{"a":1}`, []string{"test /a 2", "replace /a 3"}, "", nil,
			`/text is a string of 7 bytes, ` + suits + "test /a: /a is not the expected number"},
		{"null in a list", "it equals nothing", `{"a":[null]}`, []string{"test /a [null]"}, "", nil,
			`/text is a string of 12 bytes, ` + suits + "test /a: /a is not the expected list"},
		{"below null", "null has no places inside", `{}`, []string{"replace  null", "add /- 1"}, "", nil,
			`/text is a string of 2 bytes, ` + suits + "add /-: the whole text (line 1) is null, expected an object or a list"},
	} {
		want := ""
		if c.want != "" {
			want = asText(c.want)
		}
		t.Run(c.name, trial{
			reason: c.reason, object: asText(c.text), steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextJSON}, c.operations...),
			want: want, skips: c.skips, code: override.CodeValue, err: c.err,
		}.run)
	}
}

// TestEmbeddedBase64 shows the edits of a document in base64.
func TestEmbeddedBase64(t *testing.T) {
	t.Parallel()
	encode := base64.StdEncoding.EncodeToString
	for _, c := range []struct {
		name, reason string
		format       overrider.TextFormat
		text, want   string
		skips        []string
		err          string
	}{
		{"JSON", "it is decoded, edited and encoded", overrider.TextJSON, encode([]byte(`{"z": 1}`)), encode([]byte(`{"z": 1, "a": 2}`)), nil, ""},
		{"YAML", "it is decoded, edited and encoded", overrider.TextYAML, encode([]byte("z: 1\n")), encode([]byte("z: 1\na: 2\n")), nil, ""},
		{"in lines", "line breaks inside are ignored", overrider.TextJSON, "eyJ6\nIjoxfQ==\n", encode([]byte(`{"z":1,"a":2}`)), nil, ""},
		{"empty", "an empty string stays empty", overrider.TextJSON, "", "", []string{"/text is an empty string"}, ""},
		{"not base64", "the string must be in base64", overrider.TextJSON, "{}", "", nil, `/text is a string of 2 bytes, expected base64: illegal base64 data at input byte 0`},
		{"without padding", "base64 ends with padding", overrider.TextJSON, "e30", "", nil, `/text is a string of 3 bytes, expected base64: illegal base64 data at input byte 0`},
	} {
		want := ""
		if c.want != "" {
			want = asText(c.want)
		}
		t.Run(c.name, trial{
			reason: c.reason, object: asText(c.text), steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: c.format, Base64: true}, "add /a 2"),
			want: want, skips: c.skips, code: override.CodeValue, err: c.err,
		}.run)
	}
}

// TestEmbeddedPlace shows which values are not a document.
func TestEmbeddedPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, object, err string }{
		{"missing", "a missing place has no document", "{}", "/text is missing, expected a string with JSON"},
		{"null", "null is not a string", "text: null", "/text is null, expected a string with JSON"},
		{"an object", "an object is not a string", "text: {a: 1}", "/text is an object, expected a string with JSON"},
	} {
		t.Run(c.name, trial{
			reason: c.reason, object: c.object, steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextJSON}, "add /a 1"),
			code: override.CodeValue, err: c.err,
		}.run)
	}
}

// TestEmbeddedRefuses shows which operations Embedded refuses.
func TestEmbeddedRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, operation, err string }{
		{"set", "json-patch does not have the operation", "set /a 1", `operation "set" is unknown, expected add, remove, replace or test`},
		{"copy", "the operation has no field for a source", "copy /a", `operation "copy" is unknown, expected add, remove, replace or test`},
		{"none", "the empty operation is unknown", " /a 1", `operation "" is unknown, expected add, remove, replace or test`},
		{"path", "json-patch would drop the first token", "add a/b 1", `JSON pointer "a/b" must be empty or start with "/"`},
		{"value", "a value must be JSON", "add /a {", "the value of add /a is not JSON: unexpected end of JSON input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o, err := overrider.Embedded(overrider.EmbeddedText{At: overridetest.At("/text"), Format: overrider.TextJSON}, overridetest.TextOperations("add /fine 1", c.operation))
			require.EqualError(t, err, c.err, c.reason)
			require.Nil(t, o)
		})
	}
}

// TestEmbeddedLimit has overriders that each read the same long string. The bytes that they may read together are limited,
// because each keeps its own copy; the operations of one overrider read the string once.
func TestEmbeddedLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 70 MB, which takes the race detector 20 seconds")
	}
	t.Parallel()
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "a"},
		"data": map[string]any{"t": `{"a":0,"long":"` + strings.Repeat("x", 4<<20) + `"}`},
	}}
	apply := func(overriders int) error {
		var steps []override.Step
		for i := range overriders {
			o, err := overrider.Embedded(overrider.EmbeddedText{At: jsontree.Pointer{"data", "t"}, Format: overrider.TextJSON},
				[]overrider.TextOperation{{Op: jsontree.Replace, Path: "/a", Value: fmt.Appendf(nil, "%d", i+1)}})
			require.NoError(t, err)
			steps = append(steps, override.Step{At: fmt.Sprintf("steps[%d]", i), Overrider: o})
		}
		everything, err := selector.NewObjects()
		require.NoError(t, err)
		policy, err := override.NewPolicy(override.PolicySpec{
			Ref: override.Ref{Kind: "Policy", Name: "p"}, Objects: everything, Rules: []override.Rule{{Stages: override.Steps(steps...)}},
		})
		require.NoError(t, err)
		_, err = override.Apply(object, selector.Cluster{Name: "m1"}, policy)
		return err
	}
	require.NoError(t, apply(8))
	err := apply(10)
	require.ErrorContains(t, err, "bytes of embedded documents parsed so far, expected at most 33554432 (put the operations on one document into one overrider)")
	var failed *override.Error
	require.ErrorAs(t, err, &failed)
	require.Equal(t, "steps[8]", failed.At, "eight strings of a little over 4 MiB exceed 32 MiB")
	require.Equal(t, "/data/t", failed.Pointer.String())
}
