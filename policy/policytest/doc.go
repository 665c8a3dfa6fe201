// Package policytest tests override policies by example: the input, and the outcome for every cluster, are files that people can read.
//
//	func TestPolicies(t *testing.T) { policytest.Run(t, "testdata/policies") }
//
// # A case
//
// A case is a folder with two files:
//
//   - input.yaml: policies, clusters and objects in any order, for [policy.Decode]. It begins with a comment, the reason for the
//     case, which is a part of every failure message.
//   - want.yaml: the outcome of every object in every cluster. -update writes it, see below.
//
// A case is at any depth below the folder of [Run], and its path from there is the name of its test: -run
// TestPolicies/images/mirror runs one case. The .yaml, .yml and .json files in a folder named shared are a part of all cases in its
// parent folder, at any depth. Often they define the clusters. A policy or cluster must not be defined both there and in a case.
//
// Objects and OverridePolicies without a namespace are in "default", except objects of cluster-scoped kinds. A CustomResourceDefinition anywhere in a
// case counts.
//
// # The format of want.yaml
//
// Its parts are separated by lines of "---". Each part begins with comments; a changed object follows as sigs.k8s.io/yaml writes it:
//
//	# Deployment default/nginx in member1: unchanged
//	---
//	# Deployment default/nginx in member2, member3
//	# skip: OverridePolicy default/p: spec.overrideRules[0].overriders.argsOverrider[0]: /spec/template/…
//	apiVersion: apps/v1
//	kind: Deployment
//	…
//	---
//	# Deployment default/nginx in member4
//	# error: OverridePolicy default/q: spec.overrideRules[0].overriders.plaintext[0]: replace /spec/replicaz: …
//
// The parts are, in this order:
//
//  1. Documents of input.yaml that cannot be decoded: an "# error:" for each, all in one part.
//  2. Each policy with faults: its name, and a "# warning:" for each fault.
//  3. The outcomes of each object. Clusters with the same outcome share a part.
//
// The comments after the names of an object and its clusters are, in this order:
//
//  1. "# error:" with the policy, the field path, and the error. No object follows.
//  2. "# warning:" for each of [override.Result.Warnings], then for each of [override.Result.Divergences]; with an error, for
//     the divergence of the [override.Error].
//  3. "# skip:" for each of [override.Result.Skips], with the policy, the field path, and the reason.
//
// Policies, clusters and objects are in the order of the documents: those of shared folders first, the outermost folder before
// the others, and the files by name. Outcomes are in the order of their first clusters. The further lines of a message begin with
// "#   ", and characters that cannot be printed are escaped as in Go.
//
// Objects are written with all their values, even those of Secrets: do not put a secret that is in use into a case. Errors, warnings and
// skips do not have them.
//
// The comparison is exact: if want.yaml is not the outcome, byte for byte, the case fails and shows the difference. The words of
// errors, warnings and skips may change with a new version of this module; -update then shows how.
//
// # Writing want.yaml
//
//	go test ./path/to/the/package -update
//
// writes every want.yaml that is missing or differs. It writes the outcome, right or wrong: review it before you commit it.
//
// If the package that uses policytest defines its own boolean flag -update, that flag is used. If its flag -update is not boolean, use
// -policytest.update, which always exists.
package policytest
