package simulation_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

const documents = `
{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web}, spec: {replicas: 3}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: shop, name: web}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement: {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}, spec: {syncMode: Push}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m3}, spec: {syncMode: Push}}
`

// A Deployment is divided among three clusters. Somebody scales it in one of them, which is undone. Then another cluster leaves.
func Example() {
	bundle, err := policy.Decode(strings.NewReader(documents))
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	hooks := interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)
	world := simulation.New(propagation.PlanInput{Registry: hooks, Options: propagation.PlanOptions{AssumeAPIs: true}}, now)
	for _, c := range bundle.ClusterObjects {
		err = world.PutCluster(c)
	}
	for _, p := range bundle.Propagation {
		err = world.PutPolicy(p)
	}
	web := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	for _, event := range []func() error{
		func() error { return world.PutTemplate(bundle.Objects[0]) },
		func() error {
			return world.Edit("m1", web, func(o *unstructured.Unstructured) error {
				return unstructured.SetNestedField(o.Object, int64(9), "spec", "replicas")
			})
		},
		func() error { world.Leave("m3"); return nil },
	} {
		if err == nil {
			err = event()
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		var step *simulation.Step
		if step, err = world.Settle(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		for _, m := range step.Moves {
			fmt.Println(m.Template, "has", len(m.After), "clusters")
		}
		for _, a := range step.Actions {
			fmt.Println("-", a.Cluster, a.Action, a.Reason)
		}
	}
	ready, _, err := unstructured.NestedInt64(world.Templates()[0].Object, "status", "readyReplicas")
	fmt.Println(ready, "replicas are ready", err)
	// Output:
	// Deployment shop/web has 3 clusters
	// - m1 Create the object does not exist
	// - m2 Create the object does not exist
	// - m3 Create the object does not exist
	// - m1 Update the object differs at /spec/replicas
	// Deployment shop/web has 2 clusters
	// - m1 Update the object differs at /spec/replicas; this generation of the Work has not been applied yet
	// - m3 Delete the Work is being deleted
	// 3 replicas are ready <nil>
}
