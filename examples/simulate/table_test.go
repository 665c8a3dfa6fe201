package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestOneLine has a title and a reason that look like other lines of the output.
func TestOneLine(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	step := &simulation.Step{Changes: []simulation.Change{{Action: "Create", Reason: "a\n1. another\tstep\x1b[31m"}}}
	require.NoError(t, write(&out, 0, " a\ttitle\n1. another step\x1b[31m\n", nil, step))
	require.Equal(t, "0. a title 1. another step\uFFFD[31m\n   control plane  Create  a 1. another step\uFFFD[31m\n\n     control plane\n   nothing\n\n", out.String())
}
