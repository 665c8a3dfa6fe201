package inorder_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/inorder"
)

// TestMap computes lists of several lengths with several numbers of workers: the results are in order, and are computed only as far as they are read.
func TestMap(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{-1, 0, 1, 2, 7} {
		for _, n := range []int{0, 1, 2, 100} {
			numbers, want := make([]int, n), make([]string, n)
			for i := range n {
				numbers[i], want[i] = i, strconv.Itoa(i)
			}
			require.Equal(t, want, slices.AppendSeq(make([]string, 0), inorder.Map(workers, slices.Values(numbers), strconv.Itoa)))
			for first := range inorder.Map(workers, slices.Values(numbers), strconv.Itoa) {
				require.Equal(t, "0", first)
				break
			}
		}
		require.PanicsWithValue(t, "odd", func() {
			for range inorder.Map(workers, slices.Values([]int{1}), func(int) string { panic("odd") }) {
			}
		})
	}
}
