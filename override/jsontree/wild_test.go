package jsontree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// wildValues returns values that no JSON decoder returns, and unusual ones.
func wildValues() []any {
	cyclic, list := map[string]any{}, make([]any, 2)
	cyclic["a"], cyclic["b"] = cyclic, list
	list[0], list[1] = list, cyclic
	return []any{
		nil, 5, uint64(math.MaxUint64), float32(1), math.NaN(), math.Inf(1), func() {}, map[string]string{"a": "b"}, []string{"a"}, map[string]any(nil), []any(nil),
		(*int)(nil), struct{ A any }{}, make(chan int), cyclic, list, map[any]any{1: 2}, "\xff", map[string]any{"\xff": "\xff", "": nil}, []any{[]any{map[string]any{"a": 5}}},
	}
}

// wildPointers has unusual pointers. Many of them find nothing.
var wildPointers = []jsontree.Pointer{nil, {}, {""}, {"a"}, {"a", "a", "a"}, {"0"}, {"-1"}, {"-"}, {"b", "0", "1", "a"},
	{"99999999999999999999"}, {"-9223372036854775808"}, {"9223372036854775807"}, {"\xff"}}

// TestWildValues calls everything with such values and pointers. It checks that everything returns.
func TestWildValues(t *testing.T) {
	t.Parallel()
	for i, v := range wildValues() {
		jsontree.Copyable(v, 100)
		jsontree.Fits(v)
		jsontree.FitsGo(v)
		jsontree.DescribeHidden(v)
		require.NotEmpty(t, jsontree.Describe(v))
		requireEncoded(t, &jsontree.Encoding{}, v)
		for range jsontree.Diff(v, nil) {
		}
		for range jsontree.Diff(v, v) {
		}
		_, _ = jsontree.Clone(v)
		jsontree.Equal(v, v)
		for j, p := range wildPointers {
			if testing.Short() && (i+j)%4 != 0 {
				continue
			}
			jsontree.Get(v, p)
			for _, root := range []any{nil, v, map[string]any{"a": v, "b": []any{v}}} {
				editWild(jsontree.New(root), p, v)
			}
			for _, q := range wildPointers {
				for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove} {
					jsontree.Change{Op: op, Pointer: q, InList: true, New: v}.Follow(p)
				}
			}
		}
	}
	encoding, err := jsontree.Encode(nil)
	require.NoError(t, err)
	requireEncoded(t, encoding, nil)
}

func editWild(tree *jsontree.Tree, p jsontree.Pointer, v any) {
	tree.Get(p)
	tree.Plain(p)
	for _, verb := range []jsontree.Verb{jsontree.Add, jsontree.Remove, jsontree.Replace, jsontree.Set, jsontree.Test, "", "move"} {
		_, _, _ = tree.Edit(verb, p, v)
	}
	for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove, jsontree.Replace} {
		_ = tree.Revert(jsontree.Change{Op: op, Pointer: p, InList: true, Old: v})
	}
	jsontree.Equal(tree.Root(), v)
	_, _, _ = tree.Set(p, "x")
	_, _ = tree.Detach()
}

// TestZeroPointer checks the methods of the pointer to the whole document.
func TestZeroPointer(t *testing.T) {
	t.Parallel()
	var p jsontree.Pointer
	require.Empty(t, p.String())
	require.Empty(t, p.Child())
	require.Equal(t, "/-1", p.Index(-1).String())
	require.True(t, p.HasPrefix(nil))
	require.True(t, p.Equal(jsontree.Pointer{}))
	text, err := p.MarshalText()
	require.NoError(t, err)
	require.Empty(t, text)
	_, err = jsontree.Parse("x")
	require.Error(t, err)
	p, err = jsontree.Parse("/~2~/\xff~")
	require.NoError(t, err)
	require.Len(t, p, 2)
}

// TestSharedDocument has a document with a value that is reachable on 2^60 paths.
func TestSharedDocument(t *testing.T) {
	t.Parallel()
	shared := any("x")
	for range 60 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	require.False(t, jsontree.Fits(shared))
	require.False(t, jsontree.FitsGo(shared))
	require.False(t, jsontree.Equal(shared, shared))
	require.Error(t, jsontree.New(shared).Test(nil, shared))
	_, err := jsontree.Clone(shared)
	require.Error(t, err)
	_, err = jsontree.Encode(shared)
	require.Error(t, err)
}
