package webhook

import (
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHoldContention has goroutines that take the last byte of a budget at the same time.
func TestHoldContention(t *testing.T) {
	t.Parallel()
	const limit = 1
	budget := &Budget{Limit: limit}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50_000 {
				h := hold{budget: budget}
				err := h.take(1)
				if held := budget.Held(); held > limit || err == nil && held < 1 {
					t.Errorf("%d bytes are held, expected at most %d", held, limit)
					h.release()
					return
				}
				h.release()
			}
		})
	}
	wait.Wait()
	require.Zero(t, budget.Held())
}

// TestNoHold calls everything of a hold that has no limit.
func TestNoHold(t *testing.T) {
	t.Parallel()
	for _, h := range []*hold{nil, {}} {
		require.NoError(t, h.take(math.MaxInt))
		require.NotPanics(t, h.release)
	}
}
