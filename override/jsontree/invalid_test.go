package jsontree_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestFirstInvalid checks that the error of a document with many invalid values always names the same one, for Clone
// and Detach.
func TestFirstInvalid(t *testing.T) {
	t.Parallel()
	for range 50 {
		doc := map[string]any{"own": map[string]any{}, "x": []any{map[string]any{"b": 5, "a": uint(5)}}}
		for i := range 50 {
			doc[fmt.Sprint("y", i)] = map[string]string{}
		}
		_, err := jsontree.Clone(doc)
		require.ErrorContains(t, err, "/x/0/a is a Go uint")
		tree := jsontree.New(doc)
		_, _, err = tree.Set(parse(t, "/own/a"), int64(1))
		require.NoError(t, err)
		_, err = tree.Detach()
		require.ErrorContains(t, err, "/x/0/a is a Go uint")
	}
}
