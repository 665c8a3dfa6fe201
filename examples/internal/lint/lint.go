// Package lint has the subcommand lint: what is wrong, or may be wrong, with policies.
package lint

import (
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
)

// severities are all severities, the worst first.
var severities = []lint.Severity{lint.Error, lint.Warning, lint.Info}

// common is what is found in the whole input.
type common struct {
	Read     input.Noted `json:"read"`
	Nothing  bool        `json:"nothing"`          // was read
	Policies int         `json:"policies"`         // how many there are
	Faults   []cli.Fault `json:"faults,omitempty"` // what cannot be read
}

// own is what a shard finds about its policies.
type own struct {
	Findings []finding `json:"findings"`
}

// observe reads all paths and checks the policies of the shard.
func observe(r *cli.Recorder, of shard.Shard, opts options) (*common, *own) {
	var faults []error
	reader := opts.Reader(r.Env)
	reader.Faults = &faults
	in := reader.Read(opts.paths, r.Notes)
	r.Reads(in)
	c := &common{Nothing: input.NothingRead(in, r.Notes), Policies: len(in.Policies) + len(in.Propagation)}
	if !c.Nothing {
		tellMissing(in, r.Notes)
	}
	c.Read, c.Faults = r.Take(), cli.FaultsOf(faults)
	options := lint.Options{Objects: in.Objects, Clusters: in.Clusters, Hide: opts.Hide(), Silenced: opts.showSilenced}
	if of.Of > 1 {
		options.Only = func(policy override.Ref) bool { return of.Owns(keyOf(policy)) }
	}
	found := findingsOf(in, lint.Check(&in.Bundle, options))
	if opts.showFixes {
		fixes := newFixes(in, opts.Hide())
		for i := range found {
			if found[i].Fix != nil {
				found[i].ShownFix = fixes.of(&found[i])
			}
		}
	}
	if opts.format != "json" {
		for i := range found {
			found[i].Fix = nil // it may have values that only the JSON shows
		}
	}
	return c, &own{found}
}

// keyOf returns what decides which shard checks a policy: its namespace, or the policy itself if it has none. A shard applies all policies to the
// objects that its own ones may cover. With the policies of a namespace in one shard, only that shard does so for the objects of the namespace.
func keyOf(policy override.Ref) override.Ref {
	if policy.Namespace == "" {
		return policy
	}
	return override.Ref{APIVersion: "v1", Kind: "Namespace", Name: policy.Namespace}
}

// print prints the findings of all shards.
func print(out io.Writer, opts options, notes *input.Notes, c *common, shards []*own) error {
	notes.Add(c.Read)
	if c.Nothing && opts.format == "text" {
		return nil
	}
	all := []finding{} // in JSON an empty array, not null
	for _, s := range shards {
		all = append(all, s.Findings...)
	}
	slices.SortStableFunc(all, compare)
	if slices.ContainsFunc(all, func(f finding) bool { return f.Severity >= opts.failOn && f.Silenced == "" }) {
		notes.Status = max(notes.Status, input.Findings)
	}
	if opts.format != "text" && len(c.Faults) > 0 { // text has them as errors, with the other output of the command
		all = slices.Concat(unreadableOf(c.Faults), all)
	}
	switch opts.format {
	case "json":
		for i := range all {
			all[i].ShownFix = ""
		}
		return cli.WriteJSON(out, all)
	case "sarif":
		return cli.WriteJSON(out, sarifOf(all, notes.Status != input.Trouble))
	case "markdown":
		return writeMarkdown(out, all, c)
	}
	return writeText(out, all, c)
}

// tellMissing prints which kinds of input are missing.
func tellMissing(in *input.Bundle, notes *input.Notes) {
	if len(in.Policies)+len(in.Propagation) == 0 && notes.Status != input.Trouble { // otherwise a document that cannot be read may be one
		notes.Warn("no policy was read")
	}
	missing := ""
	switch {
	case len(in.Objects) == 0 && len(in.Clusters) == 0:
		missing = "objects and no clusters"
	case len(in.Objects) == 0:
		missing = "objects"
	case len(in.Clusters) == 0:
		missing = "clusters"
	default:
		return
	}
	notes.Note("no %s were read, so rules about them did not run", missing)
}
