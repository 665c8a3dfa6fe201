// Package kubeadmiral understands the override policies of KubeAdmiral (core.kubeadmiral.io/v1alpha1, as of KubeAdmiral
// 19de01c).
//
// # The model
//
// An object names its policies in labels: one [api.ClusterOverridePolicy], and if it is in a namespace one [api.OverridePolicy] of
// that namespace as well, which acts second. [From] reads a policy from whatever holds it, [Lint] says everything that
// is wrong with it, and [Compile] makes it ready for package override. A label that names no policy is no matter to a set of
// policies; [Resolve] finds it.
//
// # Matching
//
//  1. A rule covers a cluster that is among its clusters, meets its clusterSelector and one term of its clusterAffinity.
//     What is absent or empty does not count; an empty term selects nothing.
//  2. An invalid part fails the object for every cluster that meets everything in front of it.
//
// # Order
//
// [Rules] has it. The types of overriders in one rule do not see each other: each reads the object from before the rule and
// writes whole lists and maps, in turn. Only a jsonpatch finds what the others did.
//
// # Policies with faults
//
// A policy with faults, applied all the same, fails the objects and clusters that its rule covers, and nothing else. Only an
// unknown operator of labels and annotations is passed over, as in KubeAdmiral.
//
// # Where this package differs
//
// For every policy and object that KubeAdmiral handles, the object here is the one it gives. Where KubeAdmiral crashes,
// leaves an object half changed or loses data, the safe thing is done instead, and said, by [override.Result.Divergences] or,
// where it is an error, by [override.Error]:
//
//   - D1: where KubeAdmiral crashes (a patch below null, a test of a list that holds null) there is an error.
//   - D2: an error leaves no half-changed object, and the input is never written.
//   - D5: an image override that leaves a broken reference (host/:tag) is an error, unless the same rule mends it.
//     So is a second entry for an imagePath that the first has cleared, where KubeAdmiral starts again from the image that was
//     there before the rule.
//   - D11: only the fields in question are read, where KubeAdmiral must be able to convert the whole pod spec. Of each type of
//     overrider the first that comes to such a field says so; KubeAdmiral does not come to the others.
//   - D12: command and args without an operator overwrite, as the documentation says, where KubeAdmiral fails.
//   - D13: the value of an image operation is a value, where KubeAdmiral splices it into JSON unescaped.
//   - D14: environment variables that are not concerned stay as they are, where KubeAdmiral drops an empty value, adds a
//     divisor and loses unknown fields.
//   - D16: labels or annotations of which one is no text are an error, where KubeAdmiral takes them for empty and replaces
//     them.
//   - D17: a path without a leading slash is an error, where KubeAdmiral drops its first token.
//   - D18: each cluster stands alone, where in KubeAdmiral one that fails fails all.
package kubeadmiral
