package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

func TestDecodeValues(t *testing.T) {
	t.Parallel()
	const secret = "{apiVersion: v1, kind: Secret, stringData: {password: hunter2}}"
	one := func(line int, content any) []policy.Value { return []policy.Value{{Content: content, Line: line}} }
	for _, c := range []struct {
		name, text string
		want       []policy.Value
		err        string
	}{
		{"nothing", "", nil, ""},
		{"comments", "# a\n---\n\n# b\n---\n", nil, ""},
		{"not objects", "a\n--- 5\n---\n[1.5, null]\n", []policy.Value{{Content: "a", Line: 1}, {Content: int64(5), Line: 2}, {Content: []any{1.5, nil}, Line: 4}}, ""},
		{"null", "---\nnull\n", one(2, nil), ""},
		{"the first line of content", "# a\n\nb: 1\n", one(3, map[string]any{"b": int64(1)}), ""},
		{"a byte order mark", "\ufeffa: 1\n", one(1, map[string]any{"a": int64(1)}), ""},
		{"dashes in a string", "a: 'b\n----BEGIN'\n", one(1, map[string]any{"a": "b ----BEGIN"}), ""},
		{"JSON", "{\"a\": 1}\n\n[2]", []policy.Value{{Content: map[string]any{"a": int64(1)}, Line: 1}, {Content: []any{int64(2)}, Line: 3}}, ""},
		{"repeated keys", "a: 1\n---\na: 1\na: 2\nb: 1\nb: 2\n---\n]", one(1, map[string]any{"a": int64(1)}), "document 2 (line 4): key \"a\" is repeated\ndocument 2 (line 6): key \"b\" is repeated"},
		{"a repeated key in JSON", "{\"a\": 1, \"a\": 2}", nil, "document 1 (line 1): duplicate field \"a\""},
		{"the limit of levels", strings.Repeat("[", 500) + strings.Repeat("]", 500) + "\n---\n" + strings.Repeat("[", 501) + strings.Repeat("]", 501), one(1, nested(500)), "document 2 (line 3): the document nests more than 500 levels deep"},
		{"a Secret", "step: a\napply: [" + secret + ", hunter2: *hunter2]", nil, "document 1 (line 1): the document cannot be read; the reason is not shown, because it may quote the value of a Secret"},
	} {
		values, err := policy.Decoder{}.DecodeValues(strings.NewReader(c.text))
		require.Equal(t, c.want, values, c.name)
		if c.err == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.EqualError(t, err, c.err, c.name)
		var place *policy.Error
		require.ErrorAs(t, err, &place, c.name)
	}
}

// nested returns a list in a list, and so on.
func nested(levels int) any {
	list := []any{}
	for range levels - 1 {
		list = []any{list}
	}
	return list
}
