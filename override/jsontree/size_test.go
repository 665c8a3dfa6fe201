package jsontree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// doubled is a document that takes little memory and is 2^levels as a text: each map is in the next one twice.
func doubled(levels int) any {
	var v any = map[string]any{"leaf": "x"}
	for range levels {
		v = map[string]any{"a": v, "b": v}
	}
	return v
}

// lists is the same, of lists.
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

// TestSize walks documents that have no end, or none that anybody would wait for.
func TestSize(t *testing.T) {
	t.Parallel()
	const tooMuch = "the document holds more than 10000000 values, those of shared maps and lists counted at each place"
	for _, c := range []struct {
		name, reason string
		document     func() any
		err          string
	}{
		{"few levels", "a map may be in several places", func() any { return doubled(10) }, ""},
		{"few levels of lists", "and so may a list", func() any { return lists(10) }, ""},
		{"many levels", "it would be a billion maps", func() any { return doubled(30) }, tooMuch},
		{"many levels of lists", "it would be a billion lists", func() any { return lists(30) }, tooMuch},
		{"a map that contains itself", "it is deeper than any document", endless, "the document nests more than 10000 levels deep"},
		{"one long list", "each element counts", func() any { return make([]any, jsontree.MaxSize) }, tooMuch},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := c.document()
			require.Equal(t, c.err == "", jsontree.Fits(v), c.reason)
			require.Equal(t, c.err == "", jsontree.Equal(v, c.document()), c.reason)
			copied, err := jsontree.Clone(v)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.Nil(t, copied, "an error gives no document")
				requireRefused(t, v, c.err)
				return
			}
			require.NoError(t, err, c.reason)
			require.True(t, jsontree.Equal(v, copied))
		})
	}
}

// requireRefused shows that a view of a document that is too large can be edited all the same, but not be handed over.
func requireRefused(t *testing.T, v any, text string) {
	t.Helper()
	tree := jsontree.New(map[string]any{"large": v, "small": map[string]any{}})
	require.NoError(t, add(tree, "/small/a", int64(1)))
	require.Error(t, tree.Test(at("/large"), "x"), "the error does not show it")
	require.Error(t, tree.Test(at("/large"), v), "what is too large equals nothing")
	_, err := tree.Detach()
	require.EqualError(t, err, text)
}
