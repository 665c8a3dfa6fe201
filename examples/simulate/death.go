package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/simulation/events"
)

// death is the death of a cluster.
type death struct {
	cluster string        // empty: none dies
	lasts   time.Duration // how long to look
}

func (d *death) addFlags(flags *flag.FlagSet, options *propagation.PlanOptions) {
	flags.StringVar(&d.cluster, "dies", "", "the cluster `NAME` is cut off after the events; print minute by minute what happens")
	flags.DurationVar(&d.lasts, "for", 30*time.Minute, "with -dies, how long to look")
	flags.BoolVar(&options.Failover.Taints.NoExecute, "evict-no-execute", false, "taints with the effect NoExecute evict objects; needs the feature gate Failover")
	flags.Func("purge-mode", "the purge `MODE` of policies without failover.cluster, Gracefully (the default) or Directly", func(s string) error {
		if s != string(api.PurgeGracefully) && s != string(api.PurgeDirectly) {
			return errors.New("expected Gracefully or Directly")
		}
		options.Failover.Taints.PurgeMode = api.PurgeMode(s)
		return nil
	})
	flags.Func("feature-gates", "the feature gates that differ from their defaults, such as Failover=true, as a `LIST` with commas", func(s string) (err error) {
		options.FeatureGates, err = api.ParseFeatureGates(s)
		return err
	})
}

// play cuts the cluster off and lets time pass, minute by minute, until it changes nothing more. A minute in which nothing happens, or the same as in the
// last one that was printed, is not printed.
func (d death) play(ctx context.Context, world *simulation.World, number int, out io.Writer) error {
	begin, err := events.Decode(strings.NewReader(fmt.Sprintf("{step: %q, cutOff: [%q]}", d.cluster+" dies", d.cluster)))
	if err != nil {
		return fmt.Errorf("-dies %s: %w", d.cluster, err)
	}
	died := world.Now()
	step, err := play(ctx, world, number, begin[0], out)
	if err != nil {
		return err
	}
	for last := ""; !step.LookAgain.IsZero(); {
		minute := (step.LookAgain.Sub(died) + time.Minute - 1) / time.Minute
		if minute*time.Minute > d.lasts {
			_, err := fmt.Fprintf(out, "   and so on: something happens after minute %d, too\n", d.lasts/time.Minute)
			return err
		}
		world.Wait(died.Add(minute * time.Minute).Sub(world.Now()))
		if step, err = world.Settle(ctx); err != nil {
			return err
		}
		if len(step.Moves)+len(step.Actions)+len(step.Changes)+len(step.Evictions)+len(step.Warnings) == 0 {
			continue
		}
		table := events.TableOf(number+1, events.Event{Title: fmt.Sprintf("minute %d", minute)}, world, step, nil)
		_, body, _ := strings.Cut(table.String(), "\n")
		if body == last {
			continue
		}
		number, last = number+1, body
		if _, err := table.WriteTo(out); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(out, "   nothing more happens")
	return err
}
