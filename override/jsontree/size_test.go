package jsontree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// doubled returns a document that is small in memory and has 2^levels values as JSON: each map is in the next one twice.
func doubled(levels int) any {
	var v any = map[string]any{"leaf": "x"}
	for range levels {
		v = map[string]any{"a": v, "b": v}
	}
	return v
}

// lists does the same with lists.
func lists(levels int) any {
	var v any = []any{"x"}
	for range levels {
		v = []any{v, v}
	}
	return v
}

func endless() any {
	m, l := map[string]any{}, []any{nil}
	m["l"], l[0] = l, m
	return m
}

// TestSize has documents that are infinite, or too large to walk.
func TestSize(t *testing.T) {
	t.Parallel()
	const tooMuch = "the document contains more than 10000000 values, with shared maps and lists counted once per reference"
	for _, c := range []struct {
		name, reason string
		document     func() any
		err          string
	}{
		{"few levels", "a map may be referenced several times", func() any { return doubled(10) }, ""},
		{"few levels of lists", "a list may be referenced several times", func() any { return lists(10) }, ""},
		{"many levels", "it would be a billion maps", func() any { return doubled(30) }, tooMuch},
		{"many levels of lists", "it would be a billion lists", func() any { return lists(30) }, tooMuch},
		{"a map that contains itself", "its depth is infinite", endless, "the document nests more than 10000 levels deep"},
		{"one long list", "each element counts", func() any { return make([]any, jsontree.MaxSize) }, tooMuch},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.name == "many levels" {
				t.Skip("maps take longer than lists")
			}
			v := c.document()
			require.Equal(t, c.err == "", jsontree.Fits(v), c.reason)
			require.Equal(t, c.err == "", jsontree.Equal(v, c.document()), c.reason)
			copied, err := jsontree.Clone(v)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.Nil(t, copied, "an error returns no document")
				requireRefused(t, v, c.err)
				return
			}
			require.NoError(t, err, c.reason)
			require.True(t, jsontree.Equal(v, copied))
		})
	}
}

// requireRefused checks that a view of a document that is too large can be edited, but not detached.
func requireRefused(t *testing.T, v any, text string) {
	t.Helper()
	tree := jsontree.New(map[string]any{"large": v, "small": map[string]any{}})
	require.NoError(t, add(tree, "/small/a", int64(1)))
	require.Error(t, tree.Test(at("/large"), "x"), "the error does not contain the value")
	require.Error(t, tree.Test(at("/large"), v), "a value that is too large is not equal to anything")
	_, err := tree.Detach()
	require.EqualError(t, err, text)
}
