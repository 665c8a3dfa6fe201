package events

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// FuzzEvents plays any events.yaml in the world of the example nginx. Nothing may panic, and errors are short.
func FuzzEvents(f *testing.F) {
	for _, folder := range []string{"nginx", "failover"} {
		text, err := os.ReadFile("../../../examples/simulate/testdata/" + folder + "/events.yaml")
		require.NoError(f, err)
		for event := range bytes.SplitSeq(text, []byte("\n---")) {
			f.Add(event)
		}
	}
	f.Add([]byte("{step: a, wait: 2562047h}\n---\n{step: b, wait: 2562047h, apply: [7, null, {kind: 1}], delete: [{}]}"))
	f.Add([]byte("{step: a, edit: {cluster: member1, object: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}, patch: [{op: copy, from: /spec, path: /spec/a}, {op: copy, from: /spec, path: /spec/b}, {op: remove, path: /metadata}]}}"))
	begin := nginx(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		decoded, err := Decode(bytes.NewReader(text))
		if err != nil || len(text) > 4000 {
			t.Skip()
		}
		story, err := Begin(begin, decoded)
		require.NoError(t, err)
		registry := interpreter.NewRegistry(native.Interpreters(func() time.Time { return start })...)
		world := simulation.New(propagation.PlanInput{Registry: registry, Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
		for _, e := range story {
			if err := e.Happen(world); err != nil {
				require.Less(t, len(err.Error()), 10_000)
				return
			}
			if _, err := world.Settle(context.Background()); err != nil {
				require.Less(t, len(err.Error()), 10_000)
				return
			}
		}
	})
}

// start is when the worlds of the tests begin.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// nginx returns what the world of the example nginx begins with.
func nginx(t testing.TB) *policy.Bundle {
	t.Helper()
	var stream []byte
	for _, name := range []string{"clusters", "nginx"} {
		text, err := os.ReadFile("../../../examples/simulate/testdata/nginx/" + name + ".yaml")
		require.NoError(t, err)
		stream = append(append(stream, "\n---\n"...), text...)
	}
	bundle, err := policy.Decoder{Namespace: Namespace}.Decode(bytes.NewReader(stream))
	require.NoError(t, err)
	return bundle
}

// TestManyCopies has a patch whose copies double an object again and again.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	patch := "[{op: copy, from: /spec, path: /spec/a}"
	for range 60 {
		patch += ", {op: copy, from: /spec, path: /spec/a}"
	}
	decoded, err := Decode(strings.NewReader("{step: a, edit: {cluster: member1, object: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}, patch: " + patch + "]}}"))
	require.NoError(t, err)
	story, err := Begin(nginx(t), decoded)
	require.NoError(t, err)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(t, story[0].Happen(world))
	_, err = world.Settle(context.Background())
	require.NoError(t, err)
	require.ErrorContains(t, story[1].Happen(world), "the operations copy more than 1048576 bytes")
}

// BenchmarkDecode decodes a thousand events.
func BenchmarkDecode(b *testing.B) {
	text := strings.Repeat("step: a\napply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]\ncutOff: [member1]\nwait: 10m\n---\n", 1000)
	for b.Loop() {
		decoded, err := Decode(strings.NewReader(text))
		require.NoError(b, err)
		require.Len(b, decoded, 1000)
	}
}

// BenchmarkTable prints the table of the example nginx.
func BenchmarkTable(b *testing.B) {
	story, err := Begin(nginx(b), nil)
	require.NoError(b, err)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(b, story[0].Happen(world))
	step, err := world.Settle(context.Background())
	require.NoError(b, err)
	table := TableOf(0, story[0], world, step, nil)
	for b.Loop() {
		_ = table.String()
	}
}
