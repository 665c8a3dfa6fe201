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
		require.EqualError(t, err, "the indentation of the YAML would have more than 67108864 bytes", name)
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
