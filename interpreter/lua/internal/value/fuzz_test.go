package value_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
	"github.com/overridekit/overridekit/override/jsontree"
)

// FuzzValues converts values to Lua and back, with and without looking into the tables, and compares the result with that through JSON.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, null, {"b": {}}], "c": null, "d": [], "e": 9007199254740993, "f": 1e21, "g": -0.0, "h": 3.0}`,
		`[[null], {"x": null}, [[]], 4611686018427387904, 9223372036854775807, 1e-7, 123456789012345678]`,
		"{\"a\xff\": 1, \"a\xfe\": 2, \"\": \"\xc3(\"}", `"text"`, `5`, `null`, `{"1": 1, "2": [true, false]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if kjson.UnmarshalCaseSensitivePreserveInts(text, &v) != nil {
			return
		}
		want := throughJSON(t, v)
		for _, looking := range []bool{false, true} {
			L := lua.NewState(lua.Options{SkipOpenLibs: true})
			view := value.NewView(L)
			shown, err := view.Show(v)
			require.NoError(t, err)
			if looking {
				look(L, view, shown)
			}
			got, empties, err := view.FromLua(context.Background(), shown)
			require.NoError(t, err)
			require.True(t, jsontree.Equal(want, got), "want %v, got %v", want, got)
			require.Equal(t, want, got)
			require.Equal(t, countEmpty(want), empties)
			L.Close()
		}
	})
}

// look looks into every table.
func look(L *lua.LState, view *value.View, v lua.LValue) {
	if table, ok := v.(*lua.LTable); ok {
		view.Fill(L, table)
		table.ForEach(func(_, e lua.LValue) { look(L, view, e) })
	}
}

// throughJSON is the oracle: JSON with float64 numbers, without nulls, and with empty objects as lists.
func throughJSON(t *testing.T, v any) any {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	var tree any
	require.NoError(t, json.NewDecoder(bytes.NewReader(text)).Decode(&tree))
	text, err = json.Marshal(withoutNulls(tree))
	require.NoError(t, err)
	var out any
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(text, &out))
	return out
}

func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, e := range v {
			if e != nil {
				out[key] = withoutNulls(e)
			}
		}
		if len(out) == 0 {
			return []any{}
		}
		return out
	case []any:
		out := []any{}
		for _, e := range v {
			if e != nil {
				out = append(out, withoutNulls(e))
			}
		}
		return out
	}
	return v
}

func countEmpty(v any) (n int) {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += countEmpty(e)
		}
	case []any:
		if len(v) == 0 {
			return 1
		}
		for _, e := range v {
			n += countEmpty(e)
		}
	}
	return n
}
