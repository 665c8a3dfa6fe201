// Package policy decodes policies, clusters and objects from YAML and JSON.
//
// [Decode] decodes a stream of documents in any order: override policies are compiled for package override, clusters become the
// fields that policies can see, propagation policies, bindings and Works of Karmada become values of its API types, and everything
// else is an object that policies may change. Applying policies takes three calls:
//
//	bundle, err := policy.Decode(r)
//	set := override.NewSet(bundle.Policies...)
//	result, err := set.Select(bundle.Objects[0]).Apply(bundle.Clusters[0])
//
// Decode uses all processors, see [Decoder.Workers]. The order of the documents, and of their errors, does not depend on that.
//
// [DecodeInto] decodes one document into a Go type, for example in an admission webhook.
//
// The policies of each system have a package of their own, a dialect: policy/karmada and policy/kubeadmiral. A stream, and a set, may
// contain policies of both.
package policy
