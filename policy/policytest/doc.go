// Package policytest tests override policies by example: what goes in, and what comes out for every cluster, both as files
// that a person can read.
//
//	func TestPolicies(t *testing.T) { policytest.Run(t, "testdata/policies") }
//
// # A case
//
// A case is a folder with two files:
//
//   - input.yaml: policies, clusters and objects in any order, as [policy.Decode] reads them. It begins with a comment, which
//     is the reason for the case, and which every failure of the case repeats.
//   - want.yaml: what comes out when every object is applied for every cluster. -update writes it, see below.
//
// A case lies at any depth below the folder that is given to [Run], and its path from there is the name of its test: -run
// TestPolicies/images/mirror runs one case. A folder named shared holds documents for all cases of the folder that it lies
// in, at any depth: its .yaml, .yml and .json files. The clusters are often there. No policy or cluster may be defined both
// there and in a case.
//
// Objects and OverridePolicies that name no namespace are in "default".
//
// # What want.yaml says
//
// Its parts are separated by lines of "---". Each begins with comments that say what it is about, and where an object comes
// out changed, it follows as sigs.k8s.io/yaml writes it:
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
//  1. What could not be read: an "# error:" for each document of input.yaml, all in one part.
//  2. The faults of each policy that has some: its name, and a "# warning:" for each fault.
//  3. The outcomes of each object. The clusters that get the same share a part.
//
// Below the names of an object and its clusters there are, in this order:
//
//  1. "# error:" with the policy, the place in it, and what went wrong there. No object follows.
//  2. "# warning:" for each of [override.Result.Warnings], then for each of [override.Result.Divergences]; with an error, for
//     the divergence of the [override.Error].
//  3. "# skip:" for each of [override.Result.Skips], with the policy, the place in it, and the reason.
//
// Policies, clusters and objects are in the order of the documents: those of shared folders first, of the outermost before
// the others, and there by the names of the files. Outcomes are in the order of their first clusters. A text of several
// lines goes on behind "#   ", and what cannot be printed is escaped as in Go.
//
// The objects are written with all their values, also those of Secrets: put none into a case that is in use anywhere. The texts of
// errors, warnings and skips do not have them.
//
// The comparison is exact: want.yaml is what comes out, byte for byte, or the case fails and shows the difference. The texts
// of errors, warnings and skips are for people and may change with a new version of this module; -update then shows how.
//
// # Writing want.yaml
//
//	go test ./path/to/the/package -update
//
// writes every want.yaml that is missing or differs. What it writes is what comes out, right or wrong: read it before you
// commit it.
//
// A package may have an update flag of its own, for golden files of its own. If that is boolean it counts here, too. If not,
// there is still -policytest.update, which is always there.
package policytest
