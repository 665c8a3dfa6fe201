// Package render has the subcommand render: objects as override policies change them for each cluster.
package render

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/schema"
)

// common is what is found in the whole input.
type common struct {
	Read     input.Noted    `json:"read"`
	Schemas  input.Noted    `json:"schemas"`
	Outcomes int            `json:"outcomes"` // objects × clusters
	Policies []override.Ref `json:"policies"`
	Faults   []cli.Fault    `json:"faults,omitempty"` // what cannot be read
}

// own is what a shard finds about its objects and its policies.
type own struct {
	Objects []*printed `json:"objects"`
	Effects *effects   `json:"effects"`
}

// Seal completes the report of a shard.
func (o *own) Seal() { o.Effects.seal() }

// observe reads all paths and applies the policies to the objects of the shard.
func observe(r *cli.Recorder, of shard.Shard, opts options) (*common, *own) {
	notes := r.Notes
	var faults []error
	reader := opts.Reader(r.Env)
	reader.Faults, reader.Scripts = &faults, true
	in := reader.Read(opts.paths, notes)
	r.Reads(in)
	unread := notes.Status == input.Trouble // what is missing may be in a document that cannot be read
	cli.WarnFaults(in, notes)
	clusters := input.Choose(in, opts.clusters, notes)
	if len(in.Objects) == 0 && !unread {
		notes.Warn("no object was read")
	}
	if len(in.Policies) == 0 && !unread {
		notes.Warn("no override policy was read")
	}
	failMissing(in.Objects, opts, notes)
	set := input.Set(in, opts.Hide(), opts.guard)
	var incomplete []*unstructured.Unstructured
	in.Objects = slices.DeleteFunc(in.Objects, func(o *unstructured.Unstructured) bool {
		err := input.CheckMissing(o, set.Select(o))
		if err != nil {
			incomplete = append(incomplete, o)
		}
		if err != nil && opts.shows(override.RefOf(o)) {
			notes.Fail(fmt.Errorf("%s%w", in.Where(override.RefOf(o), ""), err))
		}
		return err != nil
	})
	c := &common{Read: r.Take(), Faults: cli.FaultsOf(faults)}
	for _, p := range in.Policies {
		c.Policies = append(c.Policies, p.Ref())
	}
	all := &own{}
	for i, o := range in.Objects {
		ref := override.RefOf(o)
		if !opts.shows(ref) {
			continue
		}
		c.Outcomes += len(clusters)
		if of.Owns(ref) {
			all.Objects = append(all.Objects, printedOf(r, in, opts, i, outcomesOf(set, o, clusters)))
		}
	}
	schemas, errs := schema.New(in.Objects...)
	for _, err := range errs {
		var of *schema.Error
		errors.As(err, &of)
		notes.Warn("%s%v", in.Where(of.Definition, ""), of)
	}
	c.Schemas = r.Take()
	all.Effects = newEffects(in, opts, schemas.Hiding(opts.Hide()))
	all.Effects.incomplete = incomplete
	all.Effects.observe(set, clusters, of)
	return c, all
}

// failMissing prints an error for each object of --object that was not read.
func failMissing(objects []*unstructured.Unstructured, opts options, notes *input.Notes) {
	if len(opts.objects) == 0 {
		return
	}
	refs := make([]override.Ref, len(objects))
	for i, o := range objects {
		refs[i] = override.RefOf(o)
	}
	for _, err := range cli.Missing(opts.objects, refs) {
		notes.Fail(err)
	}
}

// print prints what all shards have found.
func print(out io.Writer, env *cli.Env, opts options, notes *input.Notes, c *common, all []*own) error {
	var objects []*printed
	for _, o := range all {
		objects = append(objects, slices.DeleteFunc(o.Objects, func(p *printed) bool { return p == nil })...)
	}
	slices.SortStableFunc(objects, func(a, b *printed) int { return cmp.Compare(a.At, b.At) })
	notes.Add(c.Read)
	for _, p := range objects {
		notes.Add(p.Notes)
	}
	notes.Add(c.Schemas)
	merged := &effects{bundle: &input.Bundle{}} // reports of shards have none
	for _, o := range all {
		merged.add(o.Effects)
	}
	merged.tell(opts, notes, c.Policies)
	if c.Read.Status == input.Trouble && c.Outcomes == 0 && (opts.format == "text" || opts.format == "markdown") {
		if opts.format == "text" {
			return nil // an empty table
		}
		return cli.WriteFaults(out, c.Faults)
	}
	return writePrinted(out, opts, objects, c.Faults, env.Color)
}
