package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// options are the command line.
type options struct {
	diff         bool
	format       string
	why          bool
	strictAPIs   bool
	touchedOnly  bool
	interpreters []string
	namespace    string
	now          time.Time
	gates        api.FeatureGates
	hide         redact.Places // not shown in output for people
	paths        []string
}

// parseOptions parses the command line. It prints errors and help to stderr.
func parseOptions(args []string, stderr io.Writer) (options, error) {
	opts := options{}
	flags := flag.NewFlagSet("plan", flag.ContinueOnError)
	flags.StringVar(&opts.format, "o", "",
		"the output `FORMAT`: table (the default), yaml, bindings or json; with -diff, text (the default), json or markdown")
	flags.BoolVar(&opts.diff, "diff", false, "plan two paths and print the difference")
	flags.BoolVar(&opts.why, "why", false, "after the table, print the reasons; only with -o table")
	flags.BoolVar(&opts.strictAPIs, "strict-apis", false, "a cluster that reports no APIs has none")
	flags.BoolVar(&opts.touchedOnly, "touched-only", false, "stored bindings that have not changed keep their clusters")
	flags.Func("interpreter", "read declared interpreters from `FILE`; may be repeated", func(s string) error {
		opts.interpreters = append(opts.interpreters, s)
		return nil
	})
	flags.StringVar(&opts.namespace, "namespace", "default", "the namespace `NAME` of namespaced documents without one")
	flags.Func("now", "the `TIME` of the plan, such as 2026-08-21T12:00:00Z, at which evictions are assessed", func(s string) (err error) {
		if opts.now, err = time.Parse(time.RFC3339, s); err != nil {
			return errors.New("expected a time such as 2026-08-21T12:00:00Z")
		}
		if opts.now.Truncate(time.Second).IsZero() {
			return errors.New("expected a later time: the first second of year 1 stands for no time")
		}
		return nil
	})
	gates := "feature gates of Karmada that differ from their defaults, such as `WorkloadAffinity=true`; separated by commas"
	flags.Func("feature-gates", gates, func(s string) (err error) {
		opts.gates, err = api.ParseFeatureGates(s)
		return err
	})
	input.Secrets(flags, &opts.hide)
	synopsis := "usage: plan [flags] PATH...\n       plan -diff [flags] BEFORE AFTER"
	err := input.Parse(flags, args, stderr, synopsis, func() error {
		opts.paths = flags.Args()
		return opts.check()
	})
	return opts, err
}

// check checks the combination of options, and sets the default format.
func (o *options) check() error {
	formats := []string{"table", "yaml", "bindings", "json"}
	if o.diff {
		formats = []string{"text", "json", "markdown"}
	}
	if o.format == "" {
		o.format = formats[0]
	}
	if !slices.Contains(formats, o.format) {
		return fmt.Errorf("found -o %q, expected one of %s", o.format, strings.Join(formats, ", "))
	}
	if err := input.CheckPaths(o.paths); err != nil {
		return err
	}
	switch {
	case o.why && o.diff:
		return errors.New("-why does not work with -diff")
	case o.why && o.format != "table":
		return errors.New("-why requires -o table")
	case o.diff && len(o.paths) != 2:
		return fmt.Errorf("found %d paths, -diff requires two", len(o.paths))
	case o.diff && o.paths[0] == "-" && o.paths[1] == "-":
		return errors.New("standard input can be only one of the two paths")
	}
	return nil
}
