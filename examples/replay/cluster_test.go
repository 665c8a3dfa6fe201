package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplayFacts(t *testing.T) {
	t.Parallel()
	const node = `{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"1500m"},"conditions":[{"type":"Ready","status":"True"}]}}`
	for _, c := range []struct{ name, reason, line, want string }{
		{"nodes", "0 is left out", `{"name":"f","op":"NodeSummary","nodes":[{}]}`, `{"name":"f","want":{"totalNum":1}}`},
		{"resources", "pods without a node are allocating", `{"name":"f","op":"ResourceSummary","nodes":[` + node + `],"pods":[{"spec":{}}]}`, `{"name":"f","want":{"allocatable":{"cpu":"1500m"},"allocating":{"pods":"1"}}}`},
		{"invalid pod", "the error has the path", `{"name":"f","op":"ResourceSummary","pods":[{"metadata":{"name":"p"},"spec":3}]}`, `{"name":"f","error":"Pod p: /spec is …"}`},
		{"invalid node", "the error has the path", `{"name":"f","op":"NodeSummary","nodes":[{"status":""}]}`, `{"name":"f","error":"Node: /status is …"}`},
		{
			"grades", "all grades are counted",
			`{"name":"f","op":"ClusterModels","nodes":[` + node + `],"models":[{"grade":0,"ranges":[{"name":"cpu","min":"0","max":"1"}]},{"grade":4,"ranges":[{"name":"cpu","min":1,"max":"2"}]}]}`,
			`{"name":"f","want":{"allocatableModelings":[{"grade":0,"count":0},{"grade":4,"count":1}]}}`,
		},
		{"no models", "the list is missing", `{"name":"f","op":"ClusterModels","nodes":[` + node + `]}`, `{"name":"f","want":{"allocatableModelings":null}}`},
		{"uneven models", "Karmada stores no list and returns no error", `{"name":"f","op":"ClusterModels","models":[{"grade":0,"ranges":[]},{"grade":1,"ranges":[{"name":"cpu","min":"0","max":"1"}]}]}`, `{"name":"f","want":{"allocatableModelings":null}}`},
		{"no ranges", "Karmada panics", `{"name":"f","op":"ClusterModels","nodes":[` + node + `],"models":[{"grade":0,"ranges":[]}]}`, `{"name":"f","error":"resourceModels[0].ranges …"}`},
		{"ready", "no time", `{"name":"f","op":"ReadyCondition","online":true,"healthy":true}`, `{"name":"f","want":{"type":"Ready","status":"True","reason":"ClusterReady","message":"cluster is healthy and ready to accept workloads"}}`},
		{
			"taints", "only the new one has no time",
			`{"name":"f","op":"Taints","cluster":{"spec":{"taints":[{"key":"a","effect":"NoExecute","timeAdded":"2026-01-01T00:00:00Z"}]}}}`,
			`{"name":"f","want":{"taints":[{"key":"a","effect":"NoExecute","timeAdded":"2026-01-01T00:00:00Z"},{"key":"cluster.karmada.io/not-ready","effect":"NoSchedule"}],"updated":true}}`,
		},
		{"no taints", "an empty list", `{"name":"f","op":"Taints","cluster":{"status":{"conditions":[{"type":"Ready","status":"True"}]}}}`, `{"name":"f","want":{"taints":[],"updated":false}}`},
		{"no cluster", "it has no taints", `{"name":"f","op":"Taints"}`, `{"name":"f","error":"…"}`},
		{"enablement", "no list", `{"name":"f","op":"APIEnablement","cluster":{},"apiVersion":"v1","kind":"Pod"}`, `{"name":"f","want":{"state":"APIUnknown"}}`},
		{"enablement without a cluster", "an error", `{"name":"f","op":"APIEnablement","apiVersion":"v1","kind":"Pod"}`, `{"name":"f","error":"…"}`},
		{"nodes that are not a list", "the case cannot be decoded", `{"name":"f","op":"NodeSummary","nodes":{}}`, `{"name":"f","error":"…"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replay(strings.NewReader(c.line+"\n"), &out), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}
