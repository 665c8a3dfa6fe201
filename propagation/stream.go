package propagation

import (
	"iter"

	"github.com/overridekit/overridekit/propagation/work"
)

// EachWork returns the Works of a plan in the order of [Plan].Works, even with [PlanOptions].StreamWorks. Then each Work is made when it is asked
// for ([work.Rendered].Work), and only a small part of it is kept before and after. It can be read any number of times, concurrently, and
// stopped at any time. Works that were set in [Plan].Works are returned if the plan has no others.
//
// The Works of a stream are made from the templates, the stored Works and the clusters of the input, and from what interpreters have returned: do not
// write these while the stream is in use.
func (p *Plan) EachWork() iter.Seq[work.Rendered] {
	return func(yield func(work.Rendered) bool) {
		if p == nil {
			return
		}
		for _, w := range p.works {
			if !yield(w) {
				return
			}
		}
		for _, w := range p.Works {
			if !yield(work.RenderedOf(w)) {
				return
			}
		}
	}
}
