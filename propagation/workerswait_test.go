package propagation_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/goroutines"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// waiting interprets dependencies. The first call waits for its context, and the second ends early.
type waiting struct {
	needsNothing
	calls *atomic.Int32
	end   func()
}

func (w waiting) InterpretDependency(ctx context.Context, _ *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	switch w.calls.Add(1) {
	case 1:
		<-ctx.Done()
		panic("the context is done")
	case 2:
		w.end()
	}
	return nil, ctx.Err()
}

// waitingReplicas is waiting for the replicas, which another stage needs.
type waitingReplicas struct{ waiting }

func (w waitingReplicas) InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	_, err := w.waiting.InterpretDependency(ctx, object)
	return 1, nil, err
}

func (waitingReplicas) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return nil, nil
}

// waitingRevision is waiting for the stage that makes the Works.
type waitingRevision struct{ waitingReplicas }

func (waitingRevision) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return 1, nil, nil
}

func (w waitingRevision) ReviseReplica(ctx context.Context, object *unstructured.Unstructured, _ int64) (*unstructured.Unstructured, error) {
	_, err := w.waiting.InterpretDependency(ctx, object)
	return object, err
}

// TestWorkersWait ends the call of an interpreter while another call waits for its context. The plan ends as the first did, and does not wait for ever.
func TestWorkersWait(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{2, 7} {
		for stage, of := range map[string]func(waiting) interpreter.Interpreter{
			"dependencies": func(w waiting) interpreter.Interpreter { return w },
			"replicas":     func(w waiting) interpreter.Interpreter { return waitingReplicas{w} },
			"revise":       func(w waiting) interpreter.Interpreter { return waitingRevision{waitingReplicas{w}} },
		} {
			for name, end := range map[string]func(){"panics": func() { panic("a fault") }, "exits": runtime.Goexit} {
				in := plantest.Estate(300, 5, 40)
				in.Options.Workers = workers
				w := waiting{calls: &atomic.Int32{}, end: end}
				in.Registry = interpreter.NewRegistry(of(w))
				var value any
				returned, ended := false, make(chan bool)
				go func() {
					defer close(ended)
					defer func() { value = recover() }()
					_, _ = propagation.NewPlan(context.Background(), in)
					returned = true
				}()
				<-ended
				require.False(t, returned, stage)
				require.GreaterOrEqual(t, w.calls.Load(), int32(2), stage)
				require.Equal(t, name == "panics", value == "a fault", "%s, %s: %v", stage, name, value)
			}
		}
	}
	goroutines.RequireAtMost(t, before)
}
