package policy_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy"
)

// node returns a Node as JSON.
func node(name string) string {
	return `{"apiVersion":"v1","kind":"Node","metadata":{"name":"` + name + `"}}`
}

// TestDecodeAll has streams whose second node a parser that reads one node would lose.
func TestDecodeAll(t *testing.T) {
	t.Parallel()
	const trailing = "there is content after the end of the document, expected a line of --- before it"
	const otherBreak = "there is another document after a line break that is not LF or CR LF; only those can separate documents"
	const yamlA, yamlB = "{apiVersion: v1, kind: Node, metadata: {name: a}}", "{apiVersion: v1, kind: Node, metadata: {name: b}}"
	const block = "apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n"
	a, b := node("a"), node("b")
	broken := func(line, reason string) string {
		return "document 2 (line " + line + "): the stream of JSON values breaks: " + reason
	}
	for _, c := range []struct{ name, text, kept, err string }{
		{"cut off", a + "\n" + b[:len(b)-2], "a", broken("2", "unexpected EOF")},
		{"cut off with a line break", a + "\n" + b[:len(b)-2] + "\n", "a", broken("2", "unexpected EOF")},
		{"cut off in line 4", a + "\n{\"a\":\n\n[\n", "a", broken("4", "unexpected EOF")},
		{"a comma at the end", a + "\n" + b + ",\n", "ab", strings.Replace(broken("2", "invalid character ',' looking for beginning of value"), "document 2", "document 3", 1)},
		{"a brace at the end", a + "\n}", "a", broken("2", "invalid character '}' looking for beginning of value")},
		{"a word at the end", a + " x", "a", broken("1", "invalid character 'x' looking for beginning of value")},
		{"a comma between", a + ",\n" + b, "a", broken("1", "invalid character ',' looking for beginning of value")},
		{"a comment between", a + "\n# comment\n" + b, "a", broken("2", "invalid character '#' looking for beginning of value")},
		{"a comment at the end of JSON", a + "\n# comment\n", "a", broken("2", "invalid character '#' looking for beginning of value")},
		{"a syntax error in a value", a + "\n\n{\"a\":\n1,}", "a", broken("4", "invalid character '}' looking for beginning of object key string")},
		{"JSON, then YAML in flow style", a + "\n" + yamlB, "a", broken("2", "invalid character 'a' looking for beginning of object key string")},
		{"flow style", yamlA + "\n" + yamlB, "a", "document 1 (line 2): " + trailing},
		{"flow style in one line", yamlA + yamlB, "a", "document 1 (line 1): " + trailing},
		{"flow style after a marker", "---\n\n" + yamlA + "\n\n" + yamlB + "\n---\n" + b, "ab", "document 1 (line 5): " + trailing},
		{"JSON with markers", a + "\n" + b + "\n---\n" + b, "ab", "document 1 (line 2): " + trailing},
		{"a character that begins nothing", yamlA + "\n\n@", "", "document 1 (line 3): found character that cannot start any token"},
		{"an indented document", "  apiVersion: v1\n  kind: Node\n  metadata: {name: a}\nspec: {}\n", "", "document 1 (line 4): " + trailing},
		{"a directive", block + "%YAML 1.1\nspec: {}\n", "", "document 1 (line 6): the end of the document was not found, because the text here is not valid YAML"},
		{"a scalar", "a # b\nc", "", "document 1 (line 2): " + trailing},
		{"breaks of CR", strings.ReplaceAll(block+"---\n"+block, "\n", "\r"), "", "document 1 (line 5): " + otherBreak},
		{"breaks of CR after a comment", strings.ReplaceAll("# c\n"+block, "\n", "\r"), "a", ""},
		{"comments with breaks of CR", "# c\r# d\r", "", ""},
		{"breaks of NEL", strings.ReplaceAll(block+"---\n"+block, "\n", "\u0085"), "", "document 1 (line 1): " + otherBreak},
		{"breaks of LS", strings.ReplaceAll(block+"---\n"+block, "\n", "\u2028"), "", "document 1 (line 1): " + otherBreak},
		{"breaks of CR LF", strings.ReplaceAll(block+"---\n"+yamlB+" # c\n\n# d\n", "\n", "\r\n"), "ab", ""},
		{"comments after flow style", yamlA + " # c\n\n# d\n...\n# e\n", "a", ""},
		{"JSON and a marker", a + "\n---\n" + b, "ab", ""},
		{"a byte order mark before JSON", "\ufeff" + a + "\n" + b, "ab", ""},
		{"a byte order mark before a marker", "\ufeff---\n" + yamlA, "a", ""},
	} {
		for _, encoding := range []string{"UTF-8", "little", "big"} {
			text := c.text
			if encoding != "UTF-8" {
				text = inUTF16(strings.TrimPrefix(text, "\ufeff"), encoding == "big")
			}
			bundle, err := policy.Decode(strings.NewReader(text))
			kept := ""
			for _, o := range bundle.Objects {
				kept += o.GetName()
			}
			require.Equal(t, c.kept, kept, "%s %s: %v", c.name, encoding, err)
			values, valuesErr := policy.Decoder{}.DecodeValues(strings.NewReader(text))
			into := policy.DecodeInto([]byte(text), &unstructured.Unstructured{})
			if c.err == "" {
				require.NoError(t, err, c.name)
				require.NoError(t, valuesErr, c.name)
				require.Len(t, values, len(kept), c.name)
				require.Equal(t, len(kept) == 1, into == nil, "%s: %v", c.name, into)
				continue
			}
			require.EqualError(t, err, c.err, "%s %s", c.name, encoding)
			require.Error(t, valuesErr, c.name)
			require.Contains(t, c.err, valuesErr.Error(), c.name)
			require.Error(t, into, c.name)
		}
	}
}

