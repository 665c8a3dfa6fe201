package simulation

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
)

var (
	steps = flag.Int("steps", 250, "the number of steps with random events")
	seed  = flag.Uint64("stepseed", 1, "the seed of the random events")
)

// TestWorld lets random events happen. After the world has settled, the clusters have exactly the objects that the bindings name, and nothing is
// left to do. A cluster that is disconnected does not change, and one whose API server refuses writes may differ until it accepts them again.
func TestWorld(t *testing.T) {
	t.Parallel()
	n := *steps
	if testing.Short() { // as the race detector is run
		n /= 6
	}
	require.NoError(t, runWild(t, n, *seed, nil))
}

// fault makes a controller of a world do something wrong.
type fault func(w *World)

// decides is a fault: it changes the decisions of Sync about manifests.
func decides(wrong func(in work.SyncInput, manifest int, d *work.Decision)) fault {
	return func(w *World) {
		w.sync = func(ctx context.Context, in work.SyncInput) (*work.SyncResult, error) {
			result, err := work.Sync(ctx, in)
			for i := range result.Decisions {
				wrong(in, i, &result.Decisions[i])
			}
			return result, err
		}
	}
}

func runWild(t *testing.T, steps int, seed uint64, wrong fault) error {
	ctx := context.Background()
	const perWorld = 50
	for number := range uint64(steps+perWorld-1) / perWorld {
		w := newWild(t, seed, number)
		if wrong != nil {
			wrong(w.World)
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

// end deletes all templates of users, and checks that nothing is left once all clusters answer again.
func (w *wild) end(ctx context.Context) error {
	for _, ref := range w.given() {
		w.DeleteTemplate(ref)
	}
	for name := range w.clusters {
		w.SetReady(name, true)
	}
	clear(w.frozen)
	clear(w.refused)
	for name, server := range w.members {
		for _, o := range server.All() {
			if !w.lost[name][override.RefOf(o)] {
				continue // only what a lost cluster keeps must be deleted there
			}
			if err := w.Edit(name, override.RefOf(o), nil); err != nil {
				return err
			}
		}
	}
	w.log = append(w.log, "delete everything")
	if err := w.settle(ctx); err != nil {
		return err
	}
	if len(w.works)+len(w.bindings)+len(w.templates)+len(w.pending)+len(w.derived) > 0 {
		return fmt.Errorf("%v: left: %v, %v, %v, %v, %v", w.log, slices.Collect(maps.Keys(w.templates)), slices.Collect(maps.Keys(w.bindings)), slices.Collect(maps.Keys(w.works)), w.pending, w.derived)
	}
	for _, c := range w.Clusters() {
		if len(c.Objects) > 0 {
			return fmt.Errorf("cluster %s has %v", c.Name, c.Objects)
		}
	}
	return nil
}

// leaves is a fault: nothing is done where it should be.
func leaves(when func(d *work.Decision) bool) fault {
	return decides(func(_ work.SyncInput, _ int, d *work.Decision) {
		if when(d) {
			d.Action = work.ActionLeave
		}
	})
}

// TestWorldFindsFaults checks that TestWorld fails if decisions of Sync, or the clean-up of Services, are wrong.
func TestWorldFindsFaults(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, want string
		fault      fault
	}{
		{"deletes nothing", "no binding names its", leaves(func(d *work.Decision) bool { return d.Action == work.ActionDelete })},
		{"updates nothing", "(label|annotation|spec|data|endpoints)( [^ ]*)? (is|are) ", leaves(func(d *work.Decision) bool { return d.Action == work.ActionUpdate })},
		{"recreates nothing", "it lacks", leaves(func(d *work.Decision) bool { return d.Action == work.ActionRecreate })},
		{"ignores drift", `data is map.added:x|label app is "edited"|spec is|expected \[map.addresses`, leaves(func(d *work.Decision) bool {
			return d.Action == work.ActionUpdate && !strings.Contains(d.Reason, "has not been applied yet")
		})},
		{"does not retain replicas", "its autoscaler chose", decides(func(in work.SyncInput, manifest int, d *work.Decision) {
			replicas, found, _ := unstructured.NestedInt64(in.Work.Spec.Workload.Manifests[manifest], "spec", "replicas")
			if d.Action == work.ActionUpdate && found {
				_ = unstructured.SetNestedField(d.Send.Object, replicas, "spec", "replicas")
			}
		})},
		{"does not retain addresses", "Service shop/", decides(func(_ work.SyncInput, _ int, d *work.Decision) {
			if d.Action == work.ActionUpdate && d.Object.Kind == "Service" {
				_ = unstructured.SetNestedField(d.Send.Object, "10.9.9.9", "spec", "clusterIP")
			}
		})},
		{"cleans no Work of a Service", "EndpointSlice shop/imported-[a-z0-9-]* has the endpoints", func(w *World) {
			w.clean = func(stored *api.Work, _ mcs.Source) (*api.Work, error) { return stored.DeepCopy(), nil }
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && (tc.name == "recreates nothing" || tc.name == "cleans no Work of a Service") {
				t.Skip("they need hundreds of events")
			}
			err := runWild(t, 500, 1, tc.fault)
			require.Error(t, err)
			require.Regexp(t, tc.want, err.Error())
		})
	}
}
