package override

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// Inventory is the variants of every object, in the order of the objects (see [Selection.Variants]), worked out on all
// processors while the caller goes through them. Objects and clusters are kept and never written; nobody may write them while
// they or a result are in use.
//
// Only a few objects for each processor are under way at a time: it takes the next one of objects, in the goroutine of the caller, when the caller
// has taken as many results. Ending the loop early ends the work; no goroutine is left behind.
func (s *Set) Inventory(objects iter.Seq[*unstructured.Unstructured], clusters []selector.Cluster) iter.Seq2[*unstructured.Unstructured, []Variant] {
	return func(yield func(*unstructured.Unstructured, []Variant) bool) {
		if objects == nil {
			return
		}
		workers := runtime.GOMAXPROCS(0)
		ahead, busy := 4*workers, make(chan struct{}, workers)
		var over atomic.Bool
		var working sync.WaitGroup
		defer working.Wait()
		defer over.Store(true)

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
				j.do(s, clusters, &over)
			})
		}
		for len(waiting) > 0 && next() {
		}
	}
}

// job is one object on its way.
type job struct {
	object   *unstructured.Unstructured
	variants []Variant
	panicked any // by an overrider of the caller's, for the goroutine of the caller
	done     chan struct{}
}

func (j *job) do(s *Set, clusters []selector.Cluster, over *atomic.Bool) {
	ended := false
	defer close(j.done)
	defer func() {
		if j.panicked = recover(); j.panicked == nil && !ended {
			j.panicked = "an overrider has ended its goroutine"
		}
	}()
	if !over.Load() {
		j.variants = s.Select(j.object).Variants(clusters)
	}
	ended = true
}
