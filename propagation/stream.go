package propagation

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/overridekit/overridekit/propagation/internal/parallel"
	"github.com/overridekit/overridekit/propagation/work"
)

// EachWork returns the Works of a plan in the order of [Plan].Works, even with [PlanOptions].StreamWorks. Then each Work is made when it is asked
// for ([work.Prepared].Work), and only what differs from its template is kept before and after. It can be read any number of times, concurrently, and
// stopped at any time. Without StreamWorks it has the Works in [Plan].Works.
//
// The Works of a stream are made from the templates, the stored Works and the policies of the input, and from what interpreters have returned: do not
// write these while the stream is in use.
func (p *Plan) EachWork() iter.Seq[work.Prepared] {
	return func(yield func(work.Prepared) bool) {
		for i := range p.workCount() {
			if !yield(p.workAt(i)) {
				return
			}
		}
	}
}

func (p *Plan) workCount() int { return len(p.works) + len(p.Works) }

func (p *Plan) workAt(i int) work.Prepared {
	if i < len(p.works) {
		return p.works[i]
	}
	return work.PreparedOf(p.Works[i-len(p.works)])
}

// MapWorks returns a value for each Work of [Plan.EachWork], in the same order. It calls do concurrently, on as many goroutines as workers but at most
// 256, and at most 512 Works ahead of the caller. Zero workers are GOMAXPROCS. One calls do in the goroutine of the caller, when a value is asked for.
//
// After the context is done, no value is returned: if there are more Works, the last error is that of the context. A negative number of workers and a
// nil do are errors. If do panics, so does the caller. When the loop ends, no goroutine is left. Do with [work.Prepared.Work] makes the Works:
//
//	for w, err := range propagation.MapWorks(ctx, plan, 0, work.Prepared.Work) { … }
func MapWorks[T any](ctx context.Context, plan *Plan, workers int, do func(work.Prepared) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		switch {
		case workers < 0:
			yield(none, fmt.Errorf("found %d workers, expected at least 0", workers))
			return
		case do == nil:
			yield(none, errors.New("found no function, expected one"))
			return
		}
		n := plan.workCount()
		workers := parallel.Workers(workers, n)
		size := min(batchSize*workers, maxBatch)
		if workers == 1 {
			size = 1
		}
		making, cancel := context.WithCancel(ctx)
		ahead := newBatch(making, plan, workers, 0, size, do)
		defer func() {
			cancel()
			ahead.wait()
		}()
		for from := 0; from < n; {
			now := ahead
			if now.wait(); now.err != nil {
				yield(none, now.err)
				return
			}
			from += len(now.values)
			ahead = newBatch(making, plan, workers, from, size, do)
			for _, v := range now.values {
				if err := ctx.Err(); err != nil {
					yield(none, err)
					return
				}
				if !yield(v, nil) {
					return
				}
			}
		}
	}
}

// A batch has 64 Works for each worker, and at most 256. The caller reads one batch while the next is made.
const (
	batchSize = 64
	maxBatch  = 256
)

// batch is the values of some Works, which are made while those of the batch before are read.
type batch[T any] struct {
	values []T
	err    error
	wait   func() // until the values are made; one worker makes them then
}

func newBatch[T any](ctx context.Context, plan *Plan, workers, from, size int, do func(work.Prepared) T) *batch[T] {
	b := &batch[T]{values: make([]T, min(size, plan.workCount()-from))}
	b.wait = func() {
		b.err = parallel.Each(ctx, workers, len(b.values), func(_, i int) { b.values[i] = do(plan.workAt(from + i)) })
	}
	if workers > 1 {
		b.wait = parallel.Go(b.wait)
	}
	return b
}
