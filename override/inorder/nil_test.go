package inorder_test

import (
	"iter"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/inorder"
)

// TestMapNothing calls Map without elements and without a function.
func TestMapNothing(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{-1, 0, 1, 2} {
		require.Empty(t, slices.Collect(inorder.Map[int, string](workers, nil, strconv.Itoa)))
		require.Empty(t, slices.Collect(inorder.Map[int, string](workers, iter.Seq[int](slices.Values([]int{1, 2})), nil)))
		require.Equal(t, []string{"1", "2"}, slices.Collect(inorder.Map(workers, slices.Values([]int{1, 2}), strconv.Itoa)))
	}
}
