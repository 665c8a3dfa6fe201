// Package plan has the subcommand plan: which policy claims each template, which clusters get it, with how many replicas, and the Work for
// each of them.
package plan

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/selector"
)

// run plans the paths, or compares two of them.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	declared, err := declaredIn(opts.interpreters)
	if err != nil {
		return err
	}
	p := planner{env: env, progress: env, opts: opts, declared: declared, notes: notes, faults: &[]error{}}
	if opts.diff {
		return p.diff(out)
	}
	return p.plan(out)
}

// planner plans paths.
type planner struct {
	env      *cli.Env
	progress *cli.Env // where progress is printed
	opts     options
	declared []interpreter.Interpreter // those of --interpreter
	notes    *input.Notes
	faults   *[]error      // what cannot be read
	since    *input.Bundle // the state before a change; nil if it is not known
}

// plan plans all paths together and prints the plan.
func (p planner) plan(out io.Writer) error {
	bundle, plan, err := p.of("", false, p.opts.paths...)
	if err != nil {
		return err
	}
	if input.NothingRead(bundle, p.notes) && p.opts.format == "text" {
		return nil
	}
	if err := p.opts.filter.check(bundle.Clusters, plan); err != nil {
		return err
	}
	switch p.opts.format {
	case "yaml":
		return writeWorks(out, plan, p.opts.filter)
	case "json":
		plan.Warnings = append(slices.Clone(plan.Warnings), unread(cli.FaultsOf(*p.faults))...)
		return writeJSON(out, plan, p.opts.filter)
	}
	if err := write(out, p.opts, bundle, p.opts.filter.plan(plan)); err != nil || p.opts.format != "markdown" {
		return err
	}
	return cli.WriteFaults(out, cli.FaultsOf(*p.faults))
}

// unread returns the warnings of JSON about what cannot be read, so that the plan does not have it.
func unread(faults []cli.Fault) []string {
	var all []string
	for _, f := range faults {
		all = append(all, "not read: "+f.String())
	}
	return all
}

// of reads and plans paths, for the state before a change or not. It prints warnings and errors with the prefix from.
func (p planner) of(from string, old bool, paths ...string) (*input.Bundle, *propagation.Plan, error) {
	bundle, err := p.read(from, old, paths...)
	if err != nil {
		return nil, nil, err
	}
	plan, err := p.make(from, bundle)
	if err != nil {
		return nil, nil, err
	}
	p.report(from, bundle, p.opts.filter.plan(plan))
	return bundle, plan, nil
}

// make plans a bundle.
func (p planner) make(from string, bundle *input.Bundle) (*propagation.Plan, error) {
	in := p.inputOf(bundle)
	if p.opts.touchedOnly && p.since != nil {
		in.Options.Touched, in.Options.Overridden, in.Options.Changed = propagation.TouchedSince(propagation.InputOf(&p.since.Bundle), in)
	}
	progress := cli.NewProgress(p.progress, "templates")
	in.Options.Progress = progress.Show
	plan, err := propagation.NewPlan(context.Background(), in)
	progress.Clear()
	if err != nil {
		return nil, fmt.Errorf("%s%w", from, err)
	}
	return plan, nil
}

// read reads paths. A plan leaves out documents that cannot be read, and --diff those before the change, which may repair them. It fails if there are any
// after the change, because the difference would report them as deleted.
func (p planner) read(from string, old bool, paths ...string) (*input.Bundle, error) {
	reading := &input.Notes{Out: p.env.Err, Verbose: p.opts.Verbose}
	reader := p.opts.Reader(p.env)
	reader.Faults, reader.Scripts, reader.Plans = p.faults, true, true
	var bundle *input.Bundle
	if old {
		bundle = reader.ReadOld(paths[0], reading)
	} else {
		reader.States = "all paths together are one state; to compare two states, use plan --diff BEFORE AFTER"
		bundle = reader.Read(paths, reading)
	}
	p.notes.Status, p.notes.Warnings = max(p.notes.Status, reading.Status), p.notes.Warnings+reading.Warnings
	if p.opts.diff && reading.Status != 0 {
		return nil, &cli.NotRead{Err: fmt.Errorf("%ssome documents cannot be read, so nothing is compared", from), Faults: cli.FaultsOf(*p.faults)}
	}
	p.warnAssumed(from, bundle)
	p.warnIgnored(from, bundle)
	if !p.opts.diff {
		p.warnMissing(bundle)
	}
	for i, policy := range bundle.Propagation { // as admission does
		bundle.Propagation[i] = validation.DefaultPropagation(policy, nil)
		for _, fault := range append(validation.ValidatePropagation(bundle.Propagation[i]), validation.ValidatePropagationEnums(policy)...) {
			p.notes.Warn("%s%s: %v", cmp.Or(bundle.Where(policy.Ref(), fault.Field), from), policy.Ref(), fault)
		}
	}
	p.warnPolicies(from, bundle)
	return bundle, nil
}

