package propagation_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/goroutines"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestMapWorksEnd ends a stream early: by the caller, by its context, by a panic, and by a function that ends its goroutine.
func TestMapWorksEnd(t *testing.T) {
	in := plantest.Estate(500, 11, 40)
	in.Options.StreamWorks = true
	plan := plantest.PlanOf(t, in)
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 8} {
		for _, name := range []string{"break", "canceled", "panics", "exits"} {
			t.Run(fmt.Sprint(name, " with ", workers), func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				var calls atomic.Int32
				do := func(w work.Prepared) override.Ref {
					if n := calls.Add(1); n >= 700 {
						switch name {
						case "panics":
							panic("a fault")
						case "exits":
							runtime.Goexit()
						}
					}
					return w.Ref()
				}
				var last error
				var value any
				read, ended := 0, make(chan bool)
				go func() {
					defer close(ended)
					defer func() { value = recover() }()
					for ref, err := range propagation.MapWorks(ctx, plan, workers, do) {
						if last = err; err != nil {
							assert.Zero(t, ref)
							continue
						}
						if read++; read == 300 && name == "break" {
							break
						}
						if read == 300 && name == "canceled" {
							cancel()
						}
					}
				}()
				<-ended
				require.GreaterOrEqual(t, calls.Load(), int32(300))
				require.Less(t, calls.Load(), int32(300+3*64*workers+700), "it goes on")
				require.Equal(t, name == "canceled", errors.Is(last, context.Canceled))
				require.Equal(t, name == "panics", value == "a fault")
			})
		}
	}
	goroutines.RequireAtMost(t, before)
	for _, err := range propagation.MapWorks(context.Background(), plan, -1, work.Prepared.Work) {
		require.EqualError(t, err, "found -1 workers, expected at least 0")
	}
	for _, err := range propagation.MapWorks[int](context.Background(), plan, 1, nil) {
		require.EqualError(t, err, "found no function, expected one")
	}
}

// TestMapWorksDone cancels the context while the values of a batch, which are all made, are read. Nothing follows but the error of the context, with any
// number of workers.
func TestMapWorksDone(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(100, 3, 10)
	in.Options.StreamWorks = true
	plan := plantest.PlanOf(t, in)
	all := 0
	for range plan.EachWork() {
		all++
	}
	require.Greater(t, all, 10)
	for _, workers := range []int{1, 2, 4, 1 << 20} {
		for _, after := range []int{0, 1, 10, all - 1, all} {
			ctx, cancel := context.WithCancel(context.Background())
			values, failures := 0, []error(nil)
			if after == 0 {
				cancel()
			}
			for _, err := range propagation.MapWorks(ctx, plan, workers, work.Prepared.Ref) {
				if err != nil {
					failures = append(failures, err)
					continue
				}
				if values++; values == after {
					cancel()
				}
			}
			cancel()
			require.Equal(t, after, values, "%d workers", workers)
			if after == all {
				require.Empty(t, failures, "%d workers", workers)
			} else {
				require.Equal(t, []error{context.Canceled}, failures, "%d workers, after %d of %d values", workers, after, all)
			}
		}
	}
}

// TestMapWorksAhead counts the Works that are made before the first value is read, and the goroutines. Both have a limit.
func TestMapWorksAhead(t *testing.T) {
	in := plantest.Estate(500, 11, 40)
	in.Options.StreamWorks = true
	plan := plantest.PlanOf(t, in)
	before := runtime.NumGoroutine()
	for _, workers := range []int{2, 8, 1 << 20} {
		var calls, most atomic.Int64
		do := func(work.Prepared) bool {
			calls.Add(1)
			for n := int64(runtime.NumGoroutine()); n > most.Load(); {
				most.Store(n)
			}
			return true
		}
		for _, err := range propagation.MapWorks(context.Background(), plan, workers, do) {
			require.NoError(t, err)
			for range 20 {
				runtime.Gosched()
			}
			require.LessOrEqual(t, calls.Load(), int64(512), "%d workers", workers)
			break
		}
		require.LessOrEqual(t, most.Load(), int64(before+2*256+2), "%d workers", workers)
		goroutines.RequireAtMost(t, before)
	}
}
