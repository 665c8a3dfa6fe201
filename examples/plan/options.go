package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// options are the command line.
type options struct {
	format       string
	why          bool
	strictAPIs   bool
	interpreters []string
	namespace    string
	paths        []string
}

// parseOptions reads the command line. What is wrong with it is told on stderr, with the usage.
func parseOptions(args []string, stderr io.Writer) (options, error) {
	opts := options{format: "table"}
	flags := flag.NewFlagSet("plan", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: plan [flags] PATH...")
		fmt.Fprintln(stderr, "a PATH is a file, a folder with .yaml, .yml and .json files, or - for the standard input")
		flags.PrintDefaults()
	}
	flags.Func("o", "output as `FORMAT`: table (the default), yaml, bindings or json", func(s string) error {
		if !slices.Contains([]string{"table", "yaml", "bindings", "json"}, s) {
			return errors.New("expected table, yaml, bindings or json")
		}
		opts.format = s
		return nil
	})
	flags.BoolVar(&opts.why, "why", false, "with the table, say why each cell is as it is")
	flags.BoolVar(&opts.strictAPIs, "strict-apis", false, "clusters that report no APIs have none")
	flags.Func("interpreter", "declared interpreters from `FILE`; may be repeated", func(s string) error {
		opts.interpreters = append(opts.interpreters, s)
		return nil
	})
	flags.StringVar(&opts.namespace, "namespace", "default", "the namespace `NAME` for namespaced documents that name none")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	opts.paths = flags.Args()
	err := input.CheckPaths(opts.paths)
	if err == nil && opts.why && opts.format != "table" {
		err = errors.New("-why goes with -o table only")
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		flags.Usage()
	}
	return opts, err
}
