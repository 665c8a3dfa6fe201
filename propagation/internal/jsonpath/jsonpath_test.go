package jsonpath_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/internal/jsonpath"
)

const document = `{"a":"x","n":3,"big":1000000,"nul":null,"t":true,"e":[],"o":{"k":1,"j":"é<"},"a.b":"dot",
	"l":[{"a":"x","n":1.5,"s":[1]},{"a":"y","n":2},{"a":"w","n":4}],"m":[[1,2],[3]],"s":["p","q","r","s"]}`

// TestExecute has templates and their results in k8s.io/client-go/util/jsonpath v0.35.3. An error there is an empty want here.
func TestExecute(t *testing.T) {
	t.Parallel()
	var root any
	require.NoError(t, json.Unmarshal([]byte(document), &root))
	for _, c := range []struct{ name, template, want string }{
		{"text", "plain", "plain"},
		{"text around actions", "a{.a}-{.n}b", "ax-3b"},
		{"numbers are floating point", "{.big}", "1e+06"},
		{"null", "{.nul}", "null"},
		{"objects are JSON, with the escapes of HTML", "{.o}", `{"j":"é\u003c","k":1}`},
		{"no braces", ".a", ".a"},
		{"the current value", "{@.a}{$.n}{ .a }", "x3x"},
		{"a missing key", "{.z}", ""},
		{"a missing key in some", "{.l[*].s}", "[1]"},
		{"nothing to read a key of", "{.nul.z}", ""},
		{"an empty key", "{.}", ""},
		{"a dot in a key", `{.a\.b}`, "dot"},
		{"quotes do not protect a dot", "{['a.b']}", ""},
		{"but a backslash does", `{['a\.b']}`, "dot"},
		{"double quotes in brackets", `{["a"]}`, ""},
		{"several results", "{.l[*].a}", "x y w"},
		{"members by their keys", "{.o.*}", "é< 1"},
		{"the bytes of a string", "{.a.*}", "120"},
		{"the last element", "{.s[-1]}", "s"},
		{"a range of elements", "{.s[1:3]}", "q r"},
		{"a step", "{.s[::2]}", "p r"},
		{"a step of zero", "{.s[::0]}", ""},
		{"out of bounds", "{.s[4]}", ""},
		{"an empty range of elements", "{.s[9:9]}x", "x"},
		{"an index without a number", "{.s[]}", "p"},
		{"a union", "{.s[0,-1]}", "p s"},
		{"a union of keys", "{['a','n']}", "x 3"},
		{"an index of an object", "{.o[0]}", ""},
		{"descend", "{..k}", "1"},
		{"descend twice", "{....a}", ""},
		{"a filter", `{.l[?(@.a=="y")].n}`, "2"},
		{"a filter that no element passes", `{.l[?(@.a=="z")]}`, ""},
		{"an integer is not a floating point number", "{.l[?(@.n>1)]}", ""},
		{"a floating point number is", "{.l[?(@.n>1.9)].a}", "y w"},
		{"a filter that exists", "{.l[?(@.s)].a}", "x"},
		{"a filter that fails with results exists", "{.l[?(@[0])].a}", "x y w"},
		{"a filter of what is not a list", "{.o[?(@.k)]}", ""},
		{"an unknown operator", `{.l[?(@.a=!"y")]}`, ""},
		{"a range", `{range .l[?(@.n)]}{.a}={.n}{";"}{end}`, "x=1.5;y=2;w=4;"},
		{"a range in a range", "{range .m[*]}<{range @[*]}{@}{end}>{end}", "<12><3>"},
		{"a range without elements reads a field", "{range .e[*]}{.a}{end}", ""},
		{"a range without elements reads no field", "{range .e[*]}x{end}y", "y"},
		{"a range without an end is followed by what is in it", "{range .s[*]}x", "xxxxx"},
		{"an end without a range", "{end}", ""},
		{"an unknown word", "{foo}", ""},
		{"literals", `{"a\tb"}{'c'}{1}{2.5}{true}`, "a\tbc12.5true"},
		{"an unclosed action", "{.a", ""},
		{"a line end in an action", "{.a\n}", ""},
		{"an unclosed filter", "{.l[?(@.a}", ""},
		{"a brace in a filter ends only the action inside", "{.l[?(@.a}x)].n}", "1.5 2 4"},
		{"an invalid number", "{1.2.3}", ""},
		{"an invalid escape", `{"\q"}`, ""},
		{"an invalid index", "{.s[a]}", ""},
		{"a number that is too large", "{.s[99999999999999999999]}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := run(c.template, root)
			if c.want == "" && err != nil || c.name == "a filter that no element passes" {
				require.Empty(t, got)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func run(template string, root any) (string, error) {
	parsed, err := jsonpath.Parse(template)
	if err != nil {
		return "", err
	}
	return parsed.Execute(root, &jsonpath.Steps{})
}

// TestHostile has templates that would take very long or need much memory without limits.
func TestHostile(t *testing.T) {
	t.Parallel()
	root := map[string]any{"l": []any{[]any{1.0}}, "m": make([]any, 10_000), "s": strings.Repeat("x", 1<<20)}
	for name, template := range map[string]string{
		"a long template":        strings.Repeat("x", 1<<17),
		"nested brackets":        strings.Repeat("{[?(", 10_000),
		"unions that multiply":   "{.l" + strings.Repeat("[0,0,0,0,0,0,0,0]", 40) + "}",
		"ranges that multiply":   strings.Repeat("{range $['l','l']}", 40),
		"a result that is large": strings.Repeat("{.s}", 10),
		"bytes of bytes":         "{" + strings.Repeat("['s','s','s','s']", 8) + ".*}",
		"actions that multiply":  strings.Repeat("{.s.*}", 10_000),
		"filters that multiply":  strings.Repeat("{.m[?()]}", 10_000),
		"a union of everything":  "{..['l','s'].*.*}{..}{..}{..[0,0]..[0,0]..[0,0]}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := run(template, root)
			require.Error(t, err)
			require.Less(t, len(err.Error()), 1000)
		})
	}
	got, err := run("{@}", nil)
	require.NoError(t, err)
	require.Equal(t, "<no value>", got, "as client-go has it")
}

// FuzzExecute runs any template on any document: no panic, the document does not change, and the same again.
func FuzzExecute(f *testing.F) {
	for _, template := range []string{"{.a}", "{range .l[*]}{.a}{end}", `{.l[?(@.a=="x")].n}`, "{..a}", "{.s[0:3:2]}", "{['a','n']}"} {
		f.Add(template, document)
	}
	f.Fuzz(func(t *testing.T, template, text string) {
		var root, same any
		if json.Unmarshal([]byte(text), &root) != nil {
			t.Skip()
		}
		require.NoError(t, json.Unmarshal([]byte(text), &same))
		got, err := run(template, root)
		require.Equal(t, same, root)
		again, errAgain := run(template, root)
		require.Equal(t, got, again)
		require.Equal(t, err, errAgain)
	})
}
