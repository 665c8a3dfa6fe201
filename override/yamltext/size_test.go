package yamltext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/yamltext"
)

func TestMeasure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, text string
		want               yamltext.Size
	}{
		{"an empty text", "it has no size", "", yamltext.Size{}},
		{"not YAML", "it has no size", "a: [", yamltext.Size{}},
		{"flat", "keys and values count, and two bytes of indentation per line", "a: b\n", yamltext.Size{Bytes: 8, Depth: 1}},
		{"aliases", "an alias counts as the node that it repeats", "a: &a xyz\nb: [*a, *a]\n", yamltext.Size{Bytes: 31, Depth: 2, Aliases: 2}},
		{"itself", "an alias inside the node that it repeats has no size; parsers reject it", "a: &a [*a]\n", yamltext.Size{Bytes: 9, Depth: 2, Aliases: 1}},
		{"a bomb", "the count stops at the limit; lists nest through aliases", aliasBomb(30), yamltext.Size{Bytes: yamltext.MaxBytes, Depth: 31, Aliases: 300}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, yamltext.Measure([]byte(c.text)), c.reason)
		})
	}
}

func TestCheckSize(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("{a: ", 600) + "1" + strings.Repeat("}", 600)
	require.EqualError(t, yamltext.CheckSize([]byte(deep), 1<<20, 500), "the text nests 600 levels deep, expected at most 500")
	require.NoError(t, yamltext.CheckSize([]byte(deep), 1<<20, 600), "the limit itself is allowed")

	long := "a: &a " + strings.Repeat("x", 1000) + "\n"
	for _, level := range []string{"b", "c", "d", "e"} {
		before := string(level[0] - 1)
		long += level + ": &" + level + " [" + strings.TrimSuffix(strings.Repeat("*"+before+",", 10), ",") + "]\n"
	}
	require.EqualError(t, yamltext.CheckSize([]byte(long), 1<<20, 500), "the text is too large when its aliases are expanded",
		"a thousand bytes, repeated 10^4 times")
}

// FuzzMeasure compares the size with the expanded text: apart from quotes and escapes, the expanded text must not be larger.
func FuzzMeasure(f *testing.F) {
	for _, seed := range []string{"a: &a [x, y]\nb: [*a, *a]\n", "- 1\n- {a: b}\n", "a: |\n  x\n  y\n", "{a: {a: {a: 1}}}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1000 {
			return
		}
		size := yamltext.Measure(text)
		if size.Bytes == 0 || size.Bytes > 1<<20 {
			return
		}
		asJSON, err := yaml.YAMLToJSON(text)
		if err != nil {
			return
		}
		written, err := yaml.JSONToYAML(asJSON)
		require.NoError(t, err)
		require.LessOrEqual(t, len(written), 16*size.Bytes+64, "%q expands to %d bytes, measured: %d", text, len(written), size.Bytes)
	})
}

// aliasBomb returns a text whose last value has 10^levels elements.
func aliasBomb(levels int) string {
	text := "a: &a0 x\n"
	for i := range levels {
		before := fmt.Sprintf("*a%d", i)
		text += fmt.Sprintf("b%d: &a%d [%s%s]\n", i+1, i+1, strings.Repeat(before+", ", 9), before)
	}
	return text
}
