package value_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
)

// Each case is a tree, its references, and what becomes of the tree. An empty list in the tree is an empty table.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, reason, tree string
		references         []string
		want, err          string
	}{
		{"no reference", "an empty table without a reference is deleted", `{"a": [], "b": 1}`, nil, `{"b": 1}`, ""},
		{"an object", "the reference has an empty object", `{"a": []}`, []string{`{"a": {}}`}, `{"a": {}}`, ""},
		{"a list", "the reference has an empty list", `{"a": []}`, []string{`{"a": []}`}, `{"a": []}`, ""},
		{"both", "an empty object counts before an empty list", `{"a": []}`, []string{`{"a": []}`, `{"a": {}}`}, `{"a": {}}`, ""},
		{"other content", "the reference is not empty there", `{"a": []}`, []string{`{"a": {"b": 1}}`}, `{}`, ""},
		{"inside lists", "indexes are left out of paths", `{"l": [{"x": []}, {"x": 1}, {"x": []}]}`, []string{`{"l": [{"x": 5}, {"x": {}}]}`}, `{"l": [{"x": {}}, {"x": 1}, {"x": {}}]}`, ""},
		{"elements", "an element has the path of its list", `{"l": [[], 1]}`, []string{`{"l": {}}`}, `{"l": [{}, 1]}`, ""},
		{"deleted elements", "all empty elements are deleted", `{"l": [[], 1, [], 2]}`, nil, `{"l": [1, 2]}`, ""},
		{"three deleted at the end", "Karmada deletes the last, the first, and none at the index of the second", `{"l": [1, [], [], []]}`, nil, `{"l": [1, []]}`, ""},
		{"only deleted elements", "(n-1)/2 stay", `{"l": [[], [], [], [], []], "m": [[], []]}`, nil, `{"l": [[], []], "m": []}`, ""},
		{"three deleted elements before another", "it stays, although Karmada would delete it", `{"l": [[], [], [], 1]}`, nil, `{"l": [1]}`, ""},
		{"parents", "what becomes empty stays", `{"a": {"b": []}, "l": [[]], "m": [{"x": []}]}`, nil, `{"a": {}, "l": [], "m": [{}]}`, ""},
		{"the root", "a caller decides about the root", `[]`, []string{`{}`}, `[]`, ""},
		{"a list at the root", "its elements have an empty path", `[[], 1, {"a": []}]`, nil, `[1, {}]`, ""},
		{"names with dots", "they are names", `{"a.b": [], "a": {"b": []}}`, []string{`{"a.b": {}}`}, `{"a.b": {}, "a": {}}`, ""},
		{"deleting a query", "the path works as a query", `{"x": {"a*": []}}`, nil, "", "complex path"},
		{"deleting a number sign", "the path works as a query", `{"#": []}`, nil, "", "complex path"},
		{"keeping a query", "nothing changes", `{"a*": []}`, []string{`{"a*": []}`}, `{"a*": []}`, ""},
		{"setting a query", "the first key that matches is replaced", `{"b": 1, "?": [], "c": 2}`, []string{`{"?": {}}`}, `{"b": 1, "?": {}, "c": 2}`, ""},
		{"setting another key", "the first key that matches is replaced", `{"$": 1, "*": []}`, []string{`{"*": {}}`}, `{"$": {}, "*": []}`, ""},
		{"setting with a number sign", "it is an ordinary name", `{"#": []}`, []string{`{"#": {}}`}, `{"#": {}}`, ""},
		{"setting a pipe", "it finds nothing", `{"a|b": [], "a": {"b": 1}}`, []string{`{"a|b": {}}`}, `{"a|b": [], "a": {"b": 1}}`, ""},
		{"a backslash", "nothing is deleted", `{"a\\b": []}`, nil, `{"a\\b": []}`, ""},
		{"setting a backslash", "a key without it appears", `{"a\\b": []}`, []string{`{"a\\b": {}}`}, `{"a\\b": [], "ab": {}}`, ""},
		{"deleting a quotation mark", "Karmada cannot decode what is left", `{"a\"b": [], "c": 1}`, nil, "", "quotation mark"},
		{"setting a quotation mark", "it is an ordinary name", `{"a\"b": []}`, []string{`{"a\"b": {}}`}, `{"a\"b": {}}`, ""},
		{"a quotation mark above", "it is on the path", `{"a\"b": {"l": [{"c": []}]}}`, nil, "", "quotation mark"},
		{"a quotation mark and a query", "the path works as a query", `{"\"*": {"c": []}}`, nil, "", "complex path"},
		{"a quotation mark and a backslash", "nothing is deleted", `{"\"": {"c\\": []}}`, nil, `{"\"": {"c\\": []}}`, ""},
		{"keeping a quotation mark", "nothing changes", `{"a\"b": []}`, []string{`{"a\"b": []}`}, `{"a\"b": []}`, ""},
		{"a quotation mark elsewhere", "it is not on the path", `{"a\"b": 1, "c": []}`, nil, `{"a\"b": 1}`, ""},
		{"no name at the root", "the path is empty", `{"": []}`, nil, "", "path cannot be empty"},
		{"no name inside", "the path is not empty", `{"x": {"": []}}`, nil, `{"x": {}}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			references := make([]any, len(test.references))
			for i, text := range test.references {
				references[i] = decode(t, text)
			}
			got, err := value.Resolve(context.Background(), decode(t, test.tree), references...)
			if test.err != "" {
				require.ErrorContains(t, err, test.err, test.reason)
				return
			}
			require.NoError(t, err, test.reason)
			text, err := json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, test.want, string(text), test.reason)
			for i, text := range test.references {
				require.Equal(t, decode(t, text), references[i], "a reference was written")
			}
		})
	}
}

func decode(t *testing.T, text string) (v any) {
	t.Helper()
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts([]byte(text), &v))
	return v
}
