package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
)

// idle is a policy, a rule, a step or a name of a cluster that had no effect, and why.
type idle struct {
	override.Origin           // At is empty for a policy
	Text            string    `json:"text"`
	Code            lint.Code `json:"code,omitempty"`  // of a finding of package lint
	Where           string    `json:"where,omitempty"` // the file and line, once it is sealed
}

func (i idle) String() string {
	if i.At == "" {
		return fmt.Sprintf("%s: %s", i.Policy, i.Text)
	}
	return fmt.Sprintf("%s: %s", i.Origin, i.Text)
}

func noEffect(of override.Origin, reason string) idle {
	return idle{Origin: of, Text: "no effect: " + reason}
}

// idlePolicy is what may be without effect in a policy. A shard does not know what the policy does to the objects of other shards.
type idlePolicy struct {
	At    int         `json:"policy"` // its index
	Parts []candidate `json:"parts"`  // itself, or its rules
	Names []idle      `json:"names"`  // names of clusters that were not read
}

// candidate is a part of a policy that may be without effect: it depends on whether any shard has it in effects.Rules.
type candidate struct {
	idle
	Covers *bool `json:"covers,omitempty"` // only if this is so; nil: in any case
}

// observeIdle looks at the policies of the shard, and at the policies that cover an object of the shard that failed: about them, package lint knows more,
// because it explains what the steps before the failure did.
func (e *effects) observeIdle(of shard.Shard) {
	names := map[override.Ref][]idle{}
	if len(e.bundle.Clusters) > 0 {
		for _, f := range e.findings(lint.Options{Only: of.Owns}, lint.UnknownCluster) {
			names[f.Policy] = append(names[f.Policy], f)
		}
	}
	for i, p := range e.bundle.Policies {
		if of.Owns(p.Ref()) {
			e.Idle = append(e.Idle, idlePolicy{i, e.unmatched(p), names[p.Ref()]})
		}
	}
	if len(e.Failed) > 0 {
		codes := slices.DeleteFunc(slices.Clone(cli.NoEffect), func(c lint.Code) bool { return c == lint.UnknownCluster })
		e.Found = e.findings(lint.Options{Only: func(p override.Ref) bool { return e.Failed[p] }, Objects: e.bundle.Objects}, codes...)
	}
}

// findings returns findings of package lint.
func (e *effects) findings(opts lint.Options, codes ...lint.Code) (found []idle) {
	opts.Clusters, opts.Hide = e.clusters, e.hide
	for _, f := range cli.Findings(e.bundle, opts, codes...) {
		found = append(found, idle{Origin: override.Origin{Policy: f.Policy, At: f.Path}, Text: f.Message, Code: f.Code})
	}
	return found
}

// idle returns what had no effect on any object of any shard for any cluster, in the order of the policies.
func (e *effects) idle(policies []override.Ref) []idle {
	byRef := map[override.Ref][]idle{}
	slices.SortStableFunc(e.Skipped, func(a, b skipped) int { return cmp.Compare(a.At, b.At) })
	seen := origins{}
	for _, s := range e.Skipped {
		if !seen[s.Origin] && !e.Changed[s.Origin] {
			byRef[s.Policy] = append(byRef[s.Policy], s.idle)
		}
		seen[s.Origin] = true
	}
	found := map[override.Ref][]idle{}
	known := map[idle]bool{}
	for _, f := range e.Found { // a policy may cover failed objects of several shards
		if !known[f] {
			found[f.Policy] = append(found[f.Policy], f)
		}
		known[f] = true
	}
	slices.SortStableFunc(e.Idle, func(a, b idlePolicy) int { return cmp.Compare(a.At, b.At) })
	var all []idle
	for i := range e.Idle {
		p := &e.Idle[i]
		if p.At < 0 || p.At >= len(policies) {
			continue
		}
		ref := policies[p.At]
		var own []idle
		reported := slices.Clone(p.Names)
		if e.Failed[ref] {
			reported = append(reported, found[ref]...)
			slices.SortStableFunc(reported, func(a, b idle) int {
				return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.At, b.At), cmp.Compare(a.Text, b.Text))
			})
		} else {
			own = append(p.without(e.Rules), byRef[ref]...)
		}
		for _, f := range reported {
			if !covered(own, f.At) {
				own = append(own, f)
			}
		}
		all = append(all, own...)
	}
	return all
}

// without returns the parts without effect if these rules covered something.
func (p *idlePolicy) without(rules origins) (all []idle) {
	for _, c := range p.Parts {
		if c.Covers == nil || *c.Covers == rules[c.Origin] {
			all = append(all, c.idle)
		}
	}
	return all
}

// covered reports whether a policy, a rule or a step around a field is already reported.
func covered(reported []idle, path string) bool {
	return slices.ContainsFunc(reported, func(i idle) bool { return strings.HasPrefix(path, i.At) })
}
