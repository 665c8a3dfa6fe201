package plan

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// options holds the flags and paths of a call.
type options struct {
	cli.Input
	diff         bool
	rows         bool
	shard        shard.Shard
	format       string
	why          bool
	strictAPIs   bool
	touchedOnly  bool
	interpreters []string
	now          time.Time
	gates        api.FeatureGates
	failover     failover
	filter       filter
	guard        override.GuardedPolicies
	paths        []string
}

const long = `Plan objects as Karmada does: which policy claims each template, which clusters get it, with how many replicas, and the Work for each of
them.

Output:
  -o text      templates × clusters: the number of replicas, or "yes" for objects without replicas (the default); "!" marks a
               cluster whose Work has an error, which is only found if there are override policies
  -o markdown  the same table as Markdown
  -o yaml      the Works, as a YAML stream; those that are left as they are come last
  -o bindings  the bindings, as a YAML stream; those that are left as they are come last
  -o json      everything: {"rows", "bindings", "works", "left", "deleted", "warnings"}; the error of a row is its "error"

With --rows, no Works are rendered, and the JSON is {"rows", "warnings"}. Errors of overrides are not found: render finds them.

With --diff, each of two paths is planned separately, and the difference is printed:
  -o text      the templates whose clusters differ, and the differences of the Works (the default)
  -o json      the same as JSON: {"templates", "works", "warnings", "unclaimed", "notRead"}
  -o markdown  the same as tables

Objects that no propagation policy claims before and after are also compared, as if every cluster got them: "unclaimed" has their Works.
So --diff also compares folders that have only override policies.

What cannot be read is left out, with an error. It is one of the "warnings" of the JSON, and Markdown lists it. If a document of AFTER cannot be
read, --diff compares nothing: the JSON is then {"notRead": [{"file", "document", "line", "error"}]}. A document of BEFORE that cannot be read is a
warning, and in "notRead", too: AFTER may repair it.

--object and --cluster leave out everything about other objects and clusters. The plan is the same: all objects are still planned.

Package interpreter/declared describes the YAML of --interpreter, and package policy/karmada/api the feature gates and their defaults.
Evictions at the time of --now follow after the table. With --evict-no-execute and the feature gate Failover, taints with the effect NoExecute
evict the objects of stored bindings. Applications with a failover policy are evicted if --unhealthy-for says how long they have been unhealthy.

Errors, and text and Markdown of --diff, have "***" instead of the values of Secrets, unless --show-secrets is set.

To plan an event, keep what -o bindings and -o yaml print in the folder, change the folder, and plan it again. --diff compares two states of
it. Templates need no uid: they take claim and uid from their stored binding. A template that is missing from the input is unknown, not
deleted: its binding and Works stay. A lazy policy counts its template as changed unless template and binding have resource versions.
With --touched-only, stored bindings that have not changed keep their clusters, and their Works stay as they are, even if other override rules match a
cluster now: the labels of a cluster alone render no Work again. A warning names such clusters. With --diff, bindings that a change of the labels or the spec of a cluster
touches are scheduled again, and Works that a change of an override policy concerns are rendered again. Without --diff, nothing says that such objects have changed.

Where overriding differs from Karmada on purpose, a warning names the clusters and the code. Propagation policies get the defaults of
Karmada's admission, and an error of its validation is a warning. So are selectors that select no object, clusters in a placement that were
not read, and faults and parts without effect of override policies. A plan has the override policies and clusters of Karmada only:
each one of KubeAdmiral is a warning. So is each ResourceInterpreterWebhookConfiguration: no webhooks are called.

` + input.ScriptsHelp + ` The interpreters of --interpreter come before the scripts.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{}
	cmd := &cobra.Command{
		Use:   "plan [flags] PATH...\n  overridekit plan --diff [flags] BEFORE AFTER",
		Short: "Print which clusters get which objects, with how many replicas, and why",
		Long:  long,
		Example: `  overridekit plan --why examples/overridekit/testdata/plan/nginx
  overridekit plan --diff before after`,
		DisableFlagsInUseLine: true,
		Args:                  func(_ *cobra.Command, paths []string) error { return opts.check(paths) },
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			if opts.rows || env.Reports != nil {
				opts.divided().Run(env)
				return
			}
			env.Do(opts.Input, func(out io.Writer, notes *input.Notes) error { return run(out, env, opts, notes) })
		},
	}
	cli.AddOutput(cmd, &opts.format, "text (the default), markdown, yaml, bindings or json; with --diff, text, markdown or json",
		"text", "markdown", "yaml", "bindings", "json")
	opts.addFlags(cmd)
	cli.AddShard(cmd, env, &opts.shard)
	return cmd
}

// divided returns the work of --rows.
func (o *options) divided() cli.Divided[common, own] {
	return cli.Divided[common, own]{
		Input: o.Input, Shard: o.shard,
		Observe: func(r *cli.Recorder, of shard.Shard) (*common, *own) { return observe(r, of, *o) },
		Print: func(out io.Writer, notes *input.Notes, c *common, all []*own) error {
			return printRows(out, *o, notes, c, all)
		},
	}
}

// addFlags adds the flags, except -o.
func (o *options) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.diff, "diff", false, "plan two paths and print the difference")
	flags.BoolVar(&o.rows, "rows", false, "print rows only: render no Works, so errors of overrides are not found; with -o text, markdown or json")
	flags.BoolVar(&o.why, "why", false, "after the table, print the reason for each claim and for each empty cell; only with -o text")
	flags.BoolVar(&o.strictAPIs, "strict-apis", false, "treat a cluster that reports no APIs as one without APIs; otherwise it is assumed to have all")
	flags.BoolVar(&o.touchedOnly, "touched-only", false,
		"stored bindings that have not changed keep their clusters and Works, unless --diff shows a change of a cluster or an override policy that touches them; "+
			"otherwise all are scheduled and rendered again")
	flags.StringArrayVar(&o.interpreters, "interpreter", nil,
		"read declared interpreters for custom resources from `FILE`; may be repeated")
	flags.Func("now", "assess evictions at this `TIME`, such as 2026-08-21T12:00:00Z; otherwise all stay", func(s string) (err error) {
		if o.now, err = time.Parse(time.RFC3339, s); err != nil {
			return errors.New("expected a time such as 2026-08-21T12:00:00Z")
		}
		if o.now.Truncate(time.Second).IsZero() {
			return errors.New("expected a later time: the first second of year 1 stands for no time")
		}
		return nil
	})
	flags.Func("feature-gates", "feature gates of Karmada that differ from their defaults, such as WorkloadAffinity=true, as a `LIST` with commas",
		func(s string) (err error) {
			o.gates, err = api.ParseFeatureGates(s)
			return err
		})
	o.failover.addFlags(cmd)
	cli.AddGuard(cmd, &o.guard)
	cli.AddClusters(cmd, &o.filter.clusters)
	cli.AddObjects(cmd, &o.filter.objects)
	cli.Complete(cmd, "now")
	cli.Complete(cmd, "feature-gates", gateWords()...)
	o.AddTo(cmd)
}

// check checks the combination of options, and sets the default format.
func (o *options) check(paths []string) error {
	formats := []string{"text", "markdown", "yaml", "bindings", "json"}
	if o.diff {
		formats = []string{"text", "json", "markdown"}
	}
	if o.rows {
		formats = []string{"text", "markdown", "json"}
	}
	if o.format == "" {
		o.format = formats[0]
	}
	switch {
	case o.rows && o.diff:
		return errors.New("--rows does not work with --diff")
	case o.shard.Of > 0 && !o.rows:
		return errors.New("--shard requires --rows")
	case o.rows && !slices.Contains(formats, o.format):
		return fmt.Errorf("-o %s does not work with --rows, expected one of %s", o.format, strings.Join(formats, ", "))
	case !slices.Contains(formats, o.format):
		return fmt.Errorf("-o %s does not work with --diff, expected one of %s", o.format, strings.Join(formats, ", "))
	case o.why && o.diff:
		return errors.New("--why does not work with --diff")
	case o.why && o.format != "text":
		return errors.New("--why requires -o text")
	case o.FailOn["changes"] && !o.diff:
		return errors.New("--fail-on changes requires --diff")
	case o.failover.set() && o.now.IsZero():
		return errors.New("--evict-no-execute and --unhealthy-for require --now")
	case o.diff && len(paths) != 2:
		return fmt.Errorf("found %s, --diff requires two", cli.Plural(len(paths), "path"))
	case o.diff && paths[0] == "-" && paths[1] == "-":
		return errors.New("standard input can be only one of the two paths")
	}
	return cli.CheckPaths(paths)
}

// gateWords returns the values of --feature-gates that change one gate.
func gateWords() []string {
	var words []string
	for _, gate := range []api.FeatureGate{
		api.GateCustomizedClusterResourceModeling, api.GateFailover, api.GateGracefulEviction, api.GateMultiplePodTemplatesScheduling,
		api.GatePriorityBasedScheduling, api.GatePropagateDeps,
		api.GatePropagationPolicyPreemption, api.GateResourceQuotaEstimate, api.GateStatefulFailoverInjection, api.GateWorkloadAffinity,
	} {
		words = append(words, fmt.Sprintf("%s=%t", gate, !api.FeatureGates{}.Enabled(gate)))
	}
	return words
}
