// Package inorder computes a sequence on several processors and keeps its order.
//
// Other packages of this module use it. It is not for others: there is no promise that its API stays.
package inorder

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// Map returns do of every element, in order. It calls do in a number of goroutines at once while the caller iterates, for a few elements per
// goroutine at a time; 0 workers are as many as processors. It reads the next element, in the caller's goroutine, only after the caller has consumed
// a result. Breaking out of the loop stops the work and leaves no goroutine running. A panic in do is raised in the caller's goroutine. With one worker,
// everything happens in the caller's goroutine.
func Map[In, Out any](workers int, elements iter.Seq[In], do func(In) Out) iter.Seq[Out] {
	return func(yield func(Out) bool) {
		if workers == 1 {
			for element := range elements {
				if !yield(do(element)) {
					return
				}
			}
			return
		}
		if workers <= 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		workers = min(workers, maxWorkers)
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

const maxWorkers = 1000 // more have no use, but need memory

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
			j.panicked = "a function called runtime.Goexit"
		}
	}()
	if !stopped.Load() {
		j.result = do()
	}
	ended = true
}
