// Package inorder computes a sequence on all processors and keeps its order.
package inorder

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// Map returns do of every element, in order. It calls do on all processors while the caller iterates, for a few elements per processor at a
// time. It reads the next element, in the caller's goroutine, only after the caller has consumed a result. Breaking out of the loop stops
// the work and leaves no goroutine running. A panic in do is raised in the caller's goroutine.
func Map[In, Out any](elements iter.Seq[In], do func(In) Out) iter.Seq[Out] {
	return func(yield func(Out) bool) {
		if elements == nil {
			return
		}
		workers := runtime.GOMAXPROCS(0)
		ahead, busy := 4*workers, make(chan struct{}, workers)
		var stopped atomic.Bool
		var working sync.WaitGroup
		defer working.Wait()
		defer stopped.Store(true)

		var waiting []*job[Out]
		next := func() bool {
			j := waiting[0]
			waiting = waiting[1:]
			<-j.done
			if j.panicked != nil {
				panic(j.panicked)
			}
			return yield(j.result)
		}
		for element := range elements {
			if len(waiting) == ahead && !next() {
				return
			}
			j := &job[Out]{done: make(chan struct{})}
			waiting = append(waiting, j)
			working.Go(func() {
				busy <- struct{}{}
				defer func() { <-busy }()
				j.run(func() Out { return do(element) }, &stopped)
			})
		}
		for len(waiting) > 0 && next() {
		}
	}
}

// job is one element in progress.
type job[Out any] struct {
	result   Out
	panicked any
	done     chan struct{}
}

func (j *job[Out]) run(do func() Out, stopped *atomic.Bool) {
	ended := false
	defer close(j.done)
	defer func() {
		if j.panicked = recover(); j.panicked == nil && !ended {
			j.panicked = "an overrider called runtime.Goexit"
		}
	}()
	if !stopped.Load() {
		j.result = do()
	}
	ended = true
}
