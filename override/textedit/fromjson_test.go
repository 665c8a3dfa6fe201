package textedit_test

import (
	"encoding/json"
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
