package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplayStatuses(t *testing.T) {
	t.Parallel()
	const (
		object   = `{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","annotations":{"work.karmada.io/namespace":"karmada-es-m1","work.karmada.io/name":"w"}}}`
		manifest = `"spec":{"workload":{"manifests":[{"apiVersion":"v1","kind":"Service","metadata":{"name":"s"}}]}}`
		binding  = `"binding":{"metadata":{"labels":{"resourcebinding.karmada.io/permanent-id":"i"}},"spec":{"resource":{"apiVersion":"v1","kind":"Service","name":"s"},"clusters":[{"name":"m1"}]}}`
	)
	for _, c := range []struct{ name, reason, line, want string }{
		{"reflect", "the manifest statuses that the Work gets",
			`{"name":"c","op":"ReflectWork","object":` + object + `,"work":{"metadata":{"namespace":"karmada-es-m1","name":"w"},` + manifest + `}}`,
			`{"name":"c","want":{"action":"update","manifestStatuses":[{"identifier":{"ordinal":0,"version":"v1","kind":"Service","resource":"","name":"s"},"health":"Healthy"}]}}`},
		{"reflect nothing", "without a Work",
			`{"name":"c","op":"ReflectWork","object":` + object + `}`,
			`{"name":"c","want":{"action":"none"}}`},
		{"reflect no object", "a case has one",
			`{"name":"c","op":"ReflectWork","object":null}`,
			`{"name":"c","error":"found no object, expected one"}`},
		{"aggregate", "the items, and the conditions without times",
			`{"name":"c","op":"AggregateBinding",` + binding + `,"works":[{"metadata":{"namespace":"karmada-es-m1","name":"w","labels":{"resourcebinding.karmada.io/permanent-id":"i"}},` + manifest + `,"status":{"conditions":[{"type":"Applied","status":"True"}]}}]}`,
			`{"name":"c","want":{"aggregatedStatus":[{"clusterName":"m1","applied":true,"health":"Unknown"}],` +
				`"conditions":[{"type":"FullyApplied","status":"True","reason":"FullyAppliedSuccess","message":"All works have been successfully applied"}],"written":true}}`},
		{"aggregate a string", "the case cannot be decoded",
			`{"name":"c","op":"AggregateBinding","binding":"x"}`,
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
