// Package karmada understands the override policies of Karmada, and has the API types of its propagation (as of Karmada
// f8fdd02df).
//
// # The model
//
// An [api.OverridePolicy] (policy.karmada.io/v1alpha1) changes objects of its own namespace, a [api.ClusterOverridePolicy] objects of
// any namespace and of none. [From] reads one from whatever holds it, [Lint] says everything that is wrong with it, and
// [Compile] makes it ready for package override, whose documentation has the order in which policies act.
//
// # Propagation
//
// [api.PropagationPolicy], [api.ClusterPropagationPolicy], [api.Cluster], [api.ResourceBinding], [api.ClusterResourceBinding] and [api.Work] are the rest
// of what Karmada distributes objects by. Decoding gives no field a default and checks nothing beyond its type. What Karmada's
// admission does to policies is in functions of their own: [validation.DefaultPropagation] and [validation.ValidatePropagation], [validation.ValidatePropagationUpdate]
// for a policy that takes the place of another; [validation.DefaultOverride] and [validation.ValidateOverride] for override policies, where [Lint]
// is the stricter check.
//
// # Matching
//
//  1. A policy covers an object when any of its resourceSelectors does. apiVersion and kind are compared to the letter; a
//     name beats a labelSelector, which then does not count.
//  2. A rule covers a cluster when all parts of its targetCluster do. An empty provider or region of a cluster is none; of
//     its zones, only the list counts.
//  3. An invalid selector matches nothing. It is no error.
//
// # Policies with faults
//
// [Lint] refuses more than Karmada's admission. A policy applied all the same does what it does in Karmada:
//
//   - What Karmada can execute is executed: an invalid label value, overrideRules and the older pair side by side (the rules
//     win), remove with a value, add without values.
//   - What Karmada ignores is skipped, with the reason: a Tag value that is neither a tag nor a digest, an unknown operator
//     of an image override, the json half of a fieldOverrider that has yaml as well.
//   - What Karmada fails on fails the objects and clusters that the rule covers, and nothing else.
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
//     of words such as on and 0777. Here, only the bytes that the operations touch change; a path finds a key as it is spelled
//     (/on), and an edit of what an alias repeats elsewhere is an error. The text belongs to an application, which may read it
//     in another way.
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
