package main

import (
	"context"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// FuzzEvents plays any events.yaml in the world of testdata/nginx. Nothing may panic, and errors are short.
func FuzzEvents(f *testing.F) {
	for _, folder := range []string{"nginx", "failover"} {
		text, err := os.ReadFile("testdata/" + folder + "/events.yaml")
		require.NoError(f, err)
		for _, event := range documents(text) {
			f.Add(event)
		}
	}
	f.Add([]byte("{step: a, wait: 2562047h}\n---\n{step: b, wait: 2562047h, apply: [7, null, {kind: 1}], delete: [{}]}"))
	f.Add([]byte("{step: a, edit: {cluster: member1, object: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}, patch: [{op: copy, from: /spec, path: /spec/a}, {op: copy, from: /spec, path: /spec/b}, {op: remove, path: /metadata}]}}"))
	begin, err := readFolder("testdata/nginx")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text []byte) {
		events, err := readEvents(text)
		if err != nil || len(text) > 4000 {
			t.Skip()
		}
		applyScopes(events)
		registry := interpreter.NewRegistry(native.Interpreters(func() time.Time { return start })...)
		world := simulation.New(propagation.PlanInput{Registry: registry, Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
		for i, e := range append(begin[:1:1], events...) {
			if err := e.happen(world); err != nil {
				require.Less(t, len(err.Error()), 10_000)
				return
			}
			step, err := world.Settle(context.Background())
			if err != nil {
				require.Less(t, len(err.Error()), 10_000)
				return
			}
			require.NoError(t, write(io.Discard, i, e.title, world, step, nil))
		}
	})
}

// TestManyCopies has a patch whose copies double an object again and again.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	patch := "[{op: copy, from: /spec, path: /spec/a}"
	for range 60 {
		patch += ", {op: copy, from: /spec, path: /spec/a}"
	}
	events, err := readEvents([]byte("{step: a, edit: {cluster: member1, object: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}, patch: " + patch + "]}}"))
	require.NoError(t, err)
	begin, err := readFolder("testdata/nginx")
	require.NoError(t, err)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(t, begin[0].happen(world))
	_, err = world.Settle(context.Background())
	require.NoError(t, err)
	require.ErrorContains(t, events[0].happen(world), "the operations copy more than 1048576 bytes")
}
