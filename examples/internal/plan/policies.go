package plan

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/lint"
)

// most is the number of selectors and names of clusters that are reported.
const most = 20

// problem is a part of a propagation policy that does not do what it says.
type problem struct {
	policy      override.Ref
	at, message string
}

// warnPolicies warns of policies that do not do what they say:
//
//  1. A selector of a propagation policy selects no object, or its placement names a cluster that does not exist. Without objects or
//     clusters, nothing is known.
//  2. An override policy has faults, or a part of it has no effect. Policies of KubeAdmiral are not part of a plan.
func (p planner) warnPolicies(from string, bundle *input.Bundle) {
	problems := append(unmatched(bundle), unknownClusters(bundle)...)
	for _, found := range problems[:min(most, len(problems))] {
		p.notes.Warn("%s%s: %s: %s", cmp.Or(bundle.Where(found.policy, found.at), from), found.policy, found.at, found.message)
	}
	if more := len(problems) - most; more > 0 {
		p.notes.Warn("%s%d more selectors and clusters of propagation policies", from, more)
	}
	if len(bundle.Overrides) == 0 {
		return
	}
	karmada := *bundle
	karmada.Policies = slices.DeleteFunc(slices.Clone(bundle.Policies), func(p *override.Policy) bool { return !ofKarmada(p.Ref()) })
	karmada.KubeAdmiralOverrides = nil
	cli.WarnFaults(&karmada, p.notes)
	opts := lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters, Hide: p.opts.Hide()}
	cli.WarnFindings(&karmada, cli.Findings(&karmada, opts, cli.NoEffect...), p.notes)
}

func ofKarmada(policy override.Ref) bool { return policy.APIVersion == api.PolicyGroupVersion.String() }
