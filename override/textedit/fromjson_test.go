package textedit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/textedit"
)

// TestFromJSON checks that the YAML of a string is read as the same string.
func TestFromJSON(t *testing.T) {
	t.Parallel()
	for r := rune(0); r < 0x11_0000; r++ {
		if r > 0x2100 && r < 0xd7f0 || r > 0x1_0010 && r%0x1fff != 0 && r != 0xe0001 || r >= 0xd800 && r < 0xe000 || testing.Short() && r > 0x100 && r%8 != 0 {
			continue
		}
		given := map[string]string{"a": "x" + string(r) + "y <&", "b" + string(r): ""}
		asJSON, err := json.Marshal(given)
		require.NoError(t, err)
		text, err := textedit.FromJSON(asJSON)
		require.NoError(t, err, "%U", r)
		var got map[string]string
		require.NoError(t, yaml.Unmarshal(text, &got), "%U: %s", r, text)
		require.Equal(t, given, got, "%U", r)
	}
	_, err := textedit.FromJSON([]byte("{"))
	require.Error(t, err)
}

// TestFromJSONIndentation checks texts whose YAML is much larger than they are, because each line is indented by its depth.
func TestFromJSONIndentation(t *testing.T) {
	t.Parallel()
	nested := func(depth int, inside string) []byte {
		return []byte(strings.Repeat(`{"a":`, depth) + inside + strings.Repeat("}", depth))
	}
	words := strings.Repeat("a ", 20_000)
	for name, text := range map[string][]byte{
		"elements": nested(4000, "["+strings.Repeat(`"",`, 20_000)+"1]"),
		"words":    nested(4000, `"`+words+`"`),
		"lines":    nested(4000, `"`+strings.Repeat(`a\n`, 20_000)+`"`),
		"depth":    nested(9000, "1"),
	} {
		_, err := textedit.FromJSON(text)
		require.EqualError(t, err, "found more than 67108864 bytes of indentation as YAML, expected at most that", name)
	}
	for name, text := range map[string][]byte{
		"in a string": nested(1, `"`+strings.Repeat(`{[\\\"`, 20_000)+words+`"`),
		"siblings":    []byte("[" + strings.Repeat("[{}],", 20_000) + "1]"),
		"nested":      nested(1000, "1"),
	} {
		_, err := textedit.FromJSON(text)
		require.NoError(t, err, name)
	}
}

// TestFromJSONInvisible checks that characters that are not graphic are escaped, in raw JSON and in escapes, in every style of strings.
func TestFromJSONInvisible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, want string }{
		{"direction", "it would reorder what follows", "{\"a\": \"x\u202ey\"}", `a: "x\u202Ey"` + "\n"},
		{"escape", "json.Marshal escapes some characters", `{"a": "x\u2028y", "b": "\u202ez"}`, "a: \"x\\u2028y\"\nb: \"\\u202Ez\"\n"},
		{"lines", "a block could not escape it", "{\"a\": \"x\\n\u200by\\n\"}", `a: "x\n\u200By\n"` + "\n"},
		{"key", "keys can be misread, too", "{\"a\u202e\": 1}", `"a\u202E": 1` + "\n"},
		{"beyond U+FFFF", "as one escape, though JSON has two", `{"a": "\udb40\udc01", "b": "` + "\U000e0001" + `"}`, "a: \"\\U000E0001\"\nb: \"\\U000E0001\"\n"},
		{"DEL", "YAML does not allow it", "{\"a\": \"\x7f\"}", `a: "\x7F"` + "\n"},
		{"the mark", "a character for private use is not graphic", "{\"a\": \"\ue000\"}", `a: "\uE000"` + "\n"},
		{"escaped mark", "it is not taken for a mark", `{"a": "\ue000\\x01202e\ue000"}`, `a: "\uE000\\x01202e\uE000"` + "\n"},
		{"backslash", "what follows is not an escape", `{"a": "\\u202e"}`, `a: \u202e` + "\n"},
		{"graphic", "letters of any language stay", "{\"a\": \"é中\"}", "a: é中\n"},
		{"graphic beyond U+FFFF", "sigs.k8s.io/yaml escapes all of them", "{\"a\": \"é🙂\"}", `a: "é\U0001F642"` + "\n"},
	} {
		got, err := textedit.FromJSON([]byte(c.text))
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, string(got), "%s: %s", c.name, c.reason)
		var want, read any
		require.NoError(t, json.Unmarshal([]byte(c.text), &want))
		require.NoError(t, yaml.Unmarshal(got, &read))
		require.Equal(t, want, read, "%s: %s", c.name, c.reason)
	}
}

// TestFromJSONPrivate checks texts with all characters for private use, so that none is left as a mark.
func TestFromJSONPrivate(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for r := '\ue000'; r <= '\uf8ff'; r++ {
		all.WriteRune(r)
	}
	_, err := textedit.FromJSON([]byte(`{"a": "` + all.String() + `"}`))
	require.EqualError(t, err, "found all characters for private use (U+E000 to U+F8FF) in the text, expected one that is not used")
	text, err := textedit.FromJSON([]byte(`{"a": "` + strings.TrimSuffix(all.String(), "\uf8ff") + `"}`))
	require.NoError(t, err)
	require.Contains(t, string(text), `\uE000\uE001`)
}
