package simulation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// maxRounds is how often the controllers of a world run before it counts as restless.
const maxRounds = 50

// Step is what has happened until a world has settled.
type Step struct {
	Rows    []propagation.Row // of the last plan, with the reasons
	Moves   []Move            // templates whose clusters have changed, in the order of the rows
	Actions []Action          // what was done in the clusters, in order
	Rounds  int               // how often the controllers ran
}

// Move is a template whose clusters have changed.
type Move struct {
	Template      override.Ref
	Before, After []api.TargetCluster
	Reason        string // why it has its policy now
}

// Action is what was done with an object in a cluster.
type Action struct {
	Cluster string
	Action  work.Action
	Object  override.Ref
	Reason  string
	Err     error // of the API server, or why nothing could be done
}

// Settle runs the controllers of the control plane until nothing changes:
//
//  1. The plan is stored: bindings, and Works, which an API server counts generations of.
//  2. Each Work is synced with its cluster, one object after the other.
//  3. The controllers of the clusters report statuses, which go up to the templates.
//
// A world that does not settle in fifty rounds is an error.
func (w *World) Settle(ctx context.Context) (*Step, error) {
	before := w.targets()
	step := &Step{}
	for step.Rounds = 1; ; step.Rounds++ {
		if step.Rounds > maxRounds {
			return nil, errors.New("the world has not settled after " + fmt.Sprint(maxRounds) + " rounds")
		}
		plan, err := propagation.NewPlan(ctx, w.input())
		if err != nil {
			return nil, err
		}
		step.Rows = plan.Rows
		changed := w.store(plan)
		executed, err := w.execute(ctx, step)
		if err != nil {
			return nil, err
		}
		reported, err := w.report(ctx)
		if err != nil {
			return nil, err
		}
		if !changed && !executed && !reported {
			break
		}
	}
	step.Moves = w.moves(before, step.Rows)
	return step, nil
}

// targets returns the clusters of each template.
func (w *World) targets() map[override.Ref][]api.TargetCluster {
	all := map[override.Ref][]api.TargetCluster{}
	for _, b := range w.bindings {
		all[content.ResourceOf(b)] = work.Targets(b.BindingSpec())
	}
	return all
}

func (w *World) moves(before map[override.Ref][]api.TargetCluster, rows []propagation.Row) (moves []Move) {
	after := w.targets()
	reasons := map[override.Ref]string{}
	for _, row := range rows {
		reasons[row.Template] = row.Reason
	}
	known := map[override.Ref]bool{}
	for _, all := range []map[override.Ref][]api.TargetCluster{before, after} {
		for ref := range all {
			if !known[ref] && !slices.EqualFunc(before[ref], after[ref], sameTarget) {
				moves = append(moves, Move{ref, before[ref], after[ref], reasons[ref]})
			}
			known[ref] = true
		}
	}
	slices.SortFunc(moves, func(a, b Move) int { return content.CompareRefs(a.Template, b.Template) })
	return moves
}

func sameTarget(a, b api.TargetCluster) bool { return a.Name == b.Name && a.Replicas == b.Replicas }
