// Command plan plans a folder as Karmada does: which policy claims each template, which clusters get it, with how many replicas,
// and the Work for each of them.
//
//	plan [flags] PATH...
//	plan -diff [flags] BEFORE AFTER
//
// A PATH is a file, a folder (every .yaml, .yml and .json file below it, sorted by path) or "-" for standard input. Templates,
// propagation policies, override policies, clusters, bindings and Works can be in any of them, in any order.
//
//	-o table     templates × clusters: the number of replicas, or "yes" for objects without replicas (the default); "!" marks a
//	             cluster whose Work has an error, which is only found if there are override policies
//	-o yaml      the Works, as a YAML stream; those that are left as they are come last
//	-o bindings  the bindings, as a YAML stream; those that are left as they are come last
//	-o json      everything: {"rows", "bindings", "works", "left", "deleted", "warnings"}; the error of a row is its "error"
//
// With -diff, each of the two paths is planned separately, and the difference is printed:
//
//	-o text      the templates whose clusters differ, and the differences of the Works (the default)
//	-o json      the same as JSON: {"templates", "works", "warnings"}
//	-o markdown  the same as tables
//
//	-why              after the table, the reason for each claim and for each empty cell; only with -o table
//	-show-secrets     show the values of Secrets; otherwise errors, and text and Markdown of -diff, have "***" instead
//	-feature-gates G  feature gates of Karmada that differ from their defaults, such as WorkloadAffinity=true; package
//	                  policy/karmada/api documents the gates and their defaults
//	-interpreter FILE declared interpreters for custom resources, as YAML (see package interpreter/declared)
//	-strict-apis      a cluster that reports no APIs has none; otherwise it is assumed to have all
//	-touched-only     stored bindings that have not changed keep their clusters; changes of clusters are ignored, even those of
//	                  labels and specs, to which Karmada's scheduler reacts; otherwise all bindings are scheduled again
//	-now TIME         assess evictions at this time, such as 2026-08-21T12:00:00Z, and list them after the table; otherwise all stay
//	-namespace NAME   the namespace of namespaced documents without one ("default"); a warning lists the kinds that may have none
//
// To plan an event, keep what -o bindings and -o yaml print in the folder, change the folder, and plan it again. -diff compares two
// states of it. Templates need no uid: they take claim and uid from their stored binding. A template that is missing from the input
// is unknown, not deleted: its binding and Works stay. A lazy policy counts its template as changed unless template and binding have
// resource versions.
//
// Where overriding differs from Karmada on purpose, a warning names the clusters and the code. Propagation policies get the defaults
// of Karmada's admission, and an error of its validation is a warning. The exit status is 1 if anything failed, and 2 if the command
// line is invalid.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, isTerminal(os.Stderr)))
}

// run runs the command and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, terminal bool) int {
	opts, err := parseOptions(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	notes := &input.Notes{Out: stderr}
	registry, err := registryOf(opts.interpreters)
	if err != nil {
		notes.Fail(err)
		return notes.Status
	}
	p := planner{opts: opts, registry: registry, stdin: stdin, stderr: stderr, terminal: terminal, notes: notes}
	out := bufio.NewWriter(stdout)
	if opts.diff {
		err = p.diff(out)
	} else {
		err = p.plan(out)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		notes.Fail(err)
	}
	return notes.Status
}

// planner plans paths.
type planner struct {
	opts     options
	registry *interpreter.Registry
	stdin    io.Reader
	stderr   io.Writer
	terminal bool
	notes    *input.Notes
}

// plan plans all paths together and prints the plan.
func (p planner) plan(out io.Writer) error {
	bundle, plan, err := p.of("", p.opts.paths...)
	if err != nil {
		return err
	}
	return write(out, p.opts, bundle, plan)
}

// of plans paths. It prints warnings and errors with the prefix from. A plan leaves out documents that cannot be read, but -diff fails,
// because the difference would report them as deleted.
func (p planner) of(from string, paths ...string) (*policy.Bundle, *propagation.Plan, error) {
	reading := &input.Notes{Out: p.stderr}
	bundle := input.Read(paths, p.stdin, p.opts.namespace, p.opts.hide, reading)
	p.notes.Status = max(p.notes.Status, reading.Status)
	if p.opts.diff && reading.Status != 0 {
		return nil, nil, fmt.Errorf("%ssome documents cannot be read, so nothing is compared", from)
	}
	p.warnAssumed(from, bundle)
	for i, policy := range bundle.Propagation { // as admission does
		bundle.Propagation[i] = validation.DefaultPropagation(policy, nil)
		for _, fault := range validation.ValidatePropagation(bundle.Propagation[i]) {
			p.notes.Warn("%s%s: %v", from, policy.Ref(), fault)
		}
	}
	in := inputOf(bundle, p.registry, p.opts)
	progress := &progress{out: p.stderr, on: p.terminal, begin: time.Now()}
	in.Options.Progress = progress.show
	plan, err := propagation.NewPlan(context.Background(), in)
	progress.clear()
	if err != nil {
		return nil, nil, fmt.Errorf("%s%w", from, err)
	}
	for _, warning := range plan.Warnings {
		p.notes.Warn("%s%s", from, warning)
	}
	for _, row := range plan.Rows {
		for _, warning := range row.Warnings {
			p.notes.Warn("%s%s: %s", from, row.Template, warning)
		}
		for _, d := range row.Divergences {
			p.notes.Warn("%s%s: in %s: %s", from, row.Template, strings.Join(d.Clusters, ", "), d.Divergence)
		}
		if row.Err != nil {
			p.notes.Fail(fmt.Errorf("%s%w", from, naming(row.Template, row.Err)))
		}
	}
	return bundle, plan, nil
}

// naming returns an error that names the template, as most do already.
func naming(template override.Ref, err error) error {
	if strings.Contains(err.Error(), template.String()) {
		return err
	}
	return fmt.Errorf("%s: %w", template, err)
}

func write(out io.Writer, opts options, bundle *policy.Bundle, plan *propagation.Plan) error {
	switch opts.format {
	case "yaml":
		return writeWorks(out, plan)
	case "bindings":
		return writeBindings(out, plan)
	case "json":
		return writeJSON(out, plan)
	}
	return writeTable(out, plan, clusterNames(bundle), opts.why)
}

// inputOf returns the input of a plan from the documents that were read.
func inputOf(bundle *policy.Bundle, registry *interpreter.Registry, opts options) propagation.PlanInput {
	in := propagation.InputOf(bundle)
	in.Registry = registry
	in.Options.Reasons, in.Options.AssumeAPIs = opts.why || opts.format == "json" && !opts.diff, !opts.strictAPIs
	if opts.touchedOnly {
		in.Options.Touched = func(override.Ref) bool { return false }
	}
	in.Options.Hide, in.Options.FeatureGates, in.Options.Now = opts.hide, opts.gates, opts.now
	// A table does not print Works, but rendering them finds errors of overrides.
	in.Options.WithoutManifests = opts.format == "bindings" || opts.format == "table" && len(bundle.Overrides) == 0
	return in
}

// registryOf returns a registry that asks declared interpreters first, as Karmada does.
func registryOf(files []string) (*interpreter.Registry, error) {
	var all []interpreter.Interpreter
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		declarations, err := declared.Decode(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		interpreters, err := declared.Interpreters(declarations...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, interpreters...)
	}
	return interpreter.NewRegistry(append(all, native.Interpreters(time.Now)...)...), nil
}