// warnMissing warns of documents without which a plan is empty, and of flags about what was not read.
func (p planner) warnMissing(bundle *input.Bundle) {
	if bundle.Documents == 0 {
		return // which is an error
	}
	for _, missing := range []struct {
		kind  string
		count int
	}{{"object", len(bundle.Objects)}, {"propagation policy", len(bundle.Propagation)}, {"cluster", len(bundle.Clusters)}} {
		if missing.count == 0 && p.notes.Status != input.Trouble { // otherwise a document that cannot be read may be one
			p.notes.Warn("no %s was read", missing.kind)
		}
	}
	for _, u := range p.opts.failover.unhealthy {
		if !slices.ContainsFunc(bundle.Bindings, func(b api.Binding) bool { return b.Ref() == u.binding }) {
			p.notes.Warn("--unhealthy-for: no %s was read", u.binding)
		} else if !slices.ContainsFunc(bundle.Clusters, func(c selector.Cluster) bool { return c.Name == u.cluster }) {
			p.notes.Warn("--unhealthy-for: no cluster %s was read", u.cluster)
		}
	}
}

// report prints the warnings and errors of a plan.
func (p planner) report(from string, bundle *input.Bundle, plan *propagation.Plan) {
	for _, warning := range plan.Warnings {
		p.notes.Warn("%s%s", from, warning)
	}
	for _, row := range plan.Rows {
		for _, warning := range row.Warnings {
			p.notes.Warn("%s%s: %s%s", from, row.Template, warning, remedy(row.Template, warning))
		}
		for _, d := range row.Divergences {
			p.notes.Warn("%s%s: in %s: %s", from, row.Template, strings.Join(d.Clusters, ", "), d.Divergence)
		}
		errs, more := errorsOf(row)
		for _, err := range errs {
			err = naming(row, err)
			if placed := bundle.Placed(err); placed != err {
				p.notes.Fail(placed)
				continue
			}
			p.notes.Fail(fmt.Errorf("%s%w", cmp.Or(bundle.Where(row.Policy, "spec.placement"), from), err))
		}
		if more > 0 {
			p.notes.Fail(fmt.Errorf("%s%s: %d more errors", from, row.Template, more))
		}
	}
}

// remedy returns what to do about a warning that no interpreter knows the kind of a template.
func remedy(template override.Ref, warning string) string {
	kind := schema.FromAPIVersionAndKind(template.APIVersion, template.Kind)
	known := interpreter.NewRegistry(native.Interpreters(time.Now)...)
	for _, op := range interpreter.Operations() {
		if err := known.Check(kind, op); err != nil && warning == err.Error() {
			return "; a file of --interpreter can declare the kind"
		}
	}
	return ""
}

func write(out io.Writer, opts options, bundle *input.Bundle, plan *propagation.Plan) error {
	if opts.format == "bindings" {
		return writeBindings(out, plan)
	}
	return writeTable(out, bundle, plan, opts)
}

// inputOf returns the input of a plan from the documents that were read.
func (p planner) inputOf(bundle *input.Bundle) propagation.PlanInput {
	in, opts := propagation.InputOf(&bundle.Bundle), p.opts
	in.Templates = lastOf(bundle.Objects)
	in.Registry, _ = input.Registry(bundle.Unread, time.Now, p.declared...) // the reader has reported the errors
	in.Options.Reasons, in.Options.AssumeAPIs = opts.why || opts.format == "json" && !opts.diff, !opts.strictAPIs
	if opts.touchedOnly {
		in.Options.Touched = func(override.Ref) bool { return false }
	}
	in.Options.Hide, in.Options.FeatureGates, in.Options.Now = opts.Hide(), opts.gates, opts.now
	in.Options.Guard = policy.Guard(opts.guard)
	in.Options.Taints, in.Options.Memory = opts.failover.taints, opts.failover.memory(opts.now)
	in.Options.StreamWorks = true
	// A table does not print Works, but rendering them finds errors of overrides.
	in.Options.WithoutManifests = opts.rows || opts.format == "bindings" || (opts.format == "text" || opts.format == "markdown") && !opts.diff && len(bundle.Overrides) == 0
	return in
}

// lastOf returns the objects without those that are given again later. The reader has warned of them. Objects without a name are not the same object.
func lastOf(objects []*unstructured.Unstructured) []*unstructured.Unstructured {
	seen := map[override.Ref]bool{}
	var last []*unstructured.Unstructured
	for _, o := range slices.Backward(objects) {
		ref := override.RefOf(o)
		if ref.Name == "" || !seen[ref] {
			last = append(last, o)
		}
		seen[ref] = true
	}
	slices.Reverse(last)
	return last
}

// aDeclaration is what a file of interpreters has.
const aDeclaration = "expected declared interpreters, such as {apiVersion: example.com/v1, kind: Widget, replicas: {pointer: /spec/replicas}}"

// declaredIn returns the declared interpreters in files.
func declaredIn(files []string) ([]interpreter.Interpreter, error) {
	var all []interpreter.Interpreter
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--interpreter: %w", err)
		}
		declarations, err := declared.Decode(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("--interpreter %s: %w\n%s", name, err, aDeclaration)
		}
		if len(declarations) == 0 {
			return nil, fmt.Errorf("--interpreter %s: found no document, %s", name, aDeclaration)
		}
		interpreters, err := declared.Interpreters(declarations...)
		if err != nil {
			return nil, fmt.Errorf("--interpreter %s: %w", name, err)
		}
		all = append(all, interpreters...)
	}
	return all, nil
}
