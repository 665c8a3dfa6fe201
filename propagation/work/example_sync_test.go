package work_test

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// exampleWork returns a Work of cluster eu that has been applied, and its manifest as it is in the cluster.
func exampleWork() (*api.Work, *unstructured.Unstructured) {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{"namespace": "shop", "name": "web"},
		"spec":     map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
	}}
	draft, err := work.NewDraft(&api.Work{ObjectMeta: metav1.ObjectMeta{Name: "web-xyz", Finalizers: []string{api.ExecutionFinalizer}}}, object)
	if err != nil {
		panic(err)
	}
	made, err := draft.For("eu", nil, nil)
	if err != nil {
		panic(err)
	}
	w := made.Work()
	w.Status.Conditions = []metav1.Condition{{Type: api.WorkApplied, Status: metav1.ConditionTrue}}
	return w, (&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}).DeepCopy()
}

func exampleCluster() *api.Cluster {
	eu := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}
	eu.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
	return eu
}

// The cluster has given a Service its address, and somebody has changed the port.
func ExampleSync() {
	eu := &api.Cluster{}
	eu.Name = "eu"
	eu.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}

	w := &api.Work{} // as package work renders it, and as an API server stores it
	w.Namespace, w.Name, w.Generation = "karmada-es-eu", "web-xyz", 1
	w.Spec.Workload.Manifests = []api.Manifest{{
		"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{"namespace": "shop", "name": "web", "labels": map[string]any{"karmada.io/managed": "true"}},
		"spec":     map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
	}}
	w.Status.Conditions = []metav1.Condition{{Type: api.WorkApplied, Status: metav1.ConditionTrue, ObservedGeneration: 1}}

	observed := (&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}).DeepCopy()
	observed.SetResourceVersion("42")
	observed.Object["spec"] = map[string]any{"clusterIP": "10.0.0.1", "sessionAffinity": "None", "ports": []any{map[string]any{"port": int64(81)}}}

	result, err := work.Sync(context.Background(), work.SyncInput{
		Work: w, Cluster: eu, Observed: []*unstructured.Unstructured{observed},
		Interpreter: interpreter.NewRegistry(native.Interpreters(time.Now)...), Now: time.Now(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range result.Decisions {
		fmt.Printf("%s %s: %s\n", d.Action, d.Object, d.Reason)
		for _, owned := range d.Owned {
			fmt.Println("of the cluster:", owned.Pointer, owned.Kind)
		}
		fmt.Println("send:", d.Send.Object["spec"], "at", d.Send.GetResourceVersion())
	}
	// Output:
	// Update Service shop/web: the object differs at /spec/ports/0/port
	// of the cluster: /spec/clusterIP Retained
	// of the cluster: /spec/sessionAffinity Defaulted
	// send: map[clusterIP:10.0.0.1 ports:[map[port:80]]] at 42
}

// The object is gone, so its Work loses the finalizer.
func ExampleSyncResult_After() {
	w, _ := exampleWork()
	w.DeletionTimestamp = &metav1.Time{Time: time.Now()}
	result, err := work.Sync(context.Background(), work.SyncInput{Work: w, Cluster: exampleCluster(), Observed: []*unstructured.Unstructured{nil}, Now: time.Now()})
	if err != nil {
		fmt.Println(err)
		return
	}
	results := make([]error, len(result.Decisions))
	for i, d := range result.Decisions {
		if d.Action.Calls() {
			results[i] = nil // the error of the API server
		}
		fmt.Println(d.Action, d.Reason)
	}
	after := result.After(results)
	fmt.Println(after.Finalized, after.Finalizers)
	// Output:
	// Leave the object does not exist
	// true []
}

// Labels that only the cluster has stay.
func ExampleRetain() {
	w, observed := exampleWork()
	observed.SetLabels(map[string]string{"karmada.io/managed": "true", "team": "a"})
	merged, err := work.Retain(context.Background(), nil, &unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}, observed)
	fmt.Println(merged.GetLabels(), err)
	// Output: map[karmada.io/managed:true team:a] <nil>
}

// An object that stays after its Work is deleted does not refer to the control plane.
func ExampleRelease() {
	_, observed := exampleWork()
	released, err := work.Release(observed)
	fmt.Println(observed.GetLabels(), released.GetLabels(), err)
	// Output: map[karmada.io/managed:true] map[] <nil>
}

// A controller gets an update event for an object that it has last written as version 7.
func ExampleMemberEvent_Work() {
	_, before := exampleWork()
	before.SetResourceVersion("7")
	after := before.DeepCopy()
	after.SetResourceVersion("8")
	after.Object["spec"] = map[string]any{}
	fmt.Println(work.MemberEvent{Old: before, New: after, Written: "7"}.Work())
	fmt.Println(work.MemberEvent{Old: before, New: after, Written: "8"}.Work())
	// Output:
	// Work karmada-es-eu/web-xyz true
	//  false
}
