package policy

import (
	"github.com/overridekit/overridekit/override"
	karmada "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// Guard returns a guard of the identity of objects, with the labels and annotations that Karmada and KubeAdmiral own: those whose domain is karmada.io or
// kubeadmiral.io, or ends in .karmada.io or .kubeadmiral.io. With [override.GuardNone], it guards nothing.
//
// These are also keys that a template may have, such as work.karmada.io/conflict-resolution, with which it takes over objects of a cluster. Whoever may
// write a template may set them there. Whoever may only write policies may not.
func Guard(policies override.GuardedPolicies) override.Guard {
	return override.Guard{Policies: policies, Domains: []string{karmada.Domain, kubeadmiral.Domain}}
}
