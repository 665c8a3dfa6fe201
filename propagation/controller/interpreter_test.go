package controller_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/propagation/controller"
)

// hung is an interpreter of ConfigMaps that never answers. It sends the names of those that it was asked about.
type hung chan string

var _ interpreter.ReplicaInterpreter = hung(nil)

func (hung) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Version: "v1", Kind: "ConfigMap"}}
}

func (h hung) InterpretReplica(ctx context.Context, o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	h <- o.GetName()
	<-ctx.Done()
	return 0, nil, ctx.Err()
}

// TestHungInterpreterHoldsUpItsKind: more objects than workers wait for an interpreter, and objects of other kinds go on.
func TestHungInterpreterHoldsUpItsKind(t *testing.T) {
	createNamespace(t, "hung")
	createCluster(t, "hung1", nil)
	calls := make(hung, 100)
	startHub(t, controller.Options{
		Registry: interpreter.NewRegistry(append([]interpreter.Interpreter{calls}, native.Interpreters(time.Now)...)...), Workers: 1,
	})
	apply(t, propagate("hung", "all", configMaps+", {apiVersion: apps/v1, kind: Deployment}", "hung1", ""),
		configMap("hung", "a", ""), configMap("hung", "b", ""), configMap("hung", "c", ""))
	first := <-calls
	apply(t, deployment("hung", "web", ""))
	eventually(t, func() error { return hasImage(t.Context(), "hung1", "hung", "web", "nginx:1.27") })
	require.NoError(t, noWork("hung1", "ConfigMap", "hung", first)())
	require.Empty(t, calls, "the only worker still waits")
}
