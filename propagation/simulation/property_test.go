package simulation

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/work"
)

var (
	steps = flag.Int("steps", 900, "the number of steps with random events")
	seed  = flag.Uint64("stepseed", 1, "the seed of the random events")
)

// TestWorld lets random events happen. After the world has settled, the clusters have exactly the objects that the bindings name, and nothing is
// left to do. A cluster that is disconnected does not change, and one whose API server refuses writes may differ until it accepts them again.
func TestWorld(t *testing.T) {
	t.Parallel()
	n := *steps
	if testing.Short() { // as the race detector is run
		n /= 3
	}
	require.NoError(t, runWild(t, n, *seed, nil))
}

// fault changes the decision of Sync about a manifest.
type fault func(in work.SyncInput, manifest int, d *work.Decision)

func runWild(t *testing.T, steps int, seed uint64, wrong fault) error {
	ctx := context.Background()
	const perWorld = 50
	for number := range uint64(steps+perWorld-1) / perWorld {
		w := newWild(rand.New(rand.NewPCG(seed, number)))
		if wrong != nil {
			w.sync = func(ctx context.Context, in work.SyncInput) (*work.SyncResult, error) {
				result, err := work.Sync(ctx, in)
				for i := range result.Decisions {
					wrong(in, i, &result.Decisions[i])
				}
				return result, err
			}
		}
		for range perWorld {
			for range 1 + w.IntN(3) {
				w.event(t)
			}
			if err := w.settle(ctx); err != nil {
				return fmt.Errorf("world %d: %w", number, err)
			}
		}
		if err := w.end(ctx); err != nil {
			return fmt.Errorf("world %d: %w", number, err)
		}
	}
	return nil
}

// end deletes all templates, and checks that no Work or binding is left once all clusters answer again.
func (w *wild) end(ctx context.Context) error {
	for _, o := range w.Templates() {
		w.DeleteTemplate(override.RefOf(o))
	}
	for name := range w.clusters {
		w.SetReady(name, true)
	}
	clear(w.frozen)
	clear(w.refused)
	w.log = append(w.log, "delete everything")
	if err := w.settle(ctx); err != nil {
		return err
	}
	if len(w.works)+len(w.bindings) > 0 {
		return errors.New("Works or bindings are left")
	}
	return nil
}

// leaves is a fault: nothing is done where it should be.
func leaves(when func(d *work.Decision) bool) fault {
	return func(_ work.SyncInput, _ int, d *work.Decision) {
		if when(d) {
			d.Action = work.ActionLeave
		}
	}
}

// TestWorldFindsFaults checks that TestWorld fails if decisions of Sync are wrong.
func TestWorldFindsFaults(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, want string
		fault      fault
	}{
		{"deletes nothing", "no binding names its", leaves(func(d *work.Decision) bool { return d.Action == work.ActionDelete })},
		{"updates nothing", "label tier is left", leaves(func(d *work.Decision) bool { return d.Action == work.ActionUpdate })},
		{"recreates nothing", "it lacks", leaves(func(d *work.Decision) bool { return d.Action == work.ActionRecreate })},
		{"ignores drift", "data is map[added:x", leaves(func(d *work.Decision) bool {
			return d.Action == work.ActionUpdate && !strings.Contains(d.Reason, "has not been applied yet")
		})},
		{"does not retain replicas", "its autoscaler chose", func(in work.SyncInput, manifest int, d *work.Decision) {
			replicas, found, _ := unstructured.NestedInt64(in.Work.Spec.Workload.Manifests[manifest], "spec", "replicas")
			if d.Action == work.ActionUpdate && found {
				_ = unstructured.SetNestedField(d.Send.Object, replicas, "spec", "replicas")
			}
		}},
		{"does not retain addresses", "Service shop/", func(_ work.SyncInput, _ int, d *work.Decision) {
			if d.Action == work.ActionUpdate && d.Object.Kind == "Service" {
				_ = unstructured.SetNestedField(d.Send.Object, "10.9.9.9", "spec", "clusterIP")
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, runWild(t, 500, 1, tc.fault), tc.want)
		})
	}
}
