package jsontree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/testdata/exported"
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

// TestNilArguments calls everything with nil, with zero values and with values that no decoder returns.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	each := func(do func(tree *jsontree.Tree, p jsontree.Pointer, v any)) func(*testing.T) {
		return func(*testing.T) {
			for i, v := range wildValues() {
				for j, p := range wildPointers {
					if testing.Short() && (i+j)%4 != 0 {
						continue
					}
					for _, tree := range []*jsontree.Tree{nil, {}, jsontree.New(v), jsontree.New(map[string]any{"a": v, "b": []any{v}})} {
						do(tree, p, v)
					}
				}
			}
		}
	}
	calls := map[string]func(t *testing.T){
		"New":          func(t *testing.T) { require.Nil(t, jsontree.New(nil).Root()) },
		"Tree.Root":    each(func(tree *jsontree.Tree, _ jsontree.Pointer, _ any) { tree.Root() }),
		"Tree.Get":     each(func(tree *jsontree.Tree, p jsontree.Pointer, _ any) { tree.Get(p) }),
		"Tree.Plain":   each(func(tree *jsontree.Tree, p jsontree.Pointer, _ any) { tree.Plain(p) }),
		"Tree.Add":     each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) { _, _, _ = tree.Add(p, v) }),
		"Tree.Remove":  each(func(tree *jsontree.Tree, p jsontree.Pointer, _ any) { _, _, _ = tree.Remove(p) }),
		"Tree.Replace": each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) { _, _, _ = tree.Replace(p, v) }),
		"Tree.Set":     each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) { _, _, _ = tree.Set(p, v) }),
		"NotA":         func(t *testing.T) { require.NotEmpty(t, jsontree.NotA(nil, nil, false, "").Error()) },
		"ValueError.Error": func(t *testing.T) {
			require.NotEmpty(t, (*jsontree.ValueError)(nil).Error())
			require.NotEmpty(t, (&jsontree.ValueError{}).Error())
		},
		"ValueError.Unwrap": func(t *testing.T) {
			require.NoError(t, (*jsontree.ValueError)(nil).Unwrap())
			require.NoError(t, (&jsontree.ValueError{}).Unwrap())
		},
		"Diff": each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) {
			for range jsontree.Diff(v, nil) {
			}
			for range jsontree.Diff(v, v) {
			}
		}),
		"Tree.Edit": each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) {
			for _, verb := range []jsontree.Verb{jsontree.Add, jsontree.Remove, jsontree.Replace, jsontree.Set, jsontree.Test, "", "move"} {
				_, _, _ = tree.Edit(verb, p, v)
			}
		}),
		"Tree.Test": each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) { _ = tree.Test(p, v) }),
		"Tree.Revert": each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) {
			for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove, jsontree.Replace} {
				_ = tree.Revert(jsontree.Change{Op: op, Pointer: p, InList: true, Old: v})
			}
		}),
		"Tree.Detach": each(func(tree *jsontree.Tree, p jsontree.Pointer, v any) {
			_, _, _ = tree.Set(p, "x")
			_, _ = tree.Detach()
		}),
		"Get":   each(func(_ *jsontree.Tree, p jsontree.Pointer, v any) { jsontree.Get(v, p) }),
		"Clone": each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { _, _ = jsontree.Clone(v) }),
		"Equal": each(func(tree *jsontree.Tree, _ jsontree.Pointer, v any) {
			jsontree.Equal(v, v)
			jsontree.Equal(tree.Root(), v)
		}),
		"Encode": func(t *testing.T) {
			encoding, err := jsontree.Encode(nil)
			require.NoError(t, err)
			requireEncoded(t, encoding, nil)
		},
		"Encoding.Append": func(t *testing.T) {
			for _, v := range wildValues() {
				requireEncoded(t, &jsontree.Encoding{}, v)
			}
		},
		"Copyable": each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { jsontree.Copyable(v, 100) }),
		"Fits":     each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { jsontree.Fits(v) }),
		"FitsGo":   each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { jsontree.FitsGo(v) }),
		"Describe": each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { jsontree.Describe(v) }),
		"Change.Follow": each(func(_ *jsontree.Tree, p jsontree.Pointer, v any) {
			for _, q := range wildPointers {
				for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove} {
					jsontree.Change{Op: op, Pointer: q, InList: true, New: v}.Follow(p)
				}
			}
		}),
		"Parse": func(t *testing.T) {
			_, err := jsontree.Parse("x")
			require.Error(t, err)
			p, err := jsontree.Parse("/~2~/\xff~")
			require.NoError(t, err)
			require.Len(t, p, 2)
		},
		"Pointer.String":      func(t *testing.T) { require.Empty(t, jsontree.Pointer(nil).String()) },
		"Pointer.MarshalText": func(t *testing.T) { _, err := jsontree.Pointer(nil).MarshalText(); require.NoError(t, err) },
		"Pointer.Child":       func(t *testing.T) { require.Empty(t, jsontree.Pointer(nil).Child()) },
		"Pointer.Index":       func(t *testing.T) { require.Equal(t, "/-1", jsontree.Pointer(nil).Index(-1).String()) },
		"Pointer.HasPrefix":   func(t *testing.T) { require.True(t, jsontree.Pointer(nil).HasPrefix(nil)) },
		"Pointer.Equal":       func(t *testing.T) { require.True(t, jsontree.Pointer(nil).Equal(jsontree.Pointer{})) },
		"DescribeHidden":      each(func(_ *jsontree.Tree, _ jsontree.Pointer, v any) { jsontree.DescribeHidden(v) }),
		"Error.WithoutValues": func(t *testing.T) {
			require.Nil(t, (*jsontree.Error)(nil).WithoutValues())
			require.Zero(t, *(&jsontree.Error{}).WithoutValues())
		},
		"Error.Error": func(t *testing.T) {
			require.NotEmpty(t, (*jsontree.Error)(nil).Error())
			require.NotEmpty(t, (&jsontree.Error{}).Error())
		},
	}
	exported.Walk(t, calls)

	shared := any("x") // reachable on 2^60 paths
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
