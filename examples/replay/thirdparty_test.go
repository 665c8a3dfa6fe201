package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplayThirdparty(t *testing.T) {
	t.Parallel()
	const (
		cloneSet = `"object":{"apiVersion":"apps.kruise.io/v1alpha1","kind":"CloneSet","metadata":{"name":"c","generation":2},"spec":{"replicas":3,"template":{}}}`
		job      = `"object":{"apiVersion":"batch.volcano.sh/v1alpha1","kind":"Job"}`
	)
	for _, c := range []struct{ name, reason, line, want string }{
		{"replicas", "a kind that has scripts", `{"name":"r","op":"InterpretReplica",` + cloneSet + `}`, `{"name":"r","want":{"replicas":3,"requirements":null}}`},
		{"components", "an operation that native does not have", `{"name":"c","op":"InterpretComponent",` + job + `}`, `{"name":"c","want":[]}`},
		{"no hook", "the kind has scripts, but not this one", `{"name":"c","op":"InterpretComponent",` + cloneSet + `}`, `{"name":"c","error":"InterpretComponent: CloneSet c: no hook …"}`},
		{"aggregate", "the whole object, with the current time as NOW",
			`{"name":"a","op":"AggregateStatus",` + job + `,"items":[{"clusterName":"a","status":{"state":{"phase":"Failed"}}},{"clusterName":"b"}]}`,
			`{"name":"a","want":{"object":{"apiVersion":"batch.volcano.sh/v1alpha1","kind":"Job","status":{"state":` +
				`{"phase":"Failed","reason":"VolcanoJobFailed","message":"Job failed in clusters: a","lastTransitionTime":"NOW"}}}}}`},
		{"retain", "the desired object has the kind",
			`{"name":"t","op":"Retain","desired":{"apiVersion":"argoproj.io/v1alpha1","kind":"Workflow","spec":{}},"observed":{"spec":{"suspend":true}}}`,
			`{"name":"t","want":{"object":{"apiVersion":"argoproj.io/v1alpha1","kind":"Workflow","spec":{"suspend":true}}}}`},
		{"enabled", "the scripts alone are asked, so the whole status is not reported",
			`{"name":"e","op":"HookEnabled","apiVersion":"argoproj.io/v1alpha1","kind":"Workflow","operation":"InterpretStatus"}`, `{"name":"e","want":{"enabled":false}}`},
		{"native", "a kind without scripts is native",
			`{"name":"n","op":"AggregateStatus","object":{"apiVersion":"v1","kind":"PersistentVolume"},"items":null}`, `{"name":"n","want":{"status":null}}`},
		{"sequence", "each step is on its own",
			`{"name":"s","op":"Sequence","steps":[{"op":"InterpretReplica",` + cloneSet + `},{"op":"InterpretReplica",` + job + `}]}`,
			`{"name":"s","want":[{"want":{"replicas":3,"requirements":null}},{"error":"InterpretReplica: Job: no hook for batch.volcano.sh/v1alpha1, Kind=Job"}]}`},
		{"not an object", "the case cannot be decoded", `{"name":"c","op":"InterpretReplica","object":[]}`, `{"name":"c","error":"…"}`},
		{"not a hook", "as without the flag", `{"image":"app:v1"}`, `{"image":"app:v1","hostname":"","repository":"app","tag":"v1","digest":"","string":"app:v1"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replayLines(strings.NewReader(c.line+"\n"), &out, answerThirdparty), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}

func TestReplayNativeAlone(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	line := `{"name":"r","op":"InterpretReplica","object":{"apiVersion":"apps.kruise.io/v1alpha1","kind":"CloneSet","spec":{"replicas":3,"template":{}}}}`
	require.NoError(t, replay(strings.NewReader(line+"\n"), &out))
	requireAnswer(t, `{"name":"r","error":"InterpretReplica: CloneSet: no hook …"}`, out.String(), "without the flag, scripts are not asked")
}
