package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestOneLine has a title and a reason that look like other lines of the output.
func TestOneLine(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	step := &simulation.Step{Changes: []simulation.Change{{Action: "Create", Reason: "a\n1. another\tstep\x1b[31m"}}}
	require.NoError(t, write(&out, 0, " a\ttitle\n1. another step\x1b[31m\n", nil, step, nil))
	require.Equal(t, "0. a title 1. another step\uFFFD[31m\n   control plane  Create  a 1. another step\uFFFD[31m\n\n     control plane\n   nothing\n\n", out.String())
}

// TestUnsettled stops the controllers. What the world has is printed anyway.
func TestUnsettled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder, "start.yaml", oneCluster+"---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n")
	writeFile(t, folder, "events.yaml", "{step: a, wait: 1s}")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	err := simulate(ctx, simulation.New(propagation.PlanInput{}, start), folder, &out)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, `0. the beginning
   the world has not settled: context canceled

                        control plane  m1
   ConfigMap default/a  yes            .

`, out.String())
}
