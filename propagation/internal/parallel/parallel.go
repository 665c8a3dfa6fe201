// Package parallel runs functions on several goroutines, and passes their panics on.
package parallel

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Each calls do for every i below n, on as many goroutines as there are workers; do gets the number of its goroutine. One worker runs in the
// goroutine of the caller, in order. All goroutines have ended when Each returns.
//
//  1. After the context is done, do is not called again, and the error of the context is returned.
//  2. If do panics, Each panics with the same value. If do ends its goroutine, Each ends that of the caller, as tests do. The first counts.
func Each(ctx context.Context, workers, n int, do func(worker, i int)) error {
	return EachContext(ctx, workers, n, func(_ context.Context, worker, i int) { do(worker, i) })
}

// EachContext is Each for a do that needs a context. The context that do gets is also canceled when another call of do has panicked or has ended
// its goroutine. Otherwise, a call that waits for its context would keep the panic from the caller.
func EachContext(ctx context.Context, workers, n int, do func(ctx context.Context, worker, i int)) error {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(ctx, 0, i)
		}
		return nil
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	g := goroutines{cancel: cancel}
	for worker := range workers {
		g.run(func() {
			for inner.Err() == nil {
				i := int(g.next.Add(1)) - 1
				if i >= n {
					return
				}
				do(inner, worker, i)
			}
		})
	}
	g.wait()
	if int(g.next.Load()) >= n {
		return nil
	}
	return ctx.Err()
}

// goroutines runs goroutines and remembers how the first of them ended early.
type goroutines struct {
	group   sync.WaitGroup
	next    atomic.Int64 // the next index of Each
	stopped atomic.Int32 // not 0: one of them has ended early
	cancel  func()       // called when one of them has ended early
	once    sync.Once
	value   any // of the panic of the first; nil: it called runtime.Goexit
}

func (g *goroutines) run(do func()) {
	g.group.Go(func() {
		done := false
		defer func() {
			if !done {
				value := recover()
				g.once.Do(func() { g.value = value })
				g.stopped.Store(1)
				g.cancel()
			}
		}()
		do()
		done = true
	})
}

// Go runs do in a goroutine. The result waits for it, and panics or ends the goroutine of its caller if do has.
func Go(do func()) (wait func()) {
	g := &goroutines{cancel: func() {}}
	g.run(do)
	return g.wait
}

// wait waits for all goroutines. If a goroutine panicked or called runtime.Goexit, wait does the same.
func (g *goroutines) wait() {
	g.group.Wait()
	switch {
	case g.stopped.Load() == 0:
	case g.value == nil:
		runtime.Goexit()
	default:
		panic(g.value)
	}
}

// maxParts limits the parts that Sort merges: it looks at all of them for each element.
const maxParts = 8

// Sort sorts a list without equal elements. Each worker sorts a part of it. It needs the memory of a second list.
func Sort[T any](ctx context.Context, workers int, list []T, compare func(a, b T) int) error {
	workers = min(workers, maxParts)
	var parts [][]T
	if len(list) > 0 {
		parts = slices.Collect(slices.Chunk(list, (len(list)+workers-1)/workers))
	}
	if err := Each(ctx, workers, len(parts), func(_, i int) { slices.SortFunc(parts[i], compare) }); err != nil || len(parts) < 2 {
		return err
	}
	merged := make([]T, 0, len(list))
	for range list {
		least := -1
		for i, part := range parts {
			if len(part) > 0 && (least < 0 || compare(part[0], parts[least][0]) < 0) {
				least = i
			}
		}
		merged, parts[least] = append(merged, parts[least][0]), parts[least][1:]
	}
	copy(list, merged)
	return nil
}

// maxWorkers limits the goroutines: each keeps what it has found until the end.
const maxWorkers = 256

// Workers returns the number of goroutines for n things. Zero workers are GOMAXPROCS.
func Workers(workers, n int) int {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(1, min(workers, n, maxWorkers))
}
