package jsontree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestDetach checks that Detach returns the current document and shares nothing. The fuzz target checks this for random
// edits.
func TestDetach(t *testing.T) {
	t.Parallel()
	doc := load(t, web)
	brought := load(t, `{"list":[{}]}`)
	tree := jsontree.New(doc)
	require.NoError(t, add(tree, "/spec/containers/0/args/-", "new"))
	require.NoError(t, add(tree, "/spec/brought", brought))
	require.NoError(t, add(tree, "/spec/brought/list/0/x", []any{}))
	require.NoError(t, remove(tree, "/spec/containers/1"))
	require.NoError(t, add(tree, "/spec/containers/-", "only in the tree"))

	detached, err := tree.Detach()
	require.NoError(t, err)
	require.Equal(t, `{"kind":"Deployment","spec":{"brought":{"list":[{"x":[]}]},"containers":[{"args":["x","new"],"name":"a"},"only in the tree"],"nothing":null,"replicas":3}}`, string(encode(t, detached)))
	spoil(detached)
	require.Equal(t, web, string(encode(t, doc)), "the document is shared")
	require.Equal(t, `{"list":[{}]}`, string(encode(t, brought)), "the value of an edit is shared")
}

// TestDetachErrors checks that the errors are those of Clone, for parts that were copied before and others.
func TestDetachErrors(t *testing.T) {
	t.Parallel()
	const noJSON = ", expected a JSON value (null, bool, int64, float64, string, list or map of those)"
	for _, c := range []struct {
		name, reason string
		edit         string
		err          string
	}{
		{"no edit", "the whole document is copied", "", "/a/list/0/n is a Go int" + noJSON},
		{"an edit elsewhere", "a part without edits is copied", "/b", "/a/list/0/n is a Go int" + noJSON},
		{"an edit in the parent", "a part next to an edit is copied", "/a/b", "/a/list/0/n is a Go int" + noJSON},
		{"an edit in the same map", "a part that was copied before is checked, too", "/a/list/0/b", "/a/list/0/n is a Go int" + noJSON},
		{"the value replaced", "a value that is no longer in the document does not matter", "/a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tree := jsontree.New(map[string]any{"a": map[string]any{"list": []any{map[string]any{"n": 5}}}})
			if c.edit != "" {
				require.NoError(t, add(tree, c.edit, "new"))
			}
			detached, err := tree.Detach()
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
			require.Nil(t, detached)
		})
	}
}

// TestDetachNotFinite has infinite numbers and NaN in shared and in copied parts.
func TestDetachNotFinite(t *testing.T) {
	t.Parallel()
	const noJSON = ", expected a JSON value (null, bool, int64, float64, string, list or map of those)"
	for _, edit := range []string{"", "/m/new", "/m/l/-"} {
		tree := jsontree.New(map[string]any{"m": map[string]any{"f": 1.5, "l": []any{1.5, math.Inf(-1)}}})
		if edit != "" {
			require.NoError(t, add(tree, edit, 1.5))
		}
		_, err := tree.Detach()
		require.EqualError(t, err, "/m/l/1 is the number -Inf"+noJSON, edit)
	}
	tree := jsontree.New(map[string]any{"m": map[string]any{}})
	require.NoError(t, add(tree, "/m/f", math.NaN()))
	_, err := tree.Detach()
	require.EqualError(t, err, "/m/f is the number NaN"+noJSON)
}

// TestDetachTooDeep nests two values that are too deep together, copied before and not.
func TestDetachTooDeep(t *testing.T) {
	t.Parallel()
	var inner jsontree.Pointer
	for range jsontree.MaxDepth / 2 {
		inner = append(inner, "0")
	}
	for name, edited := range map[string]bool{"not edited": false, "edited": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := jsontree.New(nested(jsontree.MaxDepth / 2))
			_, _, err := tree.Replace(inner, nested(jsontree.MaxDepth/2+1))
			require.NoError(t, err)
			if edited {
				deep := inner.Child()
				for range jsontree.MaxDepth/2 + 1 {
					deep = append(deep, "0")
				}
				_, _, err = tree.Replace(deep, "edited")
				require.NoError(t, err)
			}
			_, err = tree.Detach()
			require.EqualError(t, err, "the document nests more than 10000 levels deep")
		})
	}
}
