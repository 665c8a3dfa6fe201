package jsontree_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestRevert reverts changes from the last to the first. The fuzz target does the same with random changes.
func TestRevert(t *testing.T) {
	t.Parallel()
	const text = `{"list":[{"a":1},{"b":[2]}],"m":{"":{"k":"x"}}}`
	for _, c := range []struct {
		name, reason string
		edits        func(tree *jsontree.Tree) []jsontree.Change
	}{
		{"elements", "each moves back", func(tree *jsontree.Tree) []jsontree.Change {
			return changes(t, func() (jsontree.Change, bool, error) { return tree.Remove(at("/list/0")) },
				func() (jsontree.Change, bool, error) { return tree.Add(at("/list/-"), "z") },
				func() (jsontree.Change, bool, error) { return tree.Add(at("/list/0/b/0"), "y") })
		}},
		{"empty keys in the middle", "Revert supports them, as Set does", func(tree *jsontree.Tree) []jsontree.Change {
			return changes(t, func() (jsontree.Change, bool, error) { return tree.Set(at("/m//new"), int64(1)) },
				func() (jsontree.Change, bool, error) { return tree.Set(at("/m//k"), int64(1)) })
		}},
		{"inside a value that is replaced later", "the value is restored with its change, which is reverted next", func(tree *jsontree.Tree) []jsontree.Change {
			return changes(t, func() (jsontree.Change, bool, error) { return tree.Add(at("/list/1/b/-"), int64(3)) },
				func() (jsontree.Change, bool, error) { return tree.Replace(at("/list/1"), "gone") },
				func() (jsontree.Change, bool, error) { return tree.Replace(nil, map[string]any{}) })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc, err := decode([]byte(text))
			require.NoError(t, err)
			tree := jsontree.New(doc)
			made := c.edits(tree)
			require.NotEqual(t, text, string(encode(t, tree.Root())))
			for _, change := range slices.Backward(made) {
				require.NoError(t, tree.Revert(change))
			}
			require.Equal(t, text, string(encode(t, tree.Root())), c.reason)
			require.NoError(t, add(tree, "/list/1/b/-", "more"))
			require.Equal(t, text, string(encode(t, doc)), "the document was written")
			require.Error(t, tree.Revert(jsontree.Change{Op: jsontree.Add, Pointer: at("/nowhere/x")}), "it is not a change of this view")
		})
	}
}

func changes(t *testing.T, edits ...func() (jsontree.Change, bool, error)) (made []jsontree.Change) {
	t.Helper()
	for _, edit := range edits {
		c, changed, err := edit()
		require.NoError(t, err)
		require.True(t, changed)
		made = append(made, c)
	}
	return made
}
