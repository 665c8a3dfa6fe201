// Package api has the types of Karmada's API: override policies, propagation policies, bindings, Works and clusters, with the labels,
// annotations and names by which a control plane finds what belongs together.
//
// The types read and write the JSON of Karmada f8fdd02df (1.19) and have no logic but deep copies and plain accessors. A type has the
// fields that the rest of this module looks at; reading is strict about other fields in package policy, and lenient elsewhere.
//
// Values are plain data: nothing here is safe for concurrent writes, and DeepCopy shares nothing. One exception: manifests of Works, and
// tolerations and node affinities of bindings, are decoded JSON. DeepCopy shares those that are deeper or larger than package jsontree
// allows, and Go values inside them that are not JSON.
package api
