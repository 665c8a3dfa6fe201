// Package lint finds mistakes in override policies of every dialect, and in Karmada's propagation policies: what an API server refuses, clusters
// that do not exist, and surprises in the failover.
//
// # The model
//
// A policy is data that refers to other data: to objects by kind, name and labels, to clusters by name, labels and fields, and to places in
// objects by paths. A selector or a name that matches nothing is not an error in Karmada and KubeAdmiral: the policy silently does nothing. So
// most mistakes show only together with the objects and clusters that the policy is for, the inventory.
//
// [Check] reads the policies of a [policy.Bundle] in three steps:
//
//  1. Without an inventory, it reports what the policy itself shows: invalid fields, paths that cannot be right, rules without overriders.
//  2. With clusters, it matches the rules with them, and reports unknown names and rules that no cluster reaches.
//  3. With objects, it applies all policies to them with package override, for each group of clusters with the same rules. What a step did
//     to the objects decides: it is reported if it failed, changed nothing, overwrote another policy, or wrote what an API server refuses.
//
// For example, with an inventory in the same stream:
//
//	bundle, err := policy.Decode(stream)
//	findings := lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters})
//
// A [Finding] has a stable [Code], a [Severity], the document, line and field path, one sentence, and often a Fix: a JSON patch of the policy.
//
// An inventory should be complete. A selector that matches nothing in a partial inventory may match an object that is missing from it.
//
// # Files and folders
//
// Document and Line of a Finding are those of the stream that was decoded. A bundle of several files, from package policy/files, has no stream, so they
// are 0. Its method Place returns the file and the line for the policy and the path of a finding, as the example for folders shows.
//
// # Codes
//
// [Codes] has this list:
//
//   - invalid (error): The dialect refuses the field, or the field cannot work.
//   - unescaped-slash (error): A JSON pointer has an unescaped slash in a key, so it points to a field that does not exist.
//   - fails (error): An overrider fails on an object, so the object does not reach the cluster.
//   - missing-parent (error): A JSON patch adds a value below a field that an object does not have, which fails.
//   - invalid-result (warning): An overrider makes an object invalid for its kind, so an API server refuses it.
//   - unknown-field (warning): An overrider writes a field that the kind does not have, so an API server drops it.
//   - unmatched-selector (warning): A selector matches no object, so the policy does nothing there.
//   - unknown-cluster (warning): A rule or a placement names a cluster that does not exist.
//   - unreached-rule (warning): A rule selects no cluster, so it does nothing.
//   - unknown-container (warning): An overrider names a container that no object it covers has.
//   - no-effect (warning): An overrider changes none of the objects that it covers.
//   - mixed-kinds (warning): An overrider fits only some of the kinds that the policy selects.
//   - missing-policy (warning): An object names a policy that does not exist; KubeAdmiral does not send such an object (D22).
//   - replaces-whole (warning): An add operation on a map or a list replaces it, so existing entries are lost.
//   - lost-digest (warning): An overrider of images drops a digest, so the image is no longer pinned.
//   - path-syntax (warning): A path is not a valid RFC 6901 pointer, so only json-patch accepts it.
//   - ignored-label-selector (warning): A selector has a name, so its labelSelector is ignored.
//   - identity-field (warning): An overrider writes a field that identifies the object or belongs to the system: kind, apiVersion, name,
//     namespace, uid, ownerReferences or status.
//   - changes-identity (error): An overrider changes the apiVersion, kind, namespace or name, so a cluster gets an object that the
//     author of the policy may not be allowed to write; a warning for a cluster-wide policy.
//   - covers-secrets (warning): A policy without selectors covers Secrets, too.
//   - deprecated-field (warning): A field is deprecated in the policy's own system.
//   - empty-rule (warning): A rule or a policy has no overriders, so it does nothing.
//   - index-path (info): A path addresses a container by its index, which may change; an overrider can select it by name.
//   - order-by-name (warning): Two policies of equal rank write different values to one place, and only their names decide.
//   - same-place (info): A policy overwrites what another policy wrote.
//   - eviction-loop (warning): A toleration of duplicated replicas ends, so the object leaves its cluster and returns every ten seconds.
//   - failover-undone (warning): The failover of an application with duplicated replicas returns to the cluster that failed.
//   - state-lost (warning): A state is preserved with a purge mode other than Directly, so no cluster gets it.
//   - nothing-evicts (warning): A policy has a failover of clusters, but no taint evicts.
//   - stale-health (info): A graceful eviction of divided replicas may end before the new replicas run.
//   - dependency-leaves (info): A graceful eviction keeps the object in its cluster, but not what it depends on.
//   - D3 (warning): Karmada drops the digest of an image that has a tag and a digest.
//   - D6 (warning): Karmada encodes the YAML in a field again.
//   - D7 (warning): Karmada reads ~0 and ~1 in keys, but not in the path of a predicate.
//   - D8 (warning): Karmada empties the field of a fieldOverrider without operations.
//   - D11 (warning): The policy's own system fails, because a field unrelated to the override has the wrong type.
//   - D12 (warning): KubeAdmiral fails on a command or args entry without an operator.
//   - D13 (warning): KubeAdmiral inserts the value of an image operation into JSON without escaping it.
//   - D14 (warning): KubeAdmiral also rewrites environment variables that the override does not name.
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
//     comparisons of two bytes. The values of 100 labels and fields of clusters are compared with rules that reach no cluster. Findings that the next rule drops do not count.
//  8. A policy has at most 20 findings of a code, and a message has about 1,000 characters.
package lint
