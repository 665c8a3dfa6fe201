package override

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// Inventory returns the variants of every object (see [Selection.Variants]), in the order of the objects. It computes them on all
// processors while the caller iterates. Objects and clusters are kept and never written; do not write them while the iteration or a
// result is in use.
//
// Only a few objects per processor are in progress at a time: Inventory reads the next object, in the caller's goroutine, only after
// the caller has consumed a result. Breaking out of the loop stops the work and leaves no goroutine running.
func (s *Set) Inventory(objects iter.Seq[*unstructured.Unstructured], clusters []selector.Cluster) iter.Seq2[*unstructured.Unstructured, []Variant] {
	return func(yield func(*unstructured.Unstructured, []Variant) bool) {
		if objects == nil {
			return
		}
		workers := runtime.GOMAXPROCS(0)
		ahead, busy := 4*workers, make(chan struct{}, workers)
		var stopped atomic.Bool
		var working sync.WaitGroup
		defer working.Wait()
		defer stopped.Store(true)

		var waiting []*job
		next := func() bool {
			j := waiting[0]
			waiting = waiting[1:]
			<-j.done
			if j.panicked != nil {
				panic(j.panicked)
			}
			return yield(j.object, j.variants)
		}
		for object := range objects {
			if len(waiting) == ahead && !next() {
				return
			}
			j := &job{object: object, done: make(chan struct{})}
			waiting = append(waiting, j)
			working.Go(func() {
				busy <- struct{}{}
				defer func() { <-busy }()
				j.do(s, clusters, &stopped)
			})
		}
		for len(waiting) > 0 && next() {
		}
	}
}

// job is one object in progress.
type job struct {
	object   *unstructured.Unstructured
	variants []Variant
	panicked any // the panic of an overrider, to be raised in the caller's goroutine
	done     chan struct{}
}

func (j *job) do(s *Set, clusters []selector.Cluster, stopped *atomic.Bool) {
	ended := false
	defer close(j.done)
	defer func() {
		if j.panicked = recover(); j.panicked == nil && !ended {
			j.panicked = "an overrider called runtime.Goexit"
		}
	}()
	if !stopped.Load() {
		j.variants = s.Select(j.object).Variants(clusters)
	}
	ended = true
}
