package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestUnsettled stops the controllers. What the world has is printed anyway.
func TestUnsettled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder, "start.yaml", oneCluster+"---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n")
	writeFile(t, folder, "events.yaml", "{step: a, wait: 1s}")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	story, err := readFolder(folder, false)
	require.NoError(t, err)
	err = simulate(ctx, simulation.New(propagation.PlanInput{}, start), story.events, death{}, &out)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, `0. the beginning
   the world has not settled: context canceled

                        control plane  m1
   ConfigMap default/a  yes            .

`, out.String())
}
