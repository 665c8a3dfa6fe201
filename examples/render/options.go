package main

import (
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/redact"
)

// options are the command line.
type options struct {
	format    string
	blame     bool
	clusters  []string // empty: every Cluster document
	namespace string
	hide      redact.Places // not shown in output for people
	paths     []string
}

// parseOptions parses the command line. It prints errors and help to stderr.
func parseOptions(args []string, stderr io.Writer) (options, error) {
	opts := options{format: "yaml"}
	flags := flag.NewFlagSet("render", flag.ContinueOnError)
	flags.Func("o", "the output `FORMAT`: yaml (the default), diff, summary or json", func(s string) error {
		if !slices.Contains([]string{"yaml", "diff", "summary", "json"}, s) {
			return errors.New("expected yaml, diff, summary or json")
		}
		opts.format = s
		return nil
	})
	flags.BoolVar(&opts.blame, "blame", false, "with -o yaml, print after each changed line the policy that decided it")
	flags.Func("cluster", "only the cluster `NAME`, with or without a Cluster document; may be repeated", func(s string) error {
		if s == "" {
			return errors.New("expected the name of a cluster")
		}
		if !slices.Contains(opts.clusters, s) {
			opts.clusters = append(opts.clusters, s)
		}
		return nil
	})
	flags.StringVar(&opts.namespace, "namespace", "default", "the namespace `NAME` of namespaced documents without one")
	input.Secrets(flags, &opts.hide)
	err := input.Parse(flags, args, stderr, "usage: render [flags] PATH...", func() error {
		opts.paths = flags.Args()
		if opts.blame && opts.format != "yaml" {
			return errors.New("-blame requires -o yaml")
		}
		return input.CheckPaths(opts.paths)
	})
	return opts, err
}
