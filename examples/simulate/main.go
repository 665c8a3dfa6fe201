// Command simulate runs a control plane and its member clusters in memory, one event after the other, and shows what each event moves, and why.
//
//	simulate [flags] FOLDER
//
// FOLDER has events.yaml, and other .yaml, .yml and .json files for the
// initial state: templates, policies, override policies and Clusters of
// Karmada, in any order. Folders in it are not read.
//
// events.yaml is a stream of YAML documents. Each is an event: an object with
// the key step and at least one other key. The keys of an event
// take effect in this order, whatever their order in the file:
//
//	step     string    the title
//	apply    list      objects to create or replace in the control plane, first
//	                   Clusters, then policies, override policies, and others;
//	                   a Cluster joins
//	delete   list      references to objects to delete in the control plane
//	edit     object    cluster (a name), object (a reference) and patch (a list:
//	                   a JSON patch of RFC 6902): somebody edits the object in
//	                   the cluster
//	remove   object    cluster and object: somebody deletes the object there
//	cutOff   list      names of clusters that become unreachable; they keep what
//	                   they have
//	connect  list      names of clusters that become reachable again
//	leave    list      names of clusters whose Cluster objects are deleted
//	wait     duration  time to let pass, such as 10m or 1h30m
//
// A reference is an object with apiVersion, kind, namespace and name. Objects and
// references without a namespace are in the namespace default, unless their kind
// is cluster-scoped. Kinds of CustomResourceDefinitions in any file count. Keys
// are case-sensitive, and an unknown key is an error.
//
// Custom resources are interpreted by the ResourceInterpreterCustomizations in the
// files of the initial state, and by what Karmada comes with. All hooks run, but
// the clusters give a status only to Deployments, StatefulSets and ReplicaSets of
// the group apps: the scripts for the reflection of a status and for health do not
// run for other kinds. The first step in which a script for a status fails has a
// warning. Scripts run in a sandbox: they read and write no files, no environment
// and no network. A call ends after a second, or when it has counted 512 MB of
// memory. The time is always that of the beginning, and math.random returns the
// smallest number. A customization that cannot be loaded is an error, and one in
// events.yaml is ignored. A ResourceInterpreterWebhookConfiguration is ignored,
// with a warning if it is in a file of the initial state.
//
// For example:
//
//	step: somebody scales web in m1, and m2 is lost
//	edit:
//	  cluster: m1
//	  object: {apiVersion: apps/v1, kind: Deployment, name: web}
//	  patch: [{op: replace, path: /spec/replicas, value: 9}]
//	cutOff: [m2]
//
// With -dies NAME, FOLDER needs no events.yaml. The cluster NAME is cut off after
// the events, and simulate prints what happens minute by minute. As in Karmada,
// nothing is evicted by default: that needs a ClusterTaintPolicy with the effect
// NoExecute, -feature-gates Failover=true and -evict-no-execute.
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
// simulation describes them. Two folders are examples: testdata/nginx follows a Deployment and its Service, and testdata/failover rehearses the loss of a
// cluster.
//
// After the death of a cluster simulate prints each minute in which something happens: what is evicted, where it goes, what ends, and warnings about
// surprises, such as
//
//	nothing-evicts: cluster member1 keeps its objects: it has the taint cluster.karmada.io/not-ready:NoSchedule, and no taint with the effect NoExecute
//
// A minute like the last printed one is left out. The output ends when the passing of time alone changes nothing more. What happens depends on
// the ClusterTaintPolicies of the folder and on these flags:
//
//	-assume-apis        clusters that report no APIs have all (true by default)
//	-dies NAME          the cluster that dies
//	-for DURATION       for how long to look (30m by default)
//	-feature-gates LIST the feature gates that differ from their defaults, such as Failover=true
//	-evict-no-execute   taints with the effect NoExecute evict objects; needs the gate Failover
//	-purge-mode MODE    of policies without failover.cluster, Gracefully or Directly
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
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/simulation/events"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// start is when the world begins.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// clock is that of scripts.
func clock() time.Time { return start }

// run runs the command and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	options := propagation.PlanOptions{}
	flags.BoolVar(&options.AssumeAPIs, "assume-apis", true, "clusters that report no APIs have all")
	var d death
	d.addFlags(flags, &options)
	err := input.Parse(flags, args, stderr, help, func() error {
		if flags.NArg() > 1 && strings.HasPrefix(flags.Arg(1), "-") {
			return fmt.Errorf("found %s after the folder, expected flags before it", flags.Arg(1))
		}
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
	story, err := readFolder(flags.Arg(0), d.cluster != "")
	for _, w := range story.warnings {
		fmt.Fprintln(stderr, "warning:", input.OneLine(w))
	}
	if err == nil {
		world := simulation.New(propagation.PlanInput{Registry: story.registry, Options: options}, start)
		err = simulate(context.Background(), world, story.events, d, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "simulate:", lines(err))
		return 1
	}
	return 0
}

// lines returns an error with all lines but the first indented, because a string from a file must not look like another message.
func lines(err error) string {
	all := strings.Split(err.Error(), "\n")
	for i := range all {
		all[i] = input.OneLine(all[i])
	}
	return strings.Join(all, "\n    ")
}

// simulate plays events, and then the death of a cluster, if any.
func simulate(ctx context.Context, world *simulation.World, story []events.Event, d death, out io.Writer) error {
	for i, e := range story {
		if _, err := play(ctx, world, i, e, out); err != nil {
			return err
		}
	}
	if d.cluster == "" {
		return nil
	}
	return d.play(ctx, world, len(story), out)
}

// play applies an event to the world and prints what follows.
func play(ctx context.Context, world *simulation.World, number int, e events.Event, out io.Writer) (*simulation.Step, error) {
	if err := e.Happen(world); err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name(number), err)
	}
	step, settleErr := world.Settle(ctx)
	if _, err := events.TableOf(number, e, world, step, settleErr).WriteTo(out); err != nil {
		return nil, err
	}
	if settleErr != nil {
		return nil, fmt.Errorf("%s: %w", e.Name(number), settleErr)
	}
	return step, nil
}
