package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestOrder has events whose keys are in the opposite order. It would fail in any other order than that of the help.
func TestOrder(t *testing.T) {
	t.Parallel()
	const ref = "{apiVersion: v1, kind: ConfigMap, name: there}"
	for _, tc := range []struct{ name, text string }{
		{"delete after apply", "{step: a, delete: [{apiVersion: v1, kind: ConfigMap, name: new}], apply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: new}}]}"},
		{"remove after edit", "{step: a, remove: {cluster: m1, object: " + ref + "}, edit: {cluster: m1, object: " + ref + ", patch: [{op: add, path: /data, value: {}}]}}"},
		{"cutOff after apply", "{step: a, cutOff: [m2], apply: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}, spec: {syncMode: Push}}]}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := play(t, tc.text)
			require.NoError(t, err)
		})
	}
	world, err := play(t, "{step: a, leave: [m1], connect: [m1], cutOff: [m1]}")
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, []bool{world.Clusters()[0].Ready, world.Clusters()[0].Left}, "connect after cutOff; the Cluster object remains until Settle")
	world, err = play(t, "{step: a, wait: 90s}")
	require.NoError(t, err)
	require.Equal(t, "2026-01-01 00:01:30", world.Now().Format("2006-01-02 15:04:05"))
}

// play returns a world with one cluster and a ConfigMap, after an event.
func play(t *testing.T, event string) (*simulation.World, error) {
	t.Helper()
	folder := t.TempDir()
	writeFile(t, folder, "start.yaml", oneCluster+"---\n"+everywhere)
	writeFile(t, folder, "events.yaml", event)
	events, err := readFolder(folder)
	require.NoError(t, err)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(t, events[0].happen(world))
	_, err = world.Settle(context.Background())
	require.NoError(t, err)
	return world, events[1].happen(world)
}
