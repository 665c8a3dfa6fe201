package native_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// TestNil asks every hook about no object at all: it answers or fails, and does not panic.
func TestNil(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, i := range native.Interpreters(time.Now) {
		require.NotPanics(t, func() {
			if hook, ok := i.(interpreter.ReplicaInterpreter); ok {
				_, _, _ = hook.InterpretReplica(ctx, nil)
			}
			if hook, ok := i.(interpreter.ReplicaReviser); ok {
				_, _ = hook.ReviseReplica(ctx, nil, 1)
			}
			if hook, ok := i.(interpreter.Retainer); ok {
				_, _ = hook.Retain(ctx, nil, nil)
			}
			if hook, ok := i.(interpreter.StatusInterpreter); ok {
				_, _ = hook.InterpretStatus(ctx, nil)
			}
			if hook, ok := i.(interpreter.StatusAggregator); ok {
				_, _ = hook.AggregateStatus(ctx, nil, nil)
			}
			if hook, ok := i.(interpreter.HealthInterpreter); ok {
				_, _ = hook.InterpretHealth(ctx, nil)
			}
			if hook, ok := i.(interpreter.DependencyInterpreter); ok {
				_, _ = hook.InterpretDependency(ctx, nil)
			}
		}, "%v", i.Kinds())
	}
}
