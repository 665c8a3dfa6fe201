package propagation

import (
	"context"
	"errors"
	"net"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// IsRetryable reports whether the error of a stage or of a row may go away without a change of the template or its policy, so that the
// caller should try again later:
//
//   - a policy, an object or a Work is still being deleted ([claim.DeletingError], [bind.OwnerError], [work.ErrDeleting]);
//   - override policies do not exist yet ([claim.MissingOverridesError]), or the binding of a workload does not, or is being
//     deleted ([bind.WorkloadError] without Found);
//   - clusters do not have enough capacity at present ([schedule.UnschedulableError]);
//   - an interpreter did not answer in time ([context.DeadlineExceeded]) or could not be reached ([net.Error]), or its error says so by a
//     method Retryable.
//
// If err wraps or joins several errors, one of these is enough. A [schedule.FitError] is not retryable: only a change of clusters, which
// the caller sees, makes one fit. Neither is a [bind.ReferrerError]: the stored bindings contradict each other.
func IsRetryable(err error) bool {
	var (
		deleting      *claim.DeletingError
		missing       *claim.MissingOverridesError
		owner         *bind.OwnerError
		unschedulable *schedule.UnschedulableError
		unreachable   net.Error
		known         interface{ Retryable() bool }
	)
	return errors.As(err, &deleting) || errors.As(err, &missing) || errors.As(err, &owner) || waitsForWorkload(err) ||
		errors.As(err, &unschedulable) || errors.Is(err, work.ErrDeleting) ||
		errors.Is(err, context.DeadlineExceeded) || errors.As(err, &unreachable) || errors.As(err, &known) && known.Retryable()
}

// waitsForWorkload reports whether a WorkloadError is among the errors whose binding may come, because its name is not taken.
func waitsForWorkload(err error) bool {
	switch e := err.(type) {
	case *bind.WorkloadError:
		return e != nil && e.Found == (override.Ref{})
	case interface{ Unwrap() error }:
		return waitsForWorkload(e.Unwrap())
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(e.Unwrap(), waitsForWorkload)
	}
	return false
}
