package lint

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/policy/lint"
)

// options holds the flags and paths of a call.
type options struct {
	cli.Input
	format    string
	failOn    lint.Severity // the least severity
	showFixes bool

	showSilenced bool
	list         bool
	shard        shard.Shard
	paths        []string
}

const long = `Print what is wrong, or may be wrong, with override policies, and with propagation policies of Karmada.

The objects and clusters that are read are the inventory: the policies are applied to them, which finds what does nothing, what fails and
what conflicts. Without objects or clusters, rules about them do not run. An incomplete inventory causes false findings, such as a selector
that matches nothing. Propagation policies are not applied: findings assume that every object may go to every cluster.

Of propagation policies, lint finds what an API server with Karmada's admission refuses, names of clusters that do not exist, and surprises in
the failover. What they select and where objects go is found by plan --why.

Output:
  -o text      one line for each finding, FILE:LINE: SEVERITY: POLICY: FIELD: MESSAGE (CODE), sorted by file and line, and a summary
               (the default)
  -o markdown  a table of the findings, and the summary
  -o json      a JSON array, described below
  -o sarif     SARIF 2.1.0, for services that show findings in a review

The elements of the JSON array are
  {"file", "code", "severity", "policy", "object", "document", "line", "path", "message", "fix"}

  file      the file, as PATH names it; with document and line, counted from 1; absent if not known
  severity  error (it cannot work), warning (it is likely a mistake) or info (there may be a better way)
  policy    {"apiVersion", "kind", "namespace", "name"}; namespace is absent if the policy does not have one
  object    the object that file, line and path are about; absent if that is the policy
  path      the field path in the policy
  fix       a JSON patch of the policy as it is written; absent if the fix is not clear. It may repeat values of the policy

A policy silences findings with an annotation. Each line has a code and a reason:

  metadata:
    annotations:
      overridekit.dev/lint-ignore: |
        D6: the application does not read comments

Messages do not show the values of Secrets, and fixes have "***" instead of the values of a policy that may cover a Secret, unless
--show-secrets is set. The fixes in the JSON have the values. The SARIF has no fixes. With --show-silenced, the SARIF also contains the
silenced findings, each with a suppression and its reason. Not every service reads suppressions: one that does not shows these findings as
open.

A document that cannot be read is an error on standard error. Everything else is still checked.

With --fail-on, the exit status is 1 if there is a finding of this severity or a higher one.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "text", failOn: lint.Error + 1} // no finding makes it fail
	cmd := &cobra.Command{
		Use:   "lint [flags] PATH...\n  overridekit lint --list",
		Short: "Print what is wrong, or may be wrong, with policies",
		Long:  long,
		Example: `  overridekit lint --fail-on warning policies clusters apps
  overridekit lint -o sarif . >lint.sarif`,
		DisableFlagsInUseLine: true,
		Args:                  func(_ *cobra.Command, paths []string) error { return opts.check(paths) },
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			if opts.list {
				env.Do(opts.Input, func(out io.Writer, _ *input.Notes) error { return writeCodes(out, opts.format) })
				return
			}
			opts.divided().Run(env)
		},
	}
	cli.AddOutput(cmd, &opts.format, "text (the default), markdown, json or sarif", "text", "markdown", "json", "sarif")
	flags := cmd.Flags()
	flags.BoolVar(&opts.showFixes, "show-fixes", false, "with -o text, print the JSON patch that removes a finding below it")
	flags.BoolVar(&opts.showSilenced, "show-silenced", false, "with -o sarif, also print silenced findings, as suppressed")
	flags.BoolVar(&opts.list, "list", false, "print the codes of all findings, and read nothing")
	flags.Func("fail-on", "exit with status 1 for findings of this `SEVERITY` or a higher one: error, warning or info", opts.setFailOn)
	cli.Complete(cmd, "fail-on", "error", "warning", "info")
	cli.AddShard(cmd, env, &opts.shard)
	opts.AddReading(cmd)
	return cmd
}

// divided returns the work of the subcommand.
func (o *options) divided() cli.Divided[common, own] {
	return cli.Divided[common, own]{
		Input: o.Input, Shard: o.shard,
		Observe: func(r *cli.Recorder, of shard.Shard) (*common, *own) { return observe(r, of, *o) },
		Print: func(out io.Writer, notes *input.Notes, c *common, all []*own) error {
			return print(out, *o, notes, c, all)
		},
	}
}

// setFailOn sets the least severity.
func (o *options) setFailOn(s string) error {
	for _, severity := range severities {
		if severity.String() == s {
			o.failOn = severity
			return nil
		}
	}
	return errors.New("expected error, warning or info")
}

// check checks the combination of options.
func (o *options) check(paths []string) error {
	switch {
	case o.list && len(paths) > 0:
		return errors.New("--list reads nothing, expected no PATH")
	case o.list && o.shard.Of > 0:
		return errors.New("--list reads nothing, expected no --shard")
	case o.list && o.format == "sarif":
		return errors.New("--list works with -o text, markdown or json")
	case o.showFixes && o.format != "text":
		return errors.New("--show-fixes requires -o text")
	case o.showSilenced && (o.format != "sarif" || o.list):
		return errors.New("--show-silenced requires -o sarif")
	case o.list:
		return nil
	}
	return cli.CheckPaths(paths)
}
