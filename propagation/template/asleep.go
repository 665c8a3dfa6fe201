package template

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// isAsleep reports whether Karmada does not look at the dependencies of a binding. It ignores that a binding without clusters is created, and every
// update of a binding that leaves the generation unchanged. So these bindings are awake:
//
//  1. Those with clusters. They were created without.
//  2. Those with the finalizer: somebody has looked at them before. Also those that are being deleted.
//  3. Those whose stored generation is not 1. An unknown one, which is 0, counts as 1.
//  4. Those whose spec changes, see rewrites, and new ones that others require.
func (p *Placing) isAsleep(b *api.ResourceBinding) bool {
	if len(b.Spec.Clusters) > 0 || distributes(b) || b.DeletionTimestamp != nil {
		return false
	}
	if p.given == nil {
		return len(b.Spec.RequiredBy) == 0
	}
	return p.given.GetGeneration() <= 1 && !rewrites(p.given, b)
}

// rewrites reports whether a control plane writes the spec of a stored binding, which then has the next generation. It does if another policy claims
// the template, too: the claim changes the resource version of the template, which is in the spec.
func rewrites(stored, b api.Binding) bool {
	if slices.ContainsFunc(bind.ChangedFields(stored, b), func(field string) bool { return strings.HasPrefix(field, "spec.") }) {
		return true
	}
	was, _ := ClaimOf(stored)
	is, claimed := ClaimOf(b)
	return claimed && was != is
}
