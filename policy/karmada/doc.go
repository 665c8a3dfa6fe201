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
// For every policy and object that Karmada handles, the object here is the one it gives. Where Karmada crashes, leaves an
// object half changed or loses data, the safe thing is done instead, and said, by [override.Result.Divergences] or, where
// it is an error, by [override.Error]:
//
//   - D1: where Karmada crashes (a predicate's index out of range, a container that is no object, a patch below null) there
//     is an error.
//   - D2: an error in Karmada leaves the object half changed; here there is no result, and the input is never written.
//   - D3: an image with tag and digest loses its digest in Karmada on any image override; here a change of registry or
//     repository keeps both, and a change of the tag replaces both.
//   - D5: an image override that leaves a broken reference (host/:tag) is an error, unless the same rule mends it.
//   - D6: YAML in a field stays byte for byte but for what the operations touch, where Karmada writes it anew: comments, the order of
//     keys, further documents and words such as on and 0777 are lost. A key may be named as it is written (/on). What an
//     alias repeats elsewhere cannot be edited in one place, which is an error, where Karmada writes the repetitions out.
//   - D7: keys of labels and annotations are keys, where Karmada unescapes ~0 and ~1 in them; a predicate's path is a JSON
//     pointer, where Karmada does not unescape it.
//   - D8: a fieldOverrider without operations does nothing, where Karmada writes an empty text over the field.
//   - D9: add on labels or annotations that are of another type, or hold something other than texts, is an error, where
//     Karmada puts a new map in their place.
//   - D10: an item of command or args that is no text is an error, where Karmada writes what Go prints for it.
//   - D11: only the fields in question are read, where Karmada must be able to convert the whole workload. The first entry that
//     comes to such a field says so; Karmada does not come to the others.
//   - D17: a path without a leading slash is an error, where Karmada drops its first token.
//   - D20: a string in the data of a Secret is decoded, patched and encoded, where Karmada fails on it.
//   - D21: JSON in a field stays byte for byte but for what the operations touch, where Karmada writes it anew, compactly. Removing
//     a key that stands twice takes both, where Karmada leaves one of null.
package karmada
