// Command replay answers recorded cases. It reads JSON lines and writes one JSON line for each case, in the same order. It never
// stops at an invalid case.
//
//	replay [-thirdparty] < cases.jsonl > results.jsonl
//
// Kinds are interpreted as by Karmada's native interpreter, or with -thirdparty by Karmada's scripts for the kinds of other projects first.
//
// The fields of a case show its kind:
//
//	{"name", "object", "cluster", "clusterOverridePolicies", "overridePolicies"}   policies of Karmada on an object
//	{"name", "object", "cluster", "clusterOverridePolicy", "overridePolicy"}       policies of KubeAdmiral, one each or null
//	{"image"}                                                                      an image reference
//	{"name", "op", "object"}                                                       a hook of Karmada's native interpreter, see below
//
// The answers are
//
//	{"name", "want", "applied": [{"kind", "name"}]}   or {"name", "error"}
//	{"image", "hostname", "repository", "tag", "digest", "string"}   or {"image", "error"}
//	{"name", "want"}                                  or {"name", "error"}
//
// These operations call a hook:
//
//	op                    inputs besides object                         want
//	InterpretReplica                                                    {"replicas", "requirements"}
//	ReviseReplica         "replicas"                                    {"object"}
//	Retain                "desired" and "observed", no object           {"object"}
//	AggregateStatus       "items", a list or null                       {"status"}; the current time is "NOW"
//	InterpretStatus                                                     the status, or null
//	InterpretHealth                                                     {"healthy"}
//	InterpretDependency                                                 a list
//	HookEnabled           "apiVersion", "kind", "operation", no object  {"enabled"}
//
// With -thirdparty, a hook of a kind that has scripts is answered by the scripts alone, and differs in:
//
//	op                    inputs besides object                         want
//	InterpretComponent                                                  a list, or null
//	AggregateStatus       "items"                                       {"object"}
//	Sequence              "steps", cases without names                  a list of answers without names
//
// A case of a hook, of a Sequence or of HookEnabled that has "script", a script in Lua for the kind "kind" of "apiVersion", or a list of whole
// "customizations", is answered by these scripts alone, and has the answers above. Without a hook, its answer is {"name", "notEnabled"}. This is their
// admission:
//
//	op                    inputs                                        want
//	Validate              "existing", "customization"                   {"allowed"}
//
// These operations are about claims. Where policies matter, "propagationPolicies" and "clusterPropagationPolicies" have them:
//
//	op                    inputs                                                         want
//	Claim                 "object", "overrides", "changeByKarmada", "binding"            {"decision", "policy", "written", "labels", "annotations", "after", "binding"}
//	Preempt               "policy", "objects", "gates"                                   {"objects"}
//	Deprioritize          "oldPolicy", "policy", "gates"                                 {"enqueued"}
//	Eligible              "object", "options"                                            {"apiWatched", "eventPassed", "eligible"}
//	Changed               "old", "new"                                                   {"specificationChanged", "changeByKarmada"}
//	Names                 "kind", "objectName", "objectNamespace", "clusterName", "executionSpace", "gvk"   all names
//
// These operations make bindings:
//
//	op                    inputs                                                         want
//	Bind                  "object", "policy", "gates", "priorityClasses"                 {"binding"}
//	MergeBinding          those of Bind, and "existing"                                   {"desired", "binding", "operation"}
//	AttachedBinding       "independent", "dependency", "existing", "bindings"            {"desired", "binding", "conflict"}
//	Distribute            "independent", "object", "objects", "bindings"                 {"bindings"}: all stored bindings afterwards
//
// These operations make Works. They also have "clusters", "clusterOverridePolicies", "overridePolicies" and the stored "works":
//
//	op                    inputs                                                         want
//	Render                "binding", "object", "gates"                                   {"works"}: all stored Works afterwards
//	Orphans               "binding"                                                      {"deleted", "wait", "finalizers"}
//	NamespaceWorks        "namespace", "options"                                         {"works"}
//	Prune                 "object"                                                       {"object"}
//
// These operations are about Services across clusters:
//
//	op                    inputs                                                         want
//	ReportSlice           "endpointSlice", "clusterName", "source", "existing"           {"works"}
//	CleanSlice            "work", "source"                                               {"deleted", "work"}
//	ImportSlice           "work", "existingObjects"                                      {"endpointSlices", "workFinalizers"}
//	DeriveService         "serviceImport" or "objectNamespace" and "objectName", "existing"   {"service"}
//	DispatchSlice         "work", "multiClusterService", "clusters", "works"             {"works", "conditions"}; no times
//	MultiClusterService   "multiClusterService", "service", "binding", "clusters", "works"   {"works", "service", "binding", "finalizers", "conditions"}
//
// These operations are about an object in a member cluster. The manifest of a Work is "desired", the object "observed":
//
//	op                    inputs                                                         want
//	Sync                  "desired", "observed", "cluster"                               {"object", "needsUpdate"}
//	Release               "object"                                                       {"object"}
//	MemberUpdate          "old", "current", "recordedVersion"                            {"enqueue", "work"}
//
// These operations are about the statuses of members:
//
//	op                    inputs                                                         want
//	ReflectWork           "object", "work"                                               {"action", "manifestStatuses"}; the statuses only to update
//	AggregateBinding      "binding", "works"                                             {"aggregatedStatus", "conditions", "written"}; no times
//
// These operations schedule:
//
//	op                    inputs                                                         want
//	Schedule              "binding", "clusters", "options"                               {"clusters", "affinityName"}
//	NeedSchedule          "binding", "clusters"                                          {"accepted", "schedule"}
//	ClusterMatches        "cluster", "affinity"                                          {"matches"}
//	Estimate              "cluster", "replicaRequirements", "replicas"                   {"available", "allocatable"}
//	PlacementChanged      "placement", "appliedPlacement", "observedAffinityName"        {"changed"}
//
// These operations assess evictions. They also have "now" and "timeoutSeconds", the default grace period:
//
//	op                    inputs                                                         want
//	AssessEviction        "tasks", "targetClusters", "aggregatedStatus", "scheduled"     {"kept", "evicted", "retryAfterSeconds"}
//	AssessBinding         "binding"                                                      {"gracefulEvictionTasks", "written", "retryAfterSeconds"}
//
// These operations evict. They also have "now", and "gates" if they read any:
//
//	op                    inputs                                                         want
//	TaintQueue            "cluster", "resourceBindings", "clusterResourceBindings", "options"   {"evictAfterSeconds", "resyncSeconds"}
//	TaintEviction         "binding", "cluster", "options"                                {"clusters", "gracefulEvictionTasks", "evicted", "retryAfterSeconds"}
//	ApplicationFailover   "binding", "unhealthySince", "healthHook"                      {"clusters", "gracefulEvictionTasks", "unhealthySince", "written", "retryAfterSeconds"}
//	EvictCluster          "clusters", "gracefulEvictionTasks", "cluster", "options"      {"clusters", "gracefulEvictionTasks"}
//	PreserveState         "rules", "status" or "statusText"                              {"labels"}
//	InjectState           "spec", "object"                                               {"labels", "keepWorksIn", "waitFor"}
//
// These operations taint clusters:
//
//	op                    inputs                                                         want
//	ConditionTaints       "cluster", "now"                                               {"taints", "updated"}
//	ClusterHealth         "cluster", "record", "leaseRenewTime", "options", "now"        {"conditions", "record", "written"}
//	TaintPolicies         "cluster", "clusterTaintPolicies", "now"                       {"taints", "updated"}
//	ValidateTaintPolicy   "policy", "allowNoExecute"                                     {"allowed", "message"}
//	AdmitTaints           "taints", "now"                                                {"errors", "taints"}
//
// These operations are about the facts of a cluster:
//
//	op                    inputs                                                         want
//	NodeSummary           "nodes"                                                        the summary
//	ResourceSummary       "nodes", "pods"                                                the summary
//	ClusterModels         "models", "nodes", "pods"                                      {"allocatableModelings"}
//	ReadyCondition        "online", "healthy"                                            the condition
//	Taints                "cluster"                                                      {"taints", "updated"}; new ones without a time
//	APIEnablement         "cluster", "apiVersion", "kind"                                {"state"}
//
// These operations are the admission of a policy:
//
//	op                    inputs                                                         want
//	Validate              "policy"                                                       {"errors"}: each with "type", "field" and "detail"
//	Default               "policy", "operation"                                          {"policy"}; a new ID is "<uuid>"
//
// A case with a "strategy" divides replicas. Its answer is {"name", "assignment"} or {"name", "error"}.
//
// The policies of KubeAdmiral apply whether or not the object has their labels. Policies can omit apiVersion and kind, because the field
// that contains them implies both.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
)

