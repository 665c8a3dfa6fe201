package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cases are lines and their answers. An error ends in … if the rest of its text does not matter.
var cases = []struct{ name, reason, line, want string }{
	{"image", "the parts of a reference",
		`{"image":"gcr.io/team/app:v1"}`,
		`{"image":"gcr.io/team/app:v1","hostname":"gcr.io","repository":"team/app","tag":"v1","digest":"","string":"gcr.io/team/app:v1"}`},
	{"image with both", "a digest after a tag is ignored, as in Karmada",
		`{"image":"app:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`,
		`{"image":"app:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hostname":"","repository":"app","tag":"v1","digest":"","string":"app:v1"}`},
	{"bad image", "the answer has the image and the error",
		`{"image":"App"}`,
		`{"image":"App","error":"image \"App\": …"}`},
	{"image is a number", "not a string",
		`{"image":5}`,
		`{"error":"…"}`},

	{"policies", "cluster-wide policies first; applied has the policies in order",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"team"}},"cluster":{"metadata":{"name":"m1"}},` +
			`"clusterOverridePolicies":[{"apiVersion":"policy.karmada.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"name":"p"},"spec":{"overrideRules":[{"overriders":{"labelsOverrider":[{"operator":"add","value":{"a":"p"}}]}}]}}],` +
			`"overridePolicies":[{"apiVersion":"policy.karmada.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"q","namespace":"team"},"spec":{"overrideRules":[{"overriders":{"labelsOverrider":[{"operator":"replace","value":{"a":"q"}}]}}]}}]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"team","labels":{"a":"q"}}},"applied":[{"kind":"ClusterOverridePolicy","name":"p"},{"kind":"OverridePolicy","name":"q"}]}`},
	{"policies without kind", "the field that contains them implies their kind",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"team"}},"cluster":{},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a","operator":"add","value":1}]}}}],` +
			`"overridePolicies":[{"metadata":{"name":"q","namespace":"team"},"spec":{"overriders":{"plaintext":[{"path":"/b","operator":"add","value":1.50}]}}}]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"team"},"a":1,"b":1.5},"applied":[{"kind":"ClusterOverridePolicy","name":"p"},{"kind":"OverridePolicy","name":"q"}]}`},
	{"cluster", "rules for other clusters do not apply",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"targetCluster":{"clusterNames":["m2"]},"overriders":{"plaintext":[{"path":"/a","operator":"add","value":1}]}}}],"overridePolicies":[]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod"},"applied":[]}`},
	{"no policies", "null is an empty list",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","spec":{"n":3.0}},"cluster":{},"clusterOverridePolicies":null}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","spec":{"n":3}},"applied":[]}`},
	{"failing policy", "the error names the policy and the field path",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a/b","operator":"remove"}]}}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy p: spec.overriders.plaintext[0]: Pod in cluster m1: …"}`},
	{"faulty policy", "a policy with faults is applied like any other policy",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a","operator":"move"}]}}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy p: spec.overriders.plaintext[0]: Pod in cluster m1: …"}`},
	{"unnamed policy", "an error could not name it",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{},"clusterOverridePolicies":[{"spec":{}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy: metadata.name: Required value: …"}`},
	{"object is a string", "an error",
		`{"name":"c","object":"Pod","cluster":{},"clusterOverridePolicies":[]}`,
		`{"name":"c","error":"…"}`},
	{"no object", "an error",
		`{"name":"c","cluster":{},"clusterOverridePolicies":[]}`,
		`{"name":"c","error":"…"}`},
	{"policies are a number", "not a list of policies",
		`{"name":"c","object":{},"cluster":{},"clusterOverridePolicies":5}`,
		`{"name":"c","error":"…"}`},

	{"policies of KubeAdmiral", "one of each kind, or null",
		`{"name":"k","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}},"cluster":{"metadata":{"name":"m1"}},` +
			`"clusterOverridePolicy":{"metadata":{"name":"p"},"spec":{"overrideRules":[{"overriders":{"jsonpatch":[{"operator":"add","path":"/data","value":{"a":"b"}}]}}]}},"overridePolicy":null}`,
		`{"name":"k","want":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"b"}}}`},

	{"hook for replicas", "the number of replicas, and the requirements of each",
		`{"name":"h","op":"InterpretReplica","object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":2,"template":{"spec":{"nodeSelector":{"disk":"ssd"},"containers":[{"name":"a","resources":{"limits":{"cpu":"1500m"}}}]}}}}}`,
		`{"name":"h","want":{"replicas":2,"requirements":{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"resourceRequest":{"cpu":"1500m"}}}}`},
	{"hook for other replicas", "the object with that number",
		`{"name":"h","op":"ReviseReplica","object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":2,"x":1}},"replicas":7}`,
		`{"name":"h","want":{"object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":7,"x":1}}}}`},
	{"hook that retains", "it takes two objects",
		`{"name":"h","op":"Retain","desired":{"apiVersion":"v1","kind":"Service"},"observed":{"spec":{"clusterIP":"10.0.0.7"}}}`,
		`{"name":"h","want":{"object":{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.0.0.7"}}}}`},
	{"hook that aggregates", "the answer has only the status",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"v1","kind":"PersistentVolume","spec":{}},"items":[{"clusterName":"a","status":{"phase":"Bound"}},{"clusterName":"b"}]}`,
		`{"name":"h","want":{"status":{"phase":"Pending"}}}`},
	{"hook with a clock", "the current time is NOW",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"batch/v1","kind":"Job"},"items":[{"clusterName":"a","status":{"failed":1,"conditions":[{"type":"Failed","status":"True"}]}}]}`,
		`{"name":"h","want":{"status":{"failed":1,"conditions":[{"type":"Failed","status":"True","reason":"JobFailed","message":"Job executed failed in member clusters a","lastProbeTime":"NOW","lastTransitionTime":"NOW"}]}}}`},
	{"items with a decimal point", "members report integers",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"apps/v1","kind":"Deployment"},"items":[{"clusterName":"a","status":{"replicas":2.0}}]}`,
		`{"name":"h","error":"AggregateStatus: Deployment: …"}`},
	{"hook for a status", "every kind has a status",
		`{"name":"h","op":"InterpretStatus","object":{"apiVersion":"example.com/v1","kind":"Widget","status":{"ready":true}}}`,
		`{"name":"h","want":{"ready":true}}`},
	{"hook without a status", "null is an answer",
		`{"name":"h","op":"InterpretStatus","object":{"apiVersion":"example.com/v1","kind":"Widget"}}`,
		`{"name":"h","want":null}`},
	{"hook for health", "a pending volume claim",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","status":{"phase":"Pending"}}}`,
		`{"name":"h","want":{"healthy":false}}`},
	{"hook for dependencies", "sorted",
		`{"name":"h","op":"InterpretDependency","object":{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","metadata":{"namespace":"n"},"spec":{"tls":[{"secretName":"b"},{"secretName":"a"}]}}}`,
		`{"name":"h","want":[{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"a"},{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"b"}]}`},
	{"no dependencies", "an empty list",
		`{"name":"h","op":"InterpretDependency","object":{"apiVersion":"networking.k8s.io/v1","kind":"Ingress"}}`,
		`{"name":"h","want":[]}`},
	{"hook enabled", "by kind and operation",
		`{"name":"h","op":"HookEnabled","apiVersion":"v1","kind":"Secret","operation":"Retain"}`,
		`{"name":"h","want":{"enabled":true}}`},
	{"no hook", "the error names the kind",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j"}}}`,
		`{"name":"h","error":"InterpretHealth: Job j: no hook for batch/v1, Kind=Job"}`},
	{"hook that fails", "the error has the path",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"n"},"spec":3}}`,
		`{"name":"h","error":"InterpretHealth: Service n/s: /spec is …"}`},
	{"hook without an object", "it has no kind",
		`{"name":"h","op":"ReviseReplica"}`,
		`{"name":"h","error":"ReviseReplica: …"}`},
	{"hook on a list", "the case cannot be decoded",
		`{"name":"h","op":"InterpretStatus","object":[]}`,
		`{"name":"h","error":"…"}`},

	{"scripts", "a script for the kind of the case", `{"name":"l","op":"ReviseReplica","apiVersion":"example.io/v1","kind":"Widget","script":"function ReviseReplica(o, n) o.size = n return o end",` +
		`"object":{"apiVersion":"example.io/v1","kind":"Widget"},"replicas":7}`, `{"name":"l","want":{"object":{"apiVersion":"example.io/v1","kind":"Widget","size":7}}}`},
	{"scripts without a hook", "Karmada's other interpreters are not asked", `{"name":"l","op":"InterpretReplica","customizations":[],"object":{"apiVersion":"apps/v1","kind":"Deployment"}}`,
		`{"name":"l","notEnabled":true}`},
	{"script for a hook that is asked for", "only HookEnabled has no object",
		`{"name":"l","op":"HookEnabled","apiVersion":"example.io/v1","kind":"Widget","operation":"Retain","customizations":[]}`, `{"name":"l","want":{"enabled":false}}`},
	{"scripts that do not compile", "admission refuses them",
		`{"name":"l","op":"Validate","customization":{"spec":{"customizations":{"retention":{"luaScript":"x ="}}}}}`, `{"name":"l","error":"InterpreterOperation(Retain) Lua script error: …"}`},
	{"script is a number", "an error", `{"name":"l","op":"InterpretHealth","script":5}`, `{"name":"l","error":"json: …"}`},

	{"eviction", "a task that has its creation time now, and one that is over",
		`{"name":"e","op":"AssessEviction","now":"2026-08-21T12:00:00.5Z","timeoutSeconds":60,"tasks":[{"fromCluster":"m1","reason":"r","producer":"p"},{"fromCluster":"m2","reason":"r","producer":"p","creationTimestamp":"2026-08-21T11:59:00Z"}]}`,
		`{"name":"e","want":{"kept":[{"fromCluster":"m1","reason":"r","producer":"p","creationTimestamp":"2026-08-21T12:00:00Z"}],"evicted":["m2"],"retryAfterSeconds":60}}`},
	{"eviction of a binding", "of both kinds",
		`{"name":"e","op":"AssessBinding","now":"2026-08-21T12:00:00Z","timeoutSeconds":60,"binding":{"kind":"ClusterResourceBinding","metadata":{"generation":2},"spec":{"gracefulEvictionTasks":[{"fromCluster":"m2","reason":"r","producer":"p","creationTimestamp":"2026-08-21T11:59:30Z"}]},"status":{"schedulerObservedGeneration":1}}}`,
		`{"name":"e","want":{"gracefulEvictionTasks":[{"fromCluster":"m2","reason":"r","producer":"p","creationTimestamp":"2026-08-21T11:59:30Z"}],"written":false,"retryAfterSeconds":30}}`},
	{"queue of taints", "cluster-scoped bindings have no namespace",
		`{"name":"t","op":"TaintQueue","now":"2026-08-21T12:00:00Z","cluster":{"metadata":{"name":"m1"},"spec":{"taints":[{"key":"a","effect":"NoExecute"}]}},` +
			`"clusterResourceBindings":[{"metadata":{"name":"b"},"spec":{"clusters":[{"name":"m1"}]}}],"options":{"enableNoExecuteTaintEviction":true}}`,
		`{"name":"t","want":{"evictAfterSeconds":{"ClusterResourceBinding b":0},"resyncSeconds":10}}`},
	{"eviction by a taint", "the cluster may be gone",
		`{"name":"t","op":"TaintEviction","binding":{"kind":"ResourceBinding"},"clusterName":"m1","cluster":null,"options":{"enableNoExecuteTaintEviction":true}}`,
		`{"name":"t","want":{"clusters":null,"gracefulEvictionTasks":[],"evicted":false,"retryAfterSeconds":0}}`},
	{"failover of an application", "without a hook nothing is remembered",
		`{"name":"f","op":"ApplicationFailover","binding":{"kind":"ResourceBinding"},"unhealthySince":{"m1":"2026-08-21T12:00:00Z"},"healthHook":false}`,
		`{"name":"f","want":{"clusters":null,"gracefulEvictionTasks":[],"unhealthySince":{},"written":false,"retryAfterSeconds":0}}`},
	{"eviction from a cluster", "the cluster is a name",
		`{"name":"e","op":"EvictCluster","clusters":[{"name":"m1","replicas":2}],"gracefulEvictionTasks":[],"cluster":"m1","options":{"reason":"r","producer":"p"}}`,
		`{"name":"e","want":{"clusters":[],"gracefulEvictionTasks":[{"fromCluster":"m1","replicas":2,"reason":"r","producer":"p"}]}}`},
	{"state", "numbers are floating point",
		`{"name":"s","op":"PreserveState","rules":[{"aliasLabelName":"a","jsonPath":"{.n}"}],"status":{"n":1000000}}`, `{"name":"s","want":{"labels":{"a":"1e+06"}}}`},
	{"state of a string that is not JSON", "an error",
		`{"name":"s","op":"PreserveState","rules":[{"aliasLabelName":"a","jsonPath":"{.n}"}],"statusText":"{"}`, `{"name":"s","error":"the status is not valid JSON: …"}`},
	{"state in a manifest", "it wins over the labels of the object",
		`{"name":"i","op":"InjectState","spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"p"},"clusters":[{"name":"m2"}],"gracefulEvictionTasks":[{"fromCluster":"m1","purgeMode":"Directly","reason":"r","producer":"p","preservedLabelState":{"a":"new"}}]},"object":{"metadata":{"labels":{"a":"old","b":"c"}}}}`,
		`{"name":"i","want":{"labels":{"m2":{"a":"new","b":"c"}},"keepWorksIn":["m2"],"waitFor":["m1"]}}`},
	{"taints by conditions", "with the time",
		`{"name":"t","op":"ConditionTaints","now":"2026-08-21T12:00:00Z","cluster":{"metadata":{"name":"m1"}}}`,
		`{"name":"t","want":{"taints":[{"key":"cluster.karmada.io/not-ready","effect":"NoSchedule","timeAdded":"2026-08-21T12:00:00Z"}],"updated":true}}`},
	{"taints by policies", "a cluster is needed", `{"name":"t","op":"TaintPolicies","clusterTaintPolicies":[]}`, `{"name":"t","error":"found no cluster, expected one"}`},
	{"health of a cluster", "a restarted monitor remembers nothing",
		`{"name":"h","op":"ClusterHealth","now":"2026-08-21T12:00:00Z","cluster":{"metadata":{"name":"m1"},"spec":{"syncMode":"Pull"},"status":{"conditions":[]}},"leaseRenewTime":"2026-08-21T11:00:00.000000Z","options":{"monitorGraceSeconds":40,"startupGraceSeconds":60}}`,
		`{"name":"h","want":{"conditions":[],"record":{"probeTime":"2026-08-21T12:00:00Z","ready":null,"leaseRenewTime":"2026-08-21T11:00:00.000000Z"},"written":false}}`},
	{"taint policy", "refused", `{"name":"v","op":"ValidateTaintPolicy","allowNoExecute":false,"policy":{"metadata":{"name":"p"},"spec":{"taints":[{"key":"a","effect":"NoSchedule"}]}}}`,
		`{"name":"v","want":{"allowed":true}}`},
	{"taints of a cluster", "errors and defaults", `{"name":"a","op":"AdmitTaints","now":"2026-08-21T12:00:00Z","taints":[{"key":"a","effect":"NoExecute"}]}`,
		`{"name":"a","want":{"errors":[],"taints":[{"key":"a","effect":"NoExecute","timeAdded":"2026-08-21T12:00:00Z"}]}}`},
	{"eviction of a list", "the case cannot be decoded",
		`{"name":"e","op":"AssessBinding","binding":[]}`,
		`{"name":"e","error":"…"}`},

	{"sync", "what an update sends, even if the library would not send it",
		`{"name":"s","op":"Sync","cluster":"m1","desired":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"karmada.io/managed":"true"}}},"observed":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","resourceVersion":"5","labels":{"karmada.io/managed":"true"}},"immutable":false}}`,
		`{"name":"s","want":{"needsUpdate":true,"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","resourceVersion":"5","labels":{"karmada.io/managed":"true"}}}}}`},
	{"sync of a missing object", "it is created",
		`{"name":"s","op":"Sync","cluster":"m1","desired":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}},"observed":null}`,
		`{"name":"s","want":{"needsUpdate":true,"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}}}`},
	{"sync of two objects", "Karmada compares any pair",
		`{"name":"s","op":"Sync","cluster":"m1","desired":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}},"observed":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d","labels":{"karmada.io/managed":"true"}}}}`,
		`{"name":"s","want":{"needsUpdate":true,"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"karmada.io/managed":"true"}}}}}`},
	{"sync of labels that are not strings", "Karmada loses them",
		`{"name":"s","op":"Sync","cluster":"m1","desired":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"a":1}}},"observed":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"karmada.io/managed":"true"}}}}`,
		`{"name":"s","want":{"needsUpdate":false,"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","labels":{"karmada.io/managed":"true"}}}}}`},
	{"sync of the object of others", "an error",
		`{"name":"s","op":"Sync","cluster":"m1","desired":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}},"observed":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}}`,
		`{"name":"s","error":"ConfigMap c exists in cluster m1 and is not managed by Karmada: …"}`},
	{"release", "the labels of Karmada go",
		`{"name":"s","op":"Release","object":{"metadata":{"name":"c","labels":{"karmada.io/managed":"true","a":"b"}}}}`,
		`{"name":"s","want":{"object":{"metadata":{"name":"c","labels":{"a":"b"}}}}}`},
	{"member update", "an edit",
		`{"name":"s","op":"MemberUpdate","recordedVersion":"1","old":{"metadata":{"labels":{"karmada.io/managed":"true"},"annotations":{"work.karmada.io/namespace":"karmada-es-n","work.karmada.io/name":"w"}}},"current":{"metadata":{"resourceVersion":"2"}}}`,
		`{"name":"s","want":{"enqueue":true,"work":"karmada-es-n/w"}}`},
	{"member update before a record", "Karmada ignores it",
		`{"name":"s","op":"MemberUpdate","recordedVersion":null,"old":{"metadata":{"labels":{"karmada.io/managed":"true"},"annotations":{"work.karmada.io/namespace":"karmada-es-n","work.karmada.io/name":"w"}}},"current":{}}`,
		`{"name":"s","want":{"enqueue":false}}`},
	{"sync of a list", "the case cannot be decoded",
		`{"name":"s","op":"Sync","desired":[]}`,
		`{"name":"s","error":"…"}`},

	{"unknown case", "the answer has its name",
		`{"name":"x","op":"NoSuchOperation","input":{}}`,
		`{"name":"x","error":"unknown kind of case"}`},
	{"unnamed case", "the name is null",
		`{}`,
		`{"name":null,"error":"unknown kind of case"}`},
	{"broken line", "an incomplete line",
		`{"name":"x","object":{`,
		`{"error":"the line is not a JSON object: …"}`},
	{"list", "JSON, but not an object",
		`[{"image":"nginx"}]`,
		`{"error":"the line is not a JSON object: …"}`},
	{"text", "not JSON",
		`image: nginx`,
		`{"error":"the line is not a JSON object: …"}`},
}

