// Package kubeadmiral compiles the override policies of KubeAdmiral (core.kubeadmiral.io/v1alpha1, as of KubeAdmiral 19de01c).
//
// # The model
//
// An object names its policies in labels: one [api.ClusterOverridePolicy] and, if it is in a namespace, one [api.OverridePolicy] of that
// namespace, which acts second. [From] reads a policy, [Lint] reports everything that is wrong with it, and [Compile] compiles it
// for package override. [override.Selection.Missing] lists the policies that an object names and the set does not have.
//
// # Matching
//
//  1. A rule selects a cluster that is one of its clusters, matches its clusterSelector and matches one term of its
//     clusterAffinity. Parts that are absent or empty are ignored; an empty term selects nothing.
//  2. An invalid part fails the object for every cluster that matches the parts before it.
//
// # Order
//
// See [Rules]. The types of overriders in one rule do not see each other: each reads the object from before the rule, and they
// write whole lists and maps in turn. Only a jsonpatch sees what the others did.
//
// # Policies with faults
//
// A policy with faults can still be applied. It fails the objects and clusters that its rule selects, and nothing else. As in
// KubeAdmiral, an unknown operator of labels and annotations is ignored, and an unknown operator of another overrider fails only if
// the object has the container or image that the entry is for.
//
// # Finalizers
//
// A result is what KubeAdmiral sends to create the object in a cluster, with all finalizers that the overrides add, in their order, even if some are
// equal. To update the object, KubeAdmiral keeps only the first of equal ones after the overrides. For a creation it begins with an empty list;
// here the finalizers of the object stay.
//
// # Where this package differs
//
// For every policy and object that KubeAdmiral handles, this package gives the same object. Where KubeAdmiral crashes, leaves an object
// half changed or loses data, this package does the safe thing instead, and [override.Result.Divergences] or [override.Error]
// reports it, unless the entry names another function. D2 and D18 hold for every object, and are not reported. [Divergences] has this
// list:
//
//   - D1: KubeAdmiral crashes on some inputs, for example on a patch below null, and on a test of a list that contains null.
//     Here, an error is returned. One policy must not stop the controller.
//   - D2: KubeAdmiral leaves the object half changed when an overrider fails. Here, there is no result, and the input is never
//     written. A cluster must not get half of a policy.
//   - D5: KubeAdmiral leaves a broken image reference such as host/:tag in the object, and starts again from the image before
//     the rule when a second entry has an imagePath that the first entry has cleared. Here, this is an error, unless the same
//     rule repairs the reference. No cluster can pull the image.
//   - D11: KubeAdmiral fails if any field of the pod spec does not convert to its Go type. Here, only the fields that the
//     override needs are read; the first entry of each type of overrider that meets the field reports it, as KubeAdmiral does
//     not reach the later ones. A field that the override does not need must not stop it.
//   - D12: KubeAdmiral fails on a command or args entry without an operator. Here, the entry overwrites the list. The API
//     documentation says that overwrite is the default.
//   - D13: KubeAdmiral inserts the value of an image operation into JSON without escaping it. Here, the value is used as
//     written. A quotation mark in a value must not change the patch.
//   - D14: KubeAdmiral passes all environment variables of the container through a Go type, which drops empty values, adds a
//     divisor and loses unknown fields. Here, the variables that the override does not name stay unchanged. The policy does not
//     ask for these changes.
//   - D16: KubeAdmiral reads labels or annotations as empty if one value is not a string, and replaces them. Here, this is an
//     error. The other keys would be lost.
//   - D17: KubeAdmiral drops the first token of a path that does not begin with a slash. Here, this is an error. The policy
//     would change another field.
//   - D18: KubeAdmiral fails an object for all clusters when it fails for one. Here, each cluster has its own result or error.
//     One cluster must not stop the others.
//   - D22: KubeAdmiral fails an object whose labels name a policy that does not exist. Here, the other policies act, and
//     [override.Selection.Missing] lists the missing ones. A set may have only some of the policies.
package kubeadmiral
