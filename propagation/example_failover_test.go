package propagation_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/cluster"
)

const nginx = `
{apiVersion: apps/v1, kind: Deployment, metadata: {name: nginx, namespace: default, labels: {app: nginx}}, spec: {replicas: 2}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: nginx-propagation, namespace: default}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx}]
  placement:
    clusterAffinity: {clusterNames: [member1, member2]}
    replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}
---
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterTaintPolicy
metadata: {name: not-ready}
spec:
  addOnConditions: [{conditionType: Ready, operator: NotIn, statusValues: ["True"]}]
  taints: [{key: not-ready, effect: NoExecute}]
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member1}, spec: {syncMode: Push}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member2}, spec: {syncMode: Push}}
`

// member2 dies. Two kinds of taints follow from its condition. The one with the effect NoExecute evicts nginx: there is a task, and member1 gets all
// replicas. The Work in member2 stays until they are healthy.
func Example_failover() {
	bundle, err := policy.Decode(strings.NewReader(nginx))
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	in := propagation.InputOf(bundle)
	in.Registry = interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)
	in.Options.AssumeAPIs, in.Options.Now, in.Options.FeatureGates = true, now, api.FeatureGates{api.GateFailover: true}
	in.Options.Taints.NoExecute = true

	plan := func() {
		p, err := propagation.NewPlan(context.Background(), in)
		if err != nil {
			fmt.Println(err)
			return
		}
		row := p.Rows[0]
		for _, d := range slices.Concat(row.Failover, row.Evictions) {
			fmt.Println("-", d)
		}
		for _, target := range row.Clusters {
			fmt.Println("-", target.Name, "gets", target.Replicas)
		}
		for _, gone := range p.Deleted {
			fmt.Println("-", gone.Work, "is deleted")
		}
		in.Bindings, in.Works, in.Options.Memory = p.Bindings, append(p.Works, p.Left.Works...), p.Memory
	}
	report := func(health interpreter.Health) {
		in.Bindings[0].BindingStatus().AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "member1", Health: health}}
	}

	fmt.Println("before")
	plan()

	fmt.Println("member2 dies")
	member2 := in.Clusters[1]
	member2.Status.Conditions = []metav1.Condition{cluster.ReadyCondition(false, false)}
	member2.Spec.Taints, _ = cluster.Taints(member2, now)
	member2.Spec.Taints, _ = cluster.PolicyTaints(member2, bundle.TaintPolicies, now)
	for _, t := range member2.Spec.Taints {
		fmt.Println("-", t.Key, t.Effect)
	}
	report(interpreter.Unhealthy) // the new replica does not run yet
	plan()

	fmt.Println("a minute later the new replica runs")
	in.Options.Now = now.Add(time.Minute)
	report(interpreter.Healthy)
	plan()
	// Output:
	// before
	// - member1 gets 1
	// - member2 gets 1
	// member2 dies
	// - cluster.karmada.io/not-ready NoSchedule
	// - not-ready NoExecute
	// - the object is evicted from member2: the taint not-ready:NoExecute is not tolerated
	// - the eviction from member2 may wait until 2026-08-21T12:10:00Z: the object is Unhealthy in cluster member1
	// - member1 gets 2
	// a minute later the new replica runs
	// - the eviction from member2 ends: the object is healthy in all targets
	// - member1 gets 2
	// - Work karmada-es-member2/nginx-687f7fb96f is deleted
}