// requireAnswer compares two answers as JSON.
func requireAnswer(t testing.TB, want, got, reason string) {
	t.Helper()
	var w, g map[string]any
	require.NoError(t, json.Unmarshal([]byte(want), &w))
	require.NoError(t, json.Unmarshal([]byte(got), &g), reason)
	text, _ := w["error"].(string)
	if words, cut := strings.CutSuffix(text, "…"); cut {
		require.IsType(t, "", g["error"], reason)
		require.NotEmpty(t, g["error"], reason)
		require.Equal(t, words, g["error"].(string)[:min(len(words), len(g["error"].(string)))], reason)
		g["error"] = w["error"]
	}
	require.Equal(t, w, g, reason)
}

func TestReplay(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replay(strings.NewReader(c.line+"\n"), &out), c.reason)
			require.Equal(t, 1, strings.Count(out.String(), "\n"), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}

// TestReplayNeverStops replays all cases in one stream, with an invalid line before each.
func TestReplayNeverStops(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3<<20)
	var in strings.Builder
	var want []string
	for _, c := range cases {
		in.WriteString("{\n" + c.line + "\n\n")
		want = append(want, `{"error":"the line is not a JSON object: …"}`, c.want)
	}
	in.WriteString(`{"name":"` + long + `"}`) // longer than the buffer, and without a newline
	want = append(want, `{"name":"`+long+`","error":"unknown kind of case"}`)

	var out bytes.Buffer
	require.NoError(t, replay(strings.NewReader(in.String()), &out))
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, got, len(want), "one answer for each line, and none for an empty line")
	for i := range want {
		requireAnswer(t, want[i], got[i], "in the same order")
	}
}

// broken fails after its lines were read, and on every write.
type broken struct{ read *strings.Reader }

var errBroken = errors.New("broken")

func (b broken) Read(p []byte) (int, error) {
	if b.read.Len() == 0 {
		return 0, errBroken
	}
	return b.read.Read(p)
}

func (b broken) Write([]byte) (int, error) { return 0, errBroken }

func TestReplayFailsToReadOrWrite(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.ErrorIs(t, replay(broken{strings.NewReader("{}\n{}\n")}, &out), errBroken, "a read error is not the end of the cases")
	require.ErrorIs(t, replay(strings.NewReader("{}\n"), broken{}), errBroken, "a write error is returned")
}
