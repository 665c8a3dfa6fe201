// Package karmada compiles the override policies of Karmada (as of Karmada f8fdd02df).
//
// # The model
//
// An [api.OverridePolicy] (policy.karmada.io/v1alpha1) changes objects of its own namespace, an [api.ClusterOverridePolicy] changes
// objects of any namespace and objects without a namespace. [From] reads a policy, [Lint] reports everything that is wrong with it,
// and [Compile] compiles it for package override, which documents the order in which policies act.
//
// # Propagation
//
// Package api also has the types that Karmada propagates objects with: [api.PropagationPolicy], [api.ClusterPropagationPolicy],
// [api.Cluster], [api.ResourceBinding], [api.ClusterResourceBinding] and [api.Work]. Decoding sets no defaults and checks only types.
// Package validation has what Karmada's admission does: [validation.DefaultPropagation], [validation.ValidatePropagation] and
// [validation.ValidatePropagationUpdate], and for override policies [validation.DefaultOverride] and [validation.ValidateOverride].
// [Lint] is stricter.
//
// # Matching
//
//  1. A policy selects an object if one of its resourceSelectors does. apiVersion and kind must be equal. With a name, the
//     labelSelector is ignored.
//  2. A rule selects a cluster if all parts of its targetCluster do. An empty provider or region of a cluster is absent. A zone
//     counts only if it is in the list spec.zones.
//  3. An invalid selector matches nothing. It is not an error.
//
// # Policies with faults
//
// [Lint] refuses more than Karmada's admission. A policy with faults can still be applied, and does what it does in Karmada:
//
//   - What Karmada executes is executed: an invalid label value, overrideRules beside the older fields (the rules win), remove
//     with a value, add without values.
//   - What Karmada ignores is skipped, with the reason: a Tag value that is neither a tag nor a digest, an unknown operator
//     of an image override, the json operations of a fieldOverrider that also has yaml operations.
//   - What Karmada fails on fails the objects and clusters that the rule selects, and nothing else.
//
// # Where this package differs
//
// For every policy and object that Karmada handles, this package gives the same object. Where Karmada crashes, leaves an object
// half changed or loses data, this package does the safe thing instead, and [override.Result.Divergences] or [override.Error]
// reports it. [Divergences] has this list:
//
//   - D1: Karmada crashes on some inputs, for example on a predicate whose index is out of range, on a container that is not an
//     object, and on a patch below null. Here, an error is returned. One policy must not stop the controller.
//   - D2: Karmada leaves the object half changed when an overrider fails. Here, there is no result, and the input is never
//     written. A cluster must not get half of a policy.
//   - D3: Karmada drops the digest of an image that has a tag and a digest. Here, a change of the registry or repository keeps
//     both, and a change of the tag replaces both. The digest pins the image.
//   - D5: Karmada leaves a broken image reference such as host/:tag in the object. Here, this is an error, unless the same rule
//     repairs the reference. No cluster can pull the image.
//   - D6: Karmada encodes the YAML in a field again, which loses comments, the order of keys, later documents and the spelling
//     of words such as on and 0777. Here, only the bytes that the operations touch change; a path finds a key as Kubernetes reads
//     it (/true) and as it is spelled (/on), and an alias is written out only where an edit needs it. The text belongs to an
//     application, which may read it in another way.
//   - D7: Karmada replaces ~0 and ~1 in the keys of labels and annotations, and does not replace them in the path of a
//     predicate. Here, label and annotation keys are used as written, and the path of a predicate is a JSON pointer. Escapes
//     belong to JSON pointers, not to keys.
//   - D8: Karmada writes an empty string to the field of a fieldOverrider without operations. Here, the field stays unchanged.
//     The policy asks for no edit.
//   - D9: Karmada replaces labels or annotations that are not an object of strings when the operator is add. Here, this is an
//     error. The other keys would be lost.
//   - D10: Karmada turns an item of command or args that is not a string into the string that Go prints for it, such as
//     %!s(int64=5). Here, this is an error. A command with that string cannot be meant.
//   - D11: Karmada fails if any field of the workload does not convert to its Go type. Here, only the fields that the override
//     needs are read; the first entry that meets the field reports it, as Karmada does not reach the later ones. A field that
//     the override does not need must not stop it.
//   - D17: Karmada drops the first token of a path that does not begin with a slash. Here, this is an error. The policy would
//     change another field.
//   - D20: Karmada patches the base64 text of a string in the data of a Secret, and fails in most cases. Here, the string is
//     decoded, patched and encoded. The API documentation promises support for Secrets.
//   - D21: Karmada encodes the JSON in a field again without spaces, and leaves one of two equal keys behind as null when it
//     removes them. Here, only the bytes that the operations touch change, and both keys are removed. The text belongs to an
//     application.
package karmada
