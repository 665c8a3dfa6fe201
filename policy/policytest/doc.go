// Package policytest tests override policies by example: the input, and the outcome for every cluster, are files that people can read.
//
//	func TestPolicies(t *testing.T) { policytest.Run(t, "tests", "policies", "clusters") }
//
// # A case
//
// A case is a folder with input.yaml or case.yaml, at any depth below the folder of [Run]. Its path from there is the name of its test: -run
// TestPolicies/images/mirror$ runs one case. Its files are:
//
//   - input.yaml: policies, clusters and objects in any order, as policy.Decode reads them.
//   - replace.yaml: documents that are used instead of those with the same apiVersion, kind, namespace and name in other files. Each replaces
//     exactly one.
//   - case.yaml: the settings of the case, see below.
//   - want.yaml: the outcome of every object in every cluster. -update writes it, see below.
//   - want-plan.txt, want-works.yaml and events.yaml: see plans below.
//
// The comment at the top of case.yaml, or of input.yaml if there is no case.yaml, is the reason for the case. It must be there, and is a part of every
// failure message.
//
// Cases can share files:
//
//   - All cases read the paths of [Run]: files, folders and patterns.
//   - All cases in a folder, at any depth, read the .yaml, .yml and .json files in a folder named shared beside them. Often they define the clusters.
//   - case.yaml names further files.
//
// No policy, cluster or object may be defined in two files. A YAML or JSON file that no case reads is an error, because it looks like a test but is not one. Hidden
// files are ignored.
//
// Namespaced objects and policies without a namespace are in "default", or in the namespace that case.yaml gives. CustomResourceDefinitions in the case
// define the scope of their kinds.
//
// # The settings of a case
//
// All keys of case.yaml are optional. Paths are relative to its folder, and may be patterns of [path/filepath.Glob]:
//
//	# Each workload gets the settings of its environment.
//	namespace: shop             # of documents without one, such as the output of helm template
//	read:                       # files and folders
//	- ../../policies
//	objects: [Deployment/shop/*] # compute only these: KIND/NAME or KIND/NAMESPACE/NAME
//	clusters: [prod-*]          # compute only these
//	matrix:                     # each combination is a case
//	  workload: ../../workloads/*
//	  environment: [../../environments/dev, ../../environments/prod]
//	plan: table                 # or works; see below
//	assert:                     # see below
//	- unchanged: {clusters: [dev-*]}
//
// The name of a combination joins the names of its files or folders without their extensions, as in TestPolicies/rollout/web,prod, and has
// the golden file want/web/prod.yaml. It does not read what only other combinations name, even if the paths of [Run] have it.
//
// # The format of want.yaml
//
// Its parts are separated by lines of "---". Each part begins with comments; a changed object follows as sigs.k8s.io/yaml writes it:
//
//	# OverridePolicy default/r
//	# no effect: the policy selects no object
//	---
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
//  2. Each policy with faults, or without effect: its name, and a "# warning:" for each fault. For a policy of input.yaml and replace.yaml, there is a
//     "# no effect:" if it selects no object, and for each rule that reaches no cluster.
//  3. The outcomes of each object. Clusters with the same outcome share a part.
//
// The comments after the names of an object and its clusters are, in this order:
//
//  1. "# error:" with the policy, the field path, and the error. No object follows.
//  2. "# missing:" for each policy that the object names and the case does not have, see override.Result.Missing.
//  3. "# warning:" for each of override.Result.Warnings, then for each of override.Result.Divergences; with an error, for
//     the divergence of the override.Error.
//  4. "# skip:" for each of override.Result.Skips, with the policy, the field path, and the reason.
//  5. "# no effect:" for each rule without steps.
//
// Policies, clusters and objects are in the order of the documents: first those of the paths of [Run], then those of shared folders, the outermost folder
// before the others, then those that case.yaml names, then replace.yaml and input.yaml. The files of a folder are sorted by name. Outcomes are in the
// order of their first clusters. The further lines of a message begin with "#   ", and characters that cannot be printed are escaped as in Go.
//
// Objects are written with all their values, even those of Secrets: do not put a secret that is in use into a case. Errors, warnings and
// skips do not have them. The differences that tests print have numbers instead, the same for equal values.
//
// The comparison is exact: if want.yaml is not the outcome, byte for byte, the case fails and shows the difference: first what fails now, then the
// lines with the policy that decided each, then the rules and steps without effect that would write there. Line endings are ignored, because Git may
// write those of Windows. The words of errors, warnings and skips may change with a new version of this module; run -update to see the new wording.
//
// # Assertions
//
// A case with assertions or a plan says what matters, and needs no want.yaml: it is compared if it exists, and -update does not create it. The assertions
// are:
//
//	assert:
//	- unchanged: {objects: [Deployment/*], clusters: [dev-*]}
//	- value: {objects: Deployment/shop/web, clusters: [prod-eu], path: /spec/replicas, is: 3}  # or absent: true
//	- decided: {objects: Deployment/shop/web, path: /spec/replicas, by: OverridePolicy/shop/replicas}
//	- conflicts: none
//	- lint: warning
//	- valid: {}
//	- placed: {objects: Deployment/shop/web, clusters: {prod-eu: 2, prod-us: 1}}
//
// The types of package suite with these names describe them. Without objects or clusters, an assertion is about all of them; one that matches nothing
// fails. [Check] checks assertions without a case:
//
//	policytest.Check(t, []string{"policies", "clusters", "workloads"}, suite.Unchanged{Clusters: []string{"dev-*"}})
//
// # Plans
//
// With "plan: table", the golden file want-plan.txt has what Karmada's propagation policies make of the objects of the case: the clusters of each object
// with their replicas, why other clusters do not get it, warnings and errors. With "plan: works", there is also a file want-works.yaml with the Works.
// The plan covers all objects and clusters. The file shows only those that the settings select. Override policies of KubeAdmiral are not part of a plan, and
// configurations of Karmada's resource interpreter are not used: the file has a warning for each.
//
// The replicas in a plan and in an assertion placed are those of the schedule. Override policies may set others: see want.yaml or want-works.yaml. If two
// clusters are equally entitled to a replica, Karmada decides by the UID of the object. Plans without and with events decide as for an object without UID,
// unless the object has one.
//
// A file events.yaml in the folder of the case lists events in the control plane and the clusters, see package propagation/simulation/events. Then
// want-plan.txt has what each event did, and what is there after it, in lines without columns: a change touches no other line. An assertion placed is
// about the plan after the last one.
//
// # What is not tested
//
// Policies that several cases read have no effect in some of them. untested.yaml lists rules and steps that no case exercises. It is a golden file in the folder
// of [Run], with policies that select no object, rules that reach no cluster, and steps that change nothing. If cases exercise everything, the file
// does not exist. It is compared only if all cases ran. It does not list propagation policies: read the golden plans to see which of them select an
// object. For the policies of input.yaml and replace.yaml of a matrix, there is want/untested.yaml in its folder.
//
// # Limits
//
// case.yaml has at most 1 MiB, and events.yaml 16 MiB. A list in case.yaml has at most 1,000 elements, and a matrix at most 10,000 combinations. Failures
// show the first 2,000 lines of a difference.
//
// # Writing golden files
//
//	go test ./path/to/the/package -update
//
// writes every golden file that is missing or differs, and logs what changed, which go test prints with -v. It writes the outcome, right or wrong: review it before you commit it. Lines
// end with \n. A golden file of a plan or of a value of a matrix that a case no longer has is an error. -update does not remove it.
//
// If the package that uses policytest defines its own boolean flag -update, that flag is used. If its flag -update is not boolean, use
// -policytest.update, which always exists.
package policytest