func main() {
	scripts := flag.Bool("thirdparty", false, "interpret the kinds of other projects as Karmada's scripts do")
	flag.Parse()
	answer := answer
	if *scripts {
		hooks = interpreter.NewRegistry(append(thirdparty.Interpreters(clock), native.Interpreters(clock)...)...)
		answer = answerThirdparty
	}
	if err := replayLines(os.Stdin, os.Stdout, answer); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

// replay answers every line with native alone.
func replay(in io.Reader, out io.Writer) error { return replayLines(in, out, answer) }

// replayLines answers every line. It fails only if reading or writing fails.
func replayLines(in io.Reader, out io.Writer, answer func(line []byte) any) error {
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

// answer answers one case.
func answer(line []byte) any {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return map[string]any{"error": "the line is not a JSON object: " + err.Error()}
	}
	var op string
	_ = json.Unmarshal(fields["op"], &op)
	switch has := func(field string) bool { _, found := fields[field]; return found }; {
	case has("script"), has("customizations"), has("customization"):
		return answerScripted(line)
	case isRendering(op):
		return answerRendering(line)
	case has("image"):
		return answerImage(line)
	case has("clusterOverridePolicies"):
		return answerKarmada(line)
	case has("clusterOverridePolicy"):
		return answerKubeAdmiral(line)
	case isHook(op):
		return answerInterpreter(line)
	case claims[op] != nil:
		return answerClaim(line)
	case binds[op] != nil:
		return answerBinding(line)
	case syncs[op] != nil:
		return answerSyncing(line)
	case schedules[op] != nil:
		return answerScheduling(line)
	case reports[op] != nil:
		return answerReporting(line)
	case evictions[op] != nil:
		return answerEviction(line)
	case failures[op] != nil:
		return answerFailure(line)
	case taintings[op] != nil:
		return answerTainting(line)
	case facts[op] != nil:
		return answerFact(line)
	case admits[op] != nil:
		return answerAdmission(line)
	case crossings[op] != nil:
		return answerCrossing(line)
	case has("strategy"):
		return answerDivision(line)
	}
	var name any
	_ = json.Unmarshal(fields["name"], &name)
	return map[string]any{"name": name, "error": "unknown kind of case"}
}
