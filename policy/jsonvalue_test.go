package policy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJSONObject compares random bytes that look like JSON with what the library decodes.
func TestJSONObject(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	tokens := []string{
		`{`, `}`, `[`, `]`, `,`, `:`, ` `, "\n", `"a":`, `"b":`, `"c":1,`, `"`, `\`, `1`, `-`, `-0`, `0`, `01`, `1.5`, `1.`, `.5`, `1e3`, `1E-3`, `1e`, `1e999`, `9223372036854775807`, `9223372036854775808`, `true`, `tru`, `false`, `null`,
		`"é"`, `"\u00e9"`, `"\ud83d\ude00"`, `"\ud800"`, `"\u12"`, `"\x"`, `"\n\t\"\\\/\b\f\r"`, "\"\xff\"", "\"\x01\"", "\"\x7f\"", "{}", "[]", `{"a":1}`, `{"a":1,"a":2}`, `[1,2]`, "\x00", "\ufeff",
	}
	valid := []string{`{"a":%,"b":[%,%]}`, `{"a":{"b":%},"c":%}`, `{%}`, `{"a":%}%`, `%`}
	fast := 0
	for range 50_000 {
		text := valid[random.IntN(len(valid))]
		for strings.Contains(text, "%") {
			text = strings.Replace(text, "%", strings.Repeat(tokens[random.IntN(len(tokens))], 1+random.IntN(8)/7), 1)
		}
		doc := document{text: []byte(text), line: 1, isJSON: true}
		limits := Limits{Depth: []int{0, 2, 3}[random.IntN(3)]}.withDefaults()
		object := jsonObject(doc.text, limits)
		want, err := doc.decodeJSON(doc.text, limits)
		if object != nil {
			fast++
			require.NoError(t, err, text)
			require.Equal(t, want, any(object), text)
		}
		found := 0
		if eachJSON(doc.text, func(begin, end int) {
			found++
			one := doc.text[begin:end]
			_, err := document{text: one, isJSON: true}.decodeJSON(one, Limits{Depth: maxFastDepth})
			if err != nil {
				require.Regexp(t, "duplicate field|cannot unmarshal number 1e999", err.Error())
			}
		}) && found == 1 && err != nil {
			require.NotContains(t, err.Error(), "invalid character", text)
		}
	}
	require.Greater(t, fast, 1500)
}
