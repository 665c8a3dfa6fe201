package events_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/simulation/events"
)

func Example() {
	bundle, _ := policy.Decoder{Namespace: events.Namespace}.Decode(strings.NewReader(`
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}
`))
	decoded, err := events.Decode(strings.NewReader(`
step: a ConfigMap is created
apply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}]
---
step: m1 is lost for ten minutes
cutOff: [m1]
wait: 10m
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	story, _ := events.Begin(bundle, decoded)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	for i, e := range story {
		if err := e.Happen(world); err != nil {
			fmt.Println(err)
			return
		}
		step, _ := world.Settle(context.Background())
		fmt.Println(e.Name(i), "moves:", len(step.Moves))
	}

	// Output:
	// event 0 (the beginning) moves: 0
	// event 1 (a ConfigMap is created) moves: 1
	// event 2 (m1 is lost for ten minutes) moves: 0
}

func ExampleTable() {
	bundle, _ := policy.Decoder{Namespace: events.Namespace}.Decode(strings.NewReader(`
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}, spec: {syncMode: Push}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}
`))
	story, _ := events.Begin(bundle, nil)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	_ = story[0].Happen(world)
	step, err := world.Settle(context.Background())
	table := events.TableOf(0, story[0], world, step, err)
	table = table.Only(nil, func(cluster string) bool { return cluster == "m1" })
	for line := range strings.Lines(table.String()) {
		fmt.Println(strings.TrimRight(line, " \n"))
	}

	// Output:
	// 0. the beginning
	//    ConfigMap default/settings  no cluster -> m1 m2  PropagationPolicy default/p claimed the object
	//    m1  Create ConfigMap default/settings  the object does not exist
	//
	//                                control plane  m1
	//    ConfigMap default/settings  yes            yes
}
