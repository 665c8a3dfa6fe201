// Command simulate runs a control plane and its member clusters in memory, one event after the other, and shows what each event moves, and why.
//
//	simulate [flags] FOLDER
//
// FOLDER has events.yaml and any other .yaml, .yml and .json files. The other files are what the world begins with: templates, policies,
// override policies and clusters, in any order. events.yaml is a stream of events, each of which has a step, which is its title, and one
// or more of
//
//	apply:    objects that are created or replaced in the control plane, as a list; a Cluster joins
//	delete:   objects that are deleted there, as a list of {apiVersion, kind, namespace, name}
//	edit:     {cluster, object, patch}: a JSON patch of an object in a cluster, as somebody there edits it
//	remove:   {cluster, object}: somebody deletes the object there
//	cutOff:   clusters that cannot be reached any more, as a list of names; they keep what they have
//	connect:  clusters that can be reached again
//	leave:    clusters whose Cluster objects are deleted
//	wait:     how long nothing happens, such as 10m
//
// After each event the controllers run until nothing changes. Then simulate prints
//
//   - which templates moved to which clusters, with how many replicas, and why
//   - what was written in the control plane for Services that clusters export and import
//   - what was written in each cluster, and why
//   - a table of what the control plane and each cluster have: the ready and the wanted replicas of workloads, the endpoints of EndpointSlices, and
//     yes for all other objects
//
// The clusters are simple: API servers set defaults, all replicas run at once, and each Service with a selector has an EndpointSlice. Package
// simulation describes them. There are two folders to begin with: testdata/nginx is the life of a Deployment and its Service, and testdata/failover
// rehearses the loss of a cluster.
//
//	-assume-apis   clusters that report no APIs have all (true by default)
//
// The exit status is 1 if anything failed, and 2 if the command line is invalid.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// start is when the world begins.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// run runs the command and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	assume := flags.Bool("assume-apis", true, "clusters that report no APIs have all")
	err := input.Parse(flags, args, stderr, "usage: simulate [flags] FOLDER", func() error {
		if flags.NArg() != 1 {
			return fmt.Errorf("found %d arguments, expected one folder", flags.NArg())
		}
		return nil
	})
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	clock := func() time.Time { return start }
	world := simulation.New(propagation.PlanInput{
		Registry: interpreter.NewRegistry(native.Interpreters(clock)...), Options: propagation.PlanOptions{AssumeAPIs: *assume},
	}, start)
	if err := simulate(context.Background(), world, flags.Arg(0), stdout); err != nil {
		fmt.Fprintln(stderr, "simulate:", err)
		return 1
	}
	return 0
}

// simulate plays a folder.
func simulate(ctx context.Context, world *simulation.World, folder string, out io.Writer) error {
	events, err := readFolder(folder)
	if err != nil {
		return err
	}
	for i, e := range events {
		if err := e.happen(world); err != nil {
			return fmt.Errorf("%s: %w", nameOf(i, e.Step), err)
		}
		step, settleErr := world.Settle(ctx)
		if step == nil {
			step = &simulation.Step{}
		}
		if err := write(out, i, e.Step, world, step, settleErr); err != nil {
			return err
		}
		if settleErr != nil {
			return fmt.Errorf("%s: %w", nameOf(i, e.Step), settleErr)
		}
	}
	return nil
}
