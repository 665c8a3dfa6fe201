package webhook

import (
	"fmt"
	"io"
	"sync/atomic"
)

// DefaultBudget is the limit of a [Budget] without a Limit: the bytes of 4 of the largest answers.
const DefaultBudget = 4 * MaxBytes

// Budget limits the bytes that all calls of a [Client], and of its copies, hold together. Several clients can share one. It is safe for
// concurrent use, and must not be copied.
//
//  1. A call counts with the JSON of its objects and statuses, its encoded request, its answer as far as it is read, after decompression,
//     and the values that its patch copies. Headers do not count. Decoded, an answer may take eighty times its bytes.
//  2. A call that would exceed the limit fails at once, with a [BudgetError]. It does not wait: the length of an answer is unknown until
//     its end, so calls with half an answer would wait for each other, or each call would have to reserve [MaxBytes]. To make calls wait,
//     use the MaxConnsPerHost of an [net/http.Transport] or a semaphore.
//  3. A call returns its bytes when it ends, for any reason. Its result does not count.
type Budget struct {
	Limit int64 // bytes; 0 is DefaultBudget. It must not change while there are calls.

	held atomic.Int64
}

// Held returns the bytes that calls hold now.
func (b *Budget) Held() int64 {
	return b.held.Load()
}

func (b *Budget) limit() int64 {
	if b.Limit == 0 {
		return DefaultBudget
	}
	return max(b.Limit, 0)
}

// BudgetError is the error of a call that would exceed the limit of its [Budget]. The call may already have reached the webhook.
type BudgetError struct {
	Limit  int64 // of the budget, in bytes
	Held   int64 // by all calls, including this one
	Own    int64 // by this call
	Wanted int64 // by this call in addition
}

// Error returns the numbers in a sentence.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("all calls hold %d bytes together, and this one needs %d in addition to its %d, expected at most %d in total", e.Held, e.Wanted, e.Own, e.Limit)
}

// Retryable reports whether the call may succeed later, when others have ended. Otherwise it is too large for the budget, even alone.
func (e *BudgetError) Retryable() bool { return e.Own+e.Wanted <= e.Limit }

// hold is what one call holds of a budget. A nil hold, or one without a budget, has no limit. It is not safe for concurrent use.
type hold struct {
	budget *Budget
	own    int64
}

// take adds bytes to what the call holds, unless they exceed the limit.
func (h *hold) take(bytes int) error {
	if h == nil || h.budget == nil || bytes <= 0 {
		return nil
	}
	wanted, limit := int64(bytes), h.budget.limit()
	for {
		held := h.budget.held.Load()
		if wanted > limit-held {
			return fault(FaultBudget, &BudgetError{Limit: limit, Held: held, Own: h.own, Wanted: wanted})
		}
		if h.budget.held.CompareAndSwap(held, held+wanted) {
			h.own += wanted
			return nil
		}
	}
}

// release returns everything.
func (h *hold) release() {
	if h == nil || h.budget == nil {
		return
	}
	h.budget.held.Add(-h.own)
	h.own = 0
}

// holdReader takes what it reads.
type holdReader struct {
	from io.Reader
	hold *hold
}

// Read implements [io.Reader].
func (r holdReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if over := r.hold.take(n); over != nil {
		return 0, over
	}
	return n, err
}
