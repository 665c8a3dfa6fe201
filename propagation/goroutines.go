package propagation

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// goroutines runs goroutines and remembers how the first of them ended early.
type goroutines struct {
	group   sync.WaitGroup
	next    atomic.Int64 // the next index of each
	stopped atomic.Int32 // not 0: one of them has ended early
	cancel  func()       // called when one of them has ended early; nil: nothing is called
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
				if g.cancel != nil {
					g.cancel()
				}
			}
		}()
		do()
		done = true
	})
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
