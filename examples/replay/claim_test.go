package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestReplayClaims(t *testing.T) {
	t.Parallel()
	const policy = `{"apiVersion":"policy.karmada.io/v1alpha1","kind":"ClusterPropagationPolicy","metadata":{"name":"c","labels":{"clusterpropagationpolicy.karmada.io/permanent-id":"i"}},` +
		`"spec":{"priority":2,"preemption":"Always","resourceSelectors":[{"apiVersion":"v1","kind":"ConfigMap","name":"m"}]}}`
	for _, c := range []struct{ name, reason, line, want string }{
		{"claim", "the edit, and the labels and annotations after it",
			`{"name":"c","op":"Claim","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"}},"clusterPropagationPolicies":[` + policy + `]}`,
			`{"name":"c","want":{"decision":"apply","policy":{"kind":"ClusterPropagationPolicy","namespace":"","name":"c"},"written":true,` +
				`"labels":{"clusterpropagationpolicy.karmada.io/permanent-id":"i"},"annotations":{"clusterpropagationpolicy.karmada.io/name":"c"},` +
				`"after":{"labels":{"clusterpropagationpolicy.karmada.io/permanent-id":"i"},"annotations":{"clusterpropagationpolicy.karmada.io/name":"c"}}}}`},
		{"preemption", "no policy had claimed the object",
			`{"name":"c","op":"Preempt","gates":{"PropagationPolicyPreemption":true},"policy":` + policy + `,"objects":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"}}]}`,
			`{"name":"c","want":{"objects":[{"apiVersion":"v1","kind":"ConfigMap","namespace":"","name":"m","preempted":false,"after":{"labels":null,"annotations":null}}]}}`},
		{"lower priority", "the policy itself is always queued",
			`{"name":"c","op":"Deprioritize","oldPolicy":{"kind":"ClusterPropagationPolicy","metadata":{"name":"c","generation":1},"spec":{"priority":3}},"policy":` + policy + `}`,
			`{"name":"c","want":{"enqueued":["c"]}}`},
		{"eligible", "a namespace that is skipped by default",
			`{"name":"c","op":"Eligible","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m","namespace":"kube-system"}},"options":{}}`,
			`{"name":"c","want":{"apiWatched":true,"eventPassed":false,"eligible":false}}`},
		{"changed", "a new claim",
			`{"name":"c","op":"Changed","old":{"metadata":{}},"new":{"metadata":{"labels":{"propagationpolicy.karmada.io/permanent-id":"x"}}}}`,
			`{"name":"c","want":{"specificationChanged":true,"changeByKarmada":true}}`},
		{"not an object", "the case cannot be decoded",
			`{"name":"c","op":"Claim","object":[]}`,
			`{"name":"c","error":"…"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replay(strings.NewReader(c.line+"\n"), &out), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}

// TestReplayRequeues has Karmada's answers. Where Karmada panics there is an error.
func TestReplayRequeues(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[json.RawMessage](t, "deprioritize")
	require.Len(t, cases, 14)
	for _, line := range cases {
		var recorded, got struct {
			Name, Panic, Error string
			Want               json.RawMessage
		}
		var out bytes.Buffer
		require.NoError(t, json.Unmarshal(line, &recorded))
		require.NoError(t, replay(bytes.NewReader(append(line, '\n')), &out))
		require.NoError(t, json.Unmarshal(out.Bytes(), &got))
		require.Equal(t, recorded.Panic != "", got.Error != "", recorded.Name)
		if recorded.Panic == "" {
			require.JSONEq(t, string(recorded.Want), string(got.Want), recorded.Name)
		}
	}
}
