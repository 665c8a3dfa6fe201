package simulation_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

var hooks = interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)

func TestSmoke(t *testing.T) {
	f, err := os.Open("../../examples/plan/testdata/nginx/input.yaml")
	require.NoError(t, err)
	bundle, err := policy.Decode(f)
	require.NoError(t, err)
	w := simulation.New(propagation.PlanInput{Registry: hooks, Options: propagation.PlanOptions{AssumeAPIs: true}}, time.Unix(1e9, 0))
	for _, o := range bundle.Objects {
		require.NoError(t, w.PutTemplate(o))
	}
	for _, p := range bundle.Propagation {
		w.PutPolicy(p)
	}
	for _, p := range bundle.Overrides {
		w.PutOverride(p)
	}
	for _, c := range bundle.ClusterObjects {
		w.PutCluster(c)
	}
	show := func(name string) {
		step, err := w.Settle(context.Background())
		require.NoError(t, err)
		fmt.Println("==", name, "rounds", step.Rounds)
		for _, m := range step.Moves {
			fmt.Println("  move", m.Template, m.Before, m.After, m.Reason)
		}
		for _, a := range step.Actions {
			fmt.Println("  ", a.Cluster, a.Action, a.Object, a.Reason, a.Err)
		}
	}
	show("start")
	show("again")
	nginx := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "nginx"}
	require.NoError(t, w.Edit("member1", nginx, func(o *unstructured.Unstructured) error {
		return unstructured.SetNestedField(o.Object, int64(9), "spec", "replicas")
	}))
	show("drift")
	require.True(t, w.SetReady("member2", false))
	show("cut off")
	w.SetReady("member2", true)
	show("back")
	w.Leave("member2")
	show("leave")
	w.DeleteTemplate(nginx)
	show("delete")
}
