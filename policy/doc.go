// Package policy reads policies, clusters and objects from YAML and JSON.
//
// [Decode] takes one stream of documents in any order and sorts them: override policies are compiled for package override,
// clusters become the facts that policies look at, propagation policies, bindings and works of Karmada become values of its API
// types, and everything else is an object that policies may change. So the main job is three calls:
//
//	bundle, err := policy.Decode(r)
//	set := override.NewSet(bundle.Policies...)
//	result, err := set.Select(bundle.Objects[0]).Apply(bundle.Clusters[0])
//
// The policies of each system are understood by a package of its own, a dialect: policy/karmada and policy/kubeadmiral. One
// stream, and one set, may hold policies of both.
package policy
