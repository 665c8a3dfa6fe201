package simulation

import (
	"context"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// maxRounds is the number of rounds after which a world that still changes is an error.
const maxRounds = 50

// Step is what has happened until a world has settled.
type Step struct {
	Rows    []*propagation.Row // of the last plan
	Moves   []Move             // templates whose clusters have changed, sorted by namespace, kind, name and API version
	Actions []Action           // what was done in the clusters, in its order; one that fails again for the same reason is only here once
	Changes []Change           // writes for multi-cluster services in the control plane, in their order; one that fails again is only here once
	// Evictions are the objects that were evicted and the evictions that have ended, in their order. Warnings are the surprises in them, and what keeps
	// statuses from being collected.
	Evictions []Eviction
	Warnings  []Warning
	// LookAgain is when the passing of time alone changes something. Zero: never.
	LookAgain time.Time

	Rounds int // how often the controllers ran; nothing changed in the last round

	failures []failure       // of the last round
	failed   map[Action]bool // actions, and changes without a cluster, with the text of the error as the reason
}

// again reports whether the same action has failed before.
func (s *Step) again(a Action) bool {
	if a.Err == nil {
		return false
	}
	a.Reason, a.Err = a.Err.Error(), nil
	before := s.failed[a]
	put(&s.failed, a, true)
	return before
}

// Action is a write of an object in a cluster, or says why nothing is written:
//
//   - [work.ActionRefuse] means that the control plane does not write the object, for example because it has lost the label karmada.io/managed.
//     The error is that of [work.Sync], and each Settle has the action again.
//   - [work.ActionLeave] means that the object stays in the cluster although its Work is deleted.
//
// A write that changes nothing is not an action.
type Action struct {
	Cluster string
	Action  work.Action
	Object  override.Ref
	Reason  string
	Err     error // of the API server, or of a refusal
}

// add adds an action, unless the same one has failed before.
func (s *Step) add(a Action) {
	if !s.again(a) {
		s.Actions = append(s.Actions, a)
	}
}

// Settle runs the controllers until nothing changes. The package comment describes a round. It returns an error if override policies are invalid
// ([propagation.NewPlan]), if the world still changes after 50 rounds, or if ctx is done. The world then has what the controllers have done so far.
// If it still changes, the error is an [*UnsettledError], and the step has what has happened until then. With another error the step is nil. An
// error of one template is in its row, that of an API server in its action, and that of a hook for statuses in a warning.
func (w *World) Settle(ctx context.Context) (*Step, error) {
	before := w.fates()
	step := &Step{}
	var unsettled error
	var last map[string]string // the world before the last round that is allowed
	for changed := true; changed && step.Rounds < maxRounds; {
		if step.Rounds++; step.Rounds == maxRounds {
			last = w.versions()
		}
		var err error
		if changed, err = w.round(ctx, step); err != nil {
			return nil, err
		}
		if changed && last != nil {
			unsettled = changing(last, w.versions())
		}
	}
	step.Moves = w.moves(before, step)
	w.warnOfFailures(step)
	w.settled = map[string]bool{}
	for name := range w.clusters {
		w.settled[name] = true
	}
	return step, unsettled
}

// round runs all controllers once, and reports whether anything has changed.
func (w *World) round(ctx context.Context, step *Step) (changed bool, err error) {
	collected := w.collectGarbage()
	plan, err := propagation.NewPlan(ctx, w.input())
	if err != nil {
		return false, err
	}
	step.Rows = plan.Rows
	w.remember(plan, step)
	stored := w.store(plan) || collected
	executed, err := w.execute(ctx, step)
	if err != nil {
		return false, err
	}
	reported, err := w.report(ctx, step)
	if err != nil {
		return false, err
	}
	connected := w.connectServices(step)
	departed := w.depart()
	return stored || executed || reported || connected || departed, nil
}
