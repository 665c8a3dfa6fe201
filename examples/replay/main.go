// Command replay answers recorded cases: JSON lines in, JSON lines out, one for each case and in the same order. It never
// stops at a bad case.
//
//	replay < cases.jsonl > results.jsonl
//
// What a case is about is told by its fields:
//
//	{"name", "object", "cluster", "clusterOverridePolicies", "overridePolicies"}   policies of Karmada on an object
//	{"name", "object", "cluster", "clusterOverridePolicy", "overridePolicy"}       policies of KubeAdmiral, one each or null
//	{"image"}                                                                      an image reference
//	{"name", "op", "object"}                                                       a hook of Karmada's native interpreter, see below
//
// and the answers are
//
//	{"name", "want", "applied": [{"kind", "name"}]}   or {"name", "error"}
//	{"image", "hostname", "repository", "tag", "digest", "string"}   or {"image", "error"}
//	{"name", "want"}                                  or {"name", "error"}
//
// A hook is asked by its operation:
//
//	op                    besides object                                wants
//	InterpretReplica                                                    {"replicas", "requirements"}
//	ReviseReplica         "replicas"                                    {"object"}
//	Retain                "desired" and "observed", no object           {"object"}
//	AggregateStatus       "items", a list or null                       {"status"}; times of the clock are "NOW"
//	InterpretStatus                                                     the status, or null
//	InterpretHealth                                                     {"healthy"}
//	InterpretDependency                                                 a list
//	HookEnabled           "apiVersion", "kind", "operation", no object  {"enabled"}
//
// Who has an object is asked by these, with "propagationPolicies" and "clusterPropagationPolicies" where policies count:
//
//	op                    inputs                                                         wants
//	Claim                 "object", "overrides", "changeByKarmada", "binding"            {"decision", "policy", "written", "labels", "annotations", "after", "binding"}
//	Preempt               "policy", "objects", "gates"                                   {"objects"}
//	Deprioritize          "oldPolicy", "policy", "gates"                                 {"enqueued"}
//	Eligible              "object", "options"                                            {"apiWatched", "eventPassed", "eligible"}
//	Changed               "old", "new"                                                   {"specificationChanged", "changeByKarmada"}
//	Names                 "kind", "objectName", "objectNamespace", "clusterName", "executionSpace", "gvk"   all names
//
// How bindings come about is asked by these:
//
//	op                    inputs                                                         wants
//	Bind                  "object", "policy", "gates", "priorityClasses"                 {"binding"}
//	MergeBinding          the same, and "existing"                                       {"desired", "binding", "operation"}
//	AttachedBinding       "independent", "dependency", "existing", "bindings"            {"desired", "binding", "conflict"}
//	Distribute            "independent", "object", "objects", "bindings"                 {"bindings"}: all that are stored afterwards
//
// What is sent to the clusters is asked by these, with "clusters", "clusterOverridePolicies", "overridePolicies" and the stored "works":
//
//	op                    inputs                                                         wants
//	Render                "binding", "object", "gates"                                   {"works"}: all that are stored afterwards
//	Orphans               "binding"                                                      {"deleted", "wait", "finalizers"}
//	NamespaceWorks        "namespace", "options"                                         {"works"}
//	Prune                 "object"                                                       {"object"}
//
// Where a binding goes is asked by these:
//
//	op                    inputs                                                         wants
//	Schedule              "binding", "clusters", "options"                               {"clusters", "affinityName"}
//	NeedSchedule          "binding", "clusters"                                          {"accepted", "schedule"}
//	ClusterMatches        "cluster", "affinity"                                          {"matches"}
//	Estimate              "cluster", "replicaRequirements", "replicas"                   {"available", "allocatable"}
//	PlacementChanged      "placement", "appliedPlacement", "observedAffinityName"        {"changed"}
//
// What an API server takes for a policy is asked by these:
//
//	op                    inputs                                                         wants
//	Validate              "policy"                                                       {"errors"}: each with "type", "field" and "detail"
//	Default               "policy", "operation"                                          {"policy"}; an id made for it is "<uuid>"
//
// A case with a "strategy" is about the division of replicas, and is answered by {"name", "assignment"} or {"name", "error"}.
//
// The policies of KubeAdmiral apply whether or not the object carries their labels. Policies in a case may lack apiVersion and kind: the field that they stand in tells.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := replay(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

// replay answers every line. Only reading and writing can fail.
func replay(in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 1<<20)
	w := bufio.NewWriter(out)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			if err := json.NewEncoder(w).Encode(answer(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
	}
}

// answer is the answer to one case.
func answer(line []byte) any {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return map[string]any{"error": "the line is no JSON object: " + err.Error()}
	}
	var op string
	if _ = json.Unmarshal(fields["op"], &op); renders(op) {
		return answerRendering(line)
	}
	if _, ok := fields["image"]; ok {
		return answerImage(line)
	}
	if _, ok := fields["clusterOverridePolicies"]; ok {
		return answerKarmada(line)
	}
	if _, ok := fields["clusterOverridePolicy"]; ok {
		return answerKubeAdmiral(line)
	}
	if asks(op) {
		return answerInterpreter(line)
	}
	if claims[op] != nil {
		return answerClaim(line)
	}
	if binds[op] != nil {
		return answerBinding(line)
	}
	if schedules[op] != nil {
		return answerScheduling(line)
	}
	if admits[op] != nil {
		return answerAdmission(line)
	}
	if _, ok := fields["strategy"]; ok {
		return answerDivision(line)
	}
	var name any
	_ = json.Unmarshal(fields["name"], &name)
	return map[string]any{"name": name, "error": "no known kind of case"}
}
