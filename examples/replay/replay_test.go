package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cases are lines and their answers. An error may end in … for words that may change.
var cases = []struct{ name, reason, line, want string }{
	{"image", "the parts of a reference",
		`{"image":"gcr.io/team/app:v1"}`,
		`{"image":"gcr.io/team/app:v1","hostname":"gcr.io","repository":"team/app","tag":"v1","digest":"","string":"gcr.io/team/app:v1"}`},
	{"image with both", "a digest beside a tag is not read, as in Karmada",
		`{"image":"app:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`,
		`{"image":"app:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","hostname":"","repository":"app","tag":"v1","digest":"","string":"app:v1"}`},
	{"bad image", "the image is said again, with the error",
		`{"image":"App"}`,
		`{"image":"App","error":"image \"App\": …"}`},
	{"image of a number", "no reference at all",
		`{"image":5}`,
		`{"error":"…"}`},

	{"policies", "cluster-wide ones first; who took part, in order",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"team"}},"cluster":{"metadata":{"name":"m1"}},` +
			`"clusterOverridePolicies":[{"apiVersion":"policy.karmada.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"name":"p"},"spec":{"overrideRules":[{"overriders":{"labelsOverrider":[{"operator":"add","value":{"a":"p"}}]}}]}}],` +
			`"overridePolicies":[{"apiVersion":"policy.karmada.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"q","namespace":"team"},"spec":{"overrideRules":[{"overriders":{"labelsOverrider":[{"operator":"replace","value":{"a":"q"}}]}}]}}]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"team","labels":{"a":"q"}}},"applied":[{"kind":"ClusterOverridePolicy","name":"p"},{"kind":"OverridePolicy","name":"q"}]}`},
	{"policies without kind", "the field that they stand in tells what they are",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"team"}},"cluster":{},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a","operator":"add","value":1}]}}}],` +
			`"overridePolicies":[{"metadata":{"name":"q","namespace":"team"},"spec":{"overriders":{"plaintext":[{"path":"/b","operator":"add","value":1.50}]}}}]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"team"},"a":1,"b":1.5},"applied":[{"kind":"ClusterOverridePolicy","name":"p"},{"kind":"OverridePolicy","name":"q"}]}`},
	{"cluster", "rules for other clusters take no part",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"targetCluster":{"clusterNames":["m2"]},"overriders":{"plaintext":[{"path":"/a","operator":"add","value":1}]}}}],"overridePolicies":[]}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod"},"applied":[]}`},
	{"no policies", "null is an empty list",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod","spec":{"n":3.0}},"cluster":{},"clusterOverridePolicies":null}`,
		`{"name":"c","want":{"apiVersion":"v1","kind":"Pod","spec":{"n":3}},"applied":[]}`},
	{"failing policy", "the error names the policy and the place",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a/b","operator":"remove"}]}}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy p: spec.overriders.plaintext[0]: Pod in cluster m1: …"}`},
	{"faulty policy", "faults are applied as they come, like any other policy",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{"metadata":{"name":"m1"}},"clusterOverridePolicies":[{"metadata":{"name":"p"},"spec":{"overriders":{"plaintext":[{"path":"/a","operator":"move"}]}}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy p: spec.overriders.plaintext[0]: Pod in cluster m1: …"}`},
	{"unnamed policy", "nothing could be said about it",
		`{"name":"c","object":{"apiVersion":"v1","kind":"Pod"},"cluster":{},"clusterOverridePolicies":[{"spec":{}}]}`,
		`{"name":"c","error":"ClusterOverridePolicy: metadata.name: Required value: …"}`},
	{"object of a text", "what is none is an error",
		`{"name":"c","object":"Pod","cluster":{},"clusterOverridePolicies":[]}`,
		`{"name":"c","error":"…"}`},
	{"no object", "so is what is missing",
		`{"name":"c","cluster":{},"clusterOverridePolicies":[]}`,
		`{"name":"c","error":"…"}`},
	{"policies of a number", "no list of policies",
		`{"name":"c","object":{},"cluster":{},"clusterOverridePolicies":5}`,
		`{"name":"c","error":"…"}`},

	{"policies of KubeAdmiral", "one of each kind, or null",
		`{"name":"k","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}},"cluster":{"metadata":{"name":"m1"}},` +
			`"clusterOverridePolicy":{"metadata":{"name":"p"},"spec":{"overrideRules":[{"overriders":{"jsonpatch":[{"operator":"add","path":"/data","value":{"a":"b"}}]}}]}},"overridePolicy":null}`,
		`{"name":"k","want":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"b"}}}`},

	{"hook for replicas", "how many there are, and what each needs",
		`{"name":"h","op":"InterpretReplica","object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":2,"template":{"spec":{"nodeSelector":{"disk":"ssd"},"containers":[{"name":"a","resources":{"limits":{"cpu":"1500m"}}}]}}}}}`,
		`{"name":"h","want":{"replicas":2,"requirements":{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"resourceRequest":{"cpu":"1500m"}}}}`},
	{"hook for other replicas", "the object with as many",
		`{"name":"h","op":"ReviseReplica","object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":2,"x":1}},"replicas":7}`,
		`{"name":"h","want":{"object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":7,"x":1}}}}`},
	{"hook that retains", "here there are two objects",
		`{"name":"h","op":"Retain","desired":{"apiVersion":"v1","kind":"Service"},"observed":{"spec":{"clusterIP":"10.0.0.7"}}}`,
		`{"name":"h","want":{"object":{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.0.0.7"}}}}`},
	{"hook that aggregates", "only the status is told",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"v1","kind":"PersistentVolume","spec":{}},"items":[{"clusterName":"a","status":{"phase":"Bound"}},{"clusterName":"b"}]}`,
		`{"name":"h","want":{"status":{"phase":"Pending"}}}`},
	{"hook with a clock", "its time is NOW",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"batch/v1","kind":"Job"},"items":[{"clusterName":"a","status":{"failed":1,"conditions":[{"type":"Failed","status":"True"}]}}]}`,
		`{"name":"h","want":{"status":{"failed":1,"conditions":[{"type":"Failed","status":"True","reason":"JobFailed","message":"Job executed failed in member clusters a","lastProbeTime":"NOW","lastTransitionTime":"NOW"}]}}}`},
	{"items with a point", "integers of members are written as such",
		`{"name":"h","op":"AggregateStatus","object":{"apiVersion":"apps/v1","kind":"Deployment"},"items":[{"clusterName":"a","status":{"replicas":2.0}}]}`,
		`{"name":"h","error":"AggregateStatus: Deployment: …"}`},
	{"hook for a status", "any kind has one",
		`{"name":"h","op":"InterpretStatus","object":{"apiVersion":"example.com/v1","kind":"Widget","status":{"ready":true}}}`,
		`{"name":"h","want":{"ready":true}}`},
	{"hook without a status", "null is an answer",
		`{"name":"h","op":"InterpretStatus","object":{"apiVersion":"example.com/v1","kind":"Widget"}}`,
		`{"name":"h","want":null}`},
	{"hook for health", "a claim that waits",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","status":{"phase":"Pending"}}}`,
		`{"name":"h","want":{"healthy":false}}`},
	{"hook for dependencies", "sorted",
		`{"name":"h","op":"InterpretDependency","object":{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","metadata":{"namespace":"n"},"spec":{"tls":[{"secretName":"b"},{"secretName":"a"}]}}}`,
		`{"name":"h","want":[{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"a"},{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"b"}]}`},
	{"no dependencies", "an empty list",
		`{"name":"h","op":"InterpretDependency","object":{"apiVersion":"networking.k8s.io/v1","kind":"Ingress"}}`,
		`{"name":"h","want":[]}`},
	{"is there a hook", "of a kind and an operation",
		`{"name":"h","op":"HookEnabled","apiVersion":"v1","kind":"Secret","operation":"Retain"}`,
		`{"name":"h","want":{"enabled":true}}`},
	{"there is no hook", "so nobody answers",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j"}}}`,
		`{"name":"h","error":"InterpretHealth: Job j: no hook for batch/v1, Kind=Job"}`},
	{"hook that fails", "the error says where",
		`{"name":"h","op":"InterpretHealth","object":{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"n"},"spec":3}}`,
		`{"name":"h","error":"InterpretHealth: Service n/s: /spec is …"}`},
	{"hook of nothing", "no object has no kind",
		`{"name":"h","op":"ReviseReplica"}`,
		`{"name":"h","error":"ReviseReplica: …"}`},
	{"hook of a list", "no case that could be read",
		`{"name":"h","op":"InterpretStatus","object":[]}`,
		`{"name":"h","error":"…"}`},

	{"unknown case", "it keeps its name",
		`{"name":"x","op":"NoSuchOperation","input":{}}`,
		`{"name":"x","error":"no known kind of case"}`},
	{"unnamed case", "which may be missing",
		`{}`,
		`{"name":null,"error":"no known kind of case"}`},
	{"broken line", "half of a case",
		`{"name":"x","object":{`,
		`{"error":"the line is no JSON object: …"}`},
	{"list", "JSON, but no case",
		`[{"image":"nginx"}]`,
		`{"error":"the line is no JSON object: …"}`},
	{"text", "no JSON",
		`image: nginx`,
		`{"error":"the line is no JSON object: …"}`},
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

// TestReplayNeverStops has all cases in one stream, bad ones first and between them.
func TestReplayNeverStops(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3<<20)
	var in strings.Builder
	var want []string
	for _, c := range cases {
		in.WriteString("{\n" + c.line + "\n\n")
		want = append(want, `{"error":"the line is no JSON object: …"}`, c.want)
	}
	in.WriteString(`{"name":"` + long + `"}`) // longer than any buffer, and without an end of line
	want = append(want, `{"name":"`+long+`","error":"no known kind of case"}`)

	var out bytes.Buffer
	require.NoError(t, replay(strings.NewReader(in.String()), &out))
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, got, len(want), "each line has its answer; an empty line is no case")
	for i := range want {
		requireAnswer(t, want[i], got[i], "in the same order")
	}
}

// broken reads a line, then fails; and fails to write.
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
	require.ErrorIs(t, replay(broken{strings.NewReader("{}\n{}\n")}, &out), errBroken, "what cannot be read is no end of the cases")
	require.ErrorIs(t, replay(strings.NewReader("{}\n"), broken{}), errBroken, "answers that are lost are not answered")
}
