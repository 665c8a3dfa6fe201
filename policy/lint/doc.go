// Package lint finds mistakes in override policies of every dialect.
//
// # What is checked
//
// [Check] reads the policies of a [policy.Bundle]. Alone, it finds what the text of a policy shows. With objects, it applies the policies to
// them with package override, and finds what does nothing, what fails and what conflicts. With clusters, it finds rules that no cluster
// reaches.
//
//	bundle, err := policy.Decode(stream)
//	findings := lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters})
//
// A [Finding] has a stable [Code], a [Severity], the document, line and field path, one sentence, and often a Fix: a JSON patch of the policy.
//
// To check a folder, join its files to one stream with lines of "---" between them, as the example does. Document and Line are those of the stream.
// A Bundle that is put together from other bundles has no positions, so Document and Line are 0.
//
// An inventory should be complete. A selector that matches no object of a part of the inventory may match another one.
//
// # Codes
//
// [Codes] has this list:
//
//   - invalid (error): The dialect refuses the field, or the field cannot work.
//   - unescaped-slash (error): A JSON pointer has the slash of a key unescaped, so it names a place that no object has.
//   - fails (error): An overrider fails on an object, so the object does not reach the cluster.
//   - missing-parent (error): A JSON patch adds a value below a field that an object does not have, which fails.
//   - invalid-result (error): An overrider makes an object invalid for its kind, so an API server refuses it.
//   - unknown-field (warning): An overrider writes a field that the kind does not have, so an API server drops it.
//   - unmatched-selector (warning): A selector matches no object, so the policy does nothing there.
//   - unknown-cluster (warning): A rule names a cluster that does not exist.
//   - unreached-rule (warning): A rule selects no cluster, so it does nothing.
//   - unknown-container (warning): An overrider names a container that no object it covers has.
//   - no-effect (warning): An overrider changes none of the objects that it covers.
//   - mixed-kinds (warning): An overrider fits only some of the kinds that the policy selects.
//   - missing-policy (warning): An object names a policy that does not exist; KubeAdmiral does not send such an object (D22).
//   - replaces-whole (warning): An add at a map or a list replaces all of it, so the entries that it had are lost.
//   - lost-digest (warning): An overrider of images drops a digest, so the image is no longer pinned.
//   - path-syntax (warning): A JSON pointer is not RFC 6901, so only json-patch reads it this way.
//   - ignored-label-selector (warning): A selector has a name, so its labelSelector is ignored.
//   - identity-field (warning): An overrider writes a field that identifies the object or belongs to the system: kind, apiVersion, name,
//     namespace, uid, ownerReferences or status.
//   - covers-secrets (warning): A policy without selectors covers Secrets, too.
//   - deprecated-field (warning): A field is deprecated in the policy's own system.
//   - empty-rule (warning): A rule or a policy has no overriders, so it does nothing.
//   - index-path (info): A path names a container by its index, which changes when the list does, and an overrider can name it.
//   - order-by-name (warning): Two policies of equal rank write different values to one place, and only their names decide.
//   - same-place (info): A policy overwrites what another policy wrote.
//   - D3 (warning): Karmada drops the digest of an image that has a tag and a digest.
//   - D6 (warning): Karmada encodes the YAML in a field again.
//   - D7 (warning): Karmada reads ~0 and ~1 in keys, but not in the path of a predicate.
//   - D8 (warning): Karmada empties the field of a fieldOverrider without operations.
//   - D11 (warning): The policy's own system fails, because a field that the override does not need has a wrong type.
//   - D12 (warning): KubeAdmiral fails on a command or args entry without an operator.
//   - D13 (warning): KubeAdmiral inserts the value of an image operation into JSON without escaping it.
//   - D14 (warning): KubeAdmiral writes environment variables again that the override does not name.
//   - D20 (warning): Karmada patches the base64 in the data of a Secret, and fails in most cases.
//   - D21 (info): Karmada encodes the JSON in a field again; a warning if it fails or writes another value.
//   - bad-silence (warning): A silence has no reason or no known code, so it silences nothing.
//   - unused-silence (warning): A silence has nothing to silence.
//
// The codes of divergences are those of [karmada.Divergences] and [kubeadmiral.Divergences]. A divergence that comes with a failure is part of the
// finding "fails".
//
// # Silences
//
// A policy silences a code with [SilenceAnnotation], with a reason. Silences without a reason, and silences of nothing, are findings themselves.
//
// # What messages show
//
// Messages show names, paths and labels, and what the engine reports about an object. They do not show values of Secrets, see
// [Options].Hide. A Fix is data for programs and may repeat values of the policy.
//
// # Cost
//
//  1. Without an inventory, the time is in proportion to the policies.
//  2. Each distinct selector of clusters is matched once, with an index of the clusters.
//  3. Selectors are found for an object with an index, as in [override.Set].
//  4. The policies are applied once for each object and each group of clusters with the same rules, see [override.Set.Inventory]. Results are not
//     kept: what each step did is one record.
//  5. An object that policies change is checked against the type of its kind, once as it is and once for each such group (package schema).
//  6. 100 failures of a policy and 100 failures on an object are explained: what the steps before them did is part of the findings. Other
//     failures are counted. After the failure of a step that its dialect refuses, the other steps are applied once more.
//  7. A selector that matches nothing is compared with 200 objects, and suggestions for misspelt names end after 2^30
//     comparisons of two bytes. The values of 100 labels and fields of clusters are compared with rules that reach no cluster. Findings that are left out by the next rule take none.
//  8. A policy has at most 20 findings of a code, and a message has about 1,000 bytes.
package lint
