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
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/controller"
)

// hung is an interpreter of ConfigMaps that never answers.
type hung struct{}

var _ interpreter.ReplicaInterpreter = hung{}

func (hung) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Version: "v1", Kind: "ConfigMap"}}
}

func (hung) InterpretReplica(ctx context.Context, _ *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	<-ctx.Done()
	return 0, nil, ctx.Err()
}

// TestHungInterpreterHoldsUpItsKind: more objects than workers wait for an interpreter, and objects of other kinds go on.
func TestHungInterpreterHoldsUpItsKind(t *testing.T) {
	createNamespace(t, "hung")
	createCluster(t, "hung1", nil)
	called := make(chan override.Ref, 100)
	startHub(t, controller.Options{
		Registry: interpreter.NewRegistry(append([]interpreter.Interpreter{hung{}}, native.Interpreters(time.Now)...)...), Workers: 1,
		Reconciled: func(ref override.Ref) { called <- ref },
	})
	apply(t, propagate("hung", "all", configMaps+", {apiVersion: apps/v1, kind: Deployment}", "hung1", ""),
		configMap("hung", "a", ""), configMap("hung", "b", ""), configMap("hung", "c", ""))
	time.Sleep(300 * time.Millisecond)
	apply(t, deployment("hung", "web", ""))
	eventually(t, func() error { return hasImage(t.Context(), "hung1", "hung", "web", "nginx:1.27") })
	require.NoError(t, noWork("hung1", "ConfigMap", "hung", "a")())
}
