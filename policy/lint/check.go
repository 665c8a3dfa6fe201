package lint

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
)

// Options configures [Check]. The zero value has no inventory.
type Options struct {
	// Objects are the objects that the policies are for. Without objects, rules about objects do not run.
	Objects []*unstructured.Unstructured

	// Clusters are all clusters. Without clusters, rules about clusters do not run; the policies are then applied for up to 999
	// clusters named in them, and for one cluster without name, labels and fields.
	Clusters []selector.Cluster

	// Silenced also returns the findings that are silenced, see [SilenceAnnotation] and [Finding].Silenced.
	Silenced bool

	// Only chooses the policies whose findings are returned, by [Finding].Policy; nil: all. Each finding is as it is without Only: all policies are still
	// applied, but only to the objects that a chosen policy may cover. So a check can be divided: each part of any division of the policies returns
	// its own findings, and nothing is lost or found twice. Two things depend on the other policies and may differ: suggestions after 2^30 comparisons
	// of bytes, and findings about what failing policies hide after 100 of their failures.
	Only func(policy override.Ref) bool

	// Hide lists the fields whose values messages mask. Nil masks the values of Secrets.
	Hide redact.Places
}

// Check checks the override policies of a bundle, on their own and against an inventory, and its propagation policies. These have findings of
// the codes invalid and unknown-cluster, and of those about failover:
//
//	findings := lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters})
//
// The rules:
//
//  1. Every code of [Codes] has a check, which reports what it finds. What the engine does with the objects decides, where there are objects.
//  2. The codes unescaped-slash, path-syntax, identity-field, changes-identity, index-path, covers-secrets, empty-rule and replaces-whole also read the text of a
//     policy, so they need no objects. The first two, index-path and replaces-whole are not reported if an object shows that the path is valid.
//  3. For each kind that a policy of Karmada names, no-effect and mixed-kinds also apply an overrider to a made-up object with containers.
//  4. The codes invalid-result and unknown-field need the type of the kind: those of Kubernetes are known, and those of the
//     CustomResourceDefinitions among the objects. What the object has without the policies is not reported. If an overrider has several such values,
//     the first is reported, with the number of objects. See package schema.
//  5. If a step that the dialect refuses fails on an object, the policies are applied again without such steps and without those that may
//     depend on them, so that it does not hide the findings about the others.
//  6. A finding that the dialect already reports at the same path is left out; its fix goes to the dialect's finding. So is
//     identity-field where changes-identity is found, which is more exact.
//  7. A finding that the policy silences is left out, see [SilenceAnnotation] and [Options].Silenced.
//  8. A policy has at most 20 findings of a code. The last one says how many more there are.
//
// The findings are in the order of their documents, lines and codes. They share nothing with the bundle and the inventory, which are only
// read. The package comment states the cost.
func Check(b *policy.Bundle, o Options) []Finding {
	c := &checker{bundle: b, options: o, subjects: subjects(b), values: clusterValues{}}
	for _, s := range c.subjects {
		for _, check := range checks {
			check(c, s)
		}
	}
	c.checkClusters()
	c.checkObjects()
	var all []Finding
	for _, s := range slices.Concat(c.subjects, c.propagationSubjects()) {
		if c.reports(s.ref) {
			all = append(all, c.finish(s)...)
		}
	}
	all = append(append(all, c.others...), limit(c.badSilences, "the objects have")...)
	slices.SortStableFunc(all, compare)
	return all
}

// checks are the rules that need only one policy.
var checks = []func(*checker, *subject){
	checkDialect,
	checkLabelSelectors,
	checkSecrets,
	checkDeprecated,
	checkEmpty,
	checkIdentity,
	checkChangesIdentity,
	checkKinds,
}

// checker is one call of [Check].
type checker struct {
	bundle   *policy.Bundle
	options  Options
	subjects []*subject
	others   []Finding // about policies that do not exist

	defaulted map[override.Ref]bool // those of bundle.Defaulted, once they are needed

	badSilences []Finding // of objects
	spelling    speller
	values      clusterValues

	workloads map[kind]bool // see fits
}