// inUTF16 returns a text in UTF-16 with a byte order mark.
func inUTF16(text string, big bool) string {
	var order binary.AppendByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

func TestDecodeUTF16(t *testing.T) {
	t.Parallel()
	text := "a: ä€😀\r\n---\r\nb: 2\r\n"
	want := []policy.Value{{Content: map[string]any{"a": "ä€😀"}, Line: 1}, {Content: map[string]any{"b": int64(2)}, Line: 3}}
	for _, big := range []bool{false, true} {
		values, err := policy.Decoder{}.DecodeValues(strings.NewReader(inUTF16(text, big)))
		require.NoError(t, err)
		require.Equal(t, want, values)
	}
	for _, c := range []struct{ name, text, want string }{
		{"an odd number of bytes", "\xff\xfea\x00b", "the text is not valid UTF-16: byte 5 is not a whole character"},
		{"half of a pair", "\xff\xfea\x00\x3d\xd8b\x00", "the text is not valid UTF-16: byte 5 is not a whole character"},
		{"the other half", "\xfe\xff\xde\x00\x00b", "the text is not valid UTF-16: byte 3 is not a whole character"},
		{"half of a pair at the end", "\xff\xfea\x00\x3d\xd8", "the text is not valid UTF-16: byte 5 is not a whole character"},
	} {
		_, err := policy.Decode(strings.NewReader(c.text))
		require.EqualError(t, err, c.want, c.name)
		_, err = policy.Decoder{}.DecodeValues(strings.NewReader(c.text))
		require.EqualError(t, err, c.want, c.name)
		require.EqualError(t, policy.DecodeInto([]byte(c.text), &unstructured.Unstructured{}), c.want, c.name)
	}
	long := inUTF16(strings.Repeat("€", 100), false) // 202 bytes, and 300 as UTF-8
	for limit, want := range map[int]string{201: "the stream is longer than 201 bytes", 299: "the text is longer than 299 bytes in UTF-8", 300: ""} {
		_, err := policy.Decoder{Limits: policy.Limits{Bytes: limit}}.DecodeValues(strings.NewReader(long))
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want)
	}
}

func TestDecodeMergeKeys(t *testing.T) {
	t.Parallel()
	const base = "x: &v {k: 1}\n"
	const or = `key "k" is repeated, or overrides a key of a merge (<<), which is not supported`
	for _, c := range []struct{ name, text, want string }{
		{"a merge", base + "y: {<<: *v, l: 2}\n", ""},
		{"an override", base + "y: {<<: *v, k: 2}\n", "document 1 (line 2): " + or},
		{"a repetition", base + "y: {k: 2, k: 2}\n", `document 1 (line 2): key "k" is repeated`},
		{"an override in a Secret", "apiVersion: v1\nkind: Secret\n" + base + "y: {<<: *v, k: 2}\n", "document 1 (line 4): a key is repeated, or overrides a key of a merge (<<), which is not supported"},
	} {
		_, err := policy.Decoder{}.DecodeValues(strings.NewReader(c.text))
		if c.want == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.EqualError(t, err, c.want, c.name)
	}
}
