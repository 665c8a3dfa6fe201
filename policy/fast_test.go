package policy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// scalars are values in YAML. Some are special in one of the parsers.
var scalars = []string{
	"1", "-1", "0", "-0", "0.0", "-0.0", "1.0", "1.5", "1e3", "1E+3", "1e21", "1e-7", "123456789012345678", "9223372036854775807", "9223372036854775808", "18446744073709551615",
	"1152921504606846976.0", "12345678901234567890123", "0x1F", "0777", "0o17", "0b11", "1_000", "1:30", ".5", "5.", ".inf", "-.inf", ".nan", "1e999", "~", "null", "Null", "yes", "No", "on", "y", "=", "<<",
	"2001-01-01", "2001-01-01T00:00:00Z", "true", "'1'", `"1"`, `"\u00e9\x41\n\ud800"`, `"\u2028<>&"`, "é", "!!str 1", "!!int '5'", "!!float 1", "!!binary /w==", "!!binary aGk=", "!!null ''", "!a b", "", "|\n  a\n  b", ">-\n  a\n  b",
	"{}", "[]", "[1, [2, {a: b}]]", "{a: 1, b: }", "{a: 1, a: 2}", "{2: a}", "{~: a}", "{true: a}", "{1.5: a}", "{[a]: b}", "&x 1", "*x", "'*x' # &x", "a & *b", "{<<: {a: 1}}", "'<<'", "{'<<': {a: 1}}", "a: b", "]", "\"",
	"{a: {a: {a: {a: {a: {a: {}}}}}}}",
}

// TestYAMLObject compares documents with what the libraries decode.
func TestYAMLObject(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	keys := []string{"a", "b", "c", "'1'", "on", "<<", "\"k\"", "é", "2001-01-01"}
	fast, texts := 0, 20_000
	if testing.Short() {
		texts /= 10
	}
	for range texts {
		var text strings.Builder
		for range 1 + random.IntN(3) {
			text.WriteString(keys[random.IntN(len(keys))] + ": " + scalars[random.IntN(len(scalars))] + "\n")
		}
		doc := document{text: []byte(text.String()), line: 1}
		limits := Limits{Depth: []int{0, 3, 7}[random.IntN(3)]}.withDefaults()
		_, got, err := doc.parseAny(limits)
		_, want, wantErr := doc.parseByLibrary(limits)
		require.Equal(t, wantErr, err, text.String())
		require.Equal(t, want, got, text.String())
		if object := yamlObject(doc.text, limits); object != nil {
			fast++
		}
	}
	require.Greater(t, 20_000*fast, 1500*texts)
}

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
		_, want, err := doc.parseByLibrary(limits)
		if object != nil {
			fast++
			require.NoError(t, err, text)
			require.Equal(t, want, any(object), text)
		}
		found := 0
		if eachJSON(doc.text, func(begin, end int) {
			found++
			_, _, err := document{text: doc.text[begin:end], isJSON: true}.parseByLibrary(Limits{Depth: maxFastDepth})
			if err != nil {
				require.Regexp(t, "duplicate field|cannot unmarshal number 1e999", err.Error())
			}
		}) && found == 1 && err != nil {
			require.NotContains(t, err.Error(), "invalid character", text)
		}
	}
	require.Greater(t, fast, 1500)
}
