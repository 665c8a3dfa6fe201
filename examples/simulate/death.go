package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/simulation/events"
	"github.com/overridekit/overridekit/selector"
)

// death is the death of a cluster.
type death struct {
	cluster string        // empty: none dies
	lasts   time.Duration // how long to look
}

func (d *death) addFlags(flags *flag.FlagSet, options *propagation.PlanOptions) {
	flags.StringVar(&d.cluster, "dies", "", "the cluster `NAME` is cut off after the events; print minute by minute what happens")
	d.lasts = 30 * time.Minute
	flags.Var((*duration)(&d.lasts), "for", "with -dies, for how long to look: a `DURATION` such as 1h")
	flags.BoolVar(&options.Taints.NoExecute, "evict-no-execute", false, "taints with the effect NoExecute evict objects; needs the feature gate Failover")
	flags.Func("purge-mode", "the purge `MODE` of policies without failover.cluster, Gracefully (the default) or Directly", func(s string) error {
		if s != string(api.PurgeGracefully) && s != string(api.PurgeDirectly) {
			return errors.New("expected Gracefully or Directly")
		}
		options.Taints.PurgeMode = api.PurgeMode(s)
		return nil
	})
	flags.Func("feature-gates", "the feature gates that differ from their defaults, such as Failover=true, as a `LIST` with commas", func(s string) (err error) {
		options.FeatureGates, err = api.ParseFeatureGates(s)
		return err
	})
}

// unknown returns an error if the cluster does not exist after the events.
func (d death) unknown(world *simulation.World) error {
	var known []selector.Cluster
	for _, c := range world.Clusters() {
		if !c.Left {
			known = append(known, selector.Cluster{Name: c.Name})
		}
	}
	if err := input.CheckCluster(d.cluster, known); err != nil {
		return fmt.Errorf("-dies: %w", err)
	}
	return nil
}

// duration is the value of a flag. Its error has an example, unlike that of package flag.
type duration time.Duration

func (d *duration) String() string { return time.Duration(*d).String() }

func (d *duration) Set(s string) error {
	parsed, err := time.ParseDuration(s)
	if err != nil {
		return errors.New("expected a duration such as 30m or 1h")
	}
	*d = duration(parsed)
	return nil
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
		return cmp.Or(d.unknown(world), err)
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
