package bind_test

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/work"
)

func exampleAutoscaler() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": map[string]any{"name": "nginx", "namespace": "default"},
		"spec": map[string]any{"maxReplicas": int64(9), "scaleTargetRef": map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "nginx"}},
	}}
}

func exampleNginx(clusters ...string) *api.ResourceBinding {
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{
		Namespace: "default", Name: "nginx-deployment", Labels: map[string]string{api.BindingIDLabel: "93162d3c"},
	}}
	b.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "nginx"}
	for _, name := range clusters {
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: name})
	}
	return b
}

// An autoscaler goes where nginx is, and again after nginx has moved. Then it is deleted.
func ExampleFollow() {
	var stored bind.Index
	stored.Put(exampleNginx("member1", "member2"))
	follow := func(follower *unstructured.Unstructured, gone bool) {
		attached, err := bind.Follow(bind.FollowInput{Follower: follower, Gone: gone, Index: &stored})
		if err != nil {
			fmt.Println(err)
			return
		}
		if attached.Binding == nil {
			fmt.Println("no binding:", attached.Reason) // nothing is stored, and nothing must be
			return
		}
		stored.Put(attached.Binding)
		fmt.Println(attached.Binding.Ref(), "in", attached.Binding.Spec.RequiredBy)
		fmt.Println(" ", attached.Reason)
	}
	follow(exampleAutoscaler(), false)

	moved := exampleNginx("member3")
	stored.Put(moved)
	var followers bind.Followers
	if err := followers.Add(exampleAutoscaler()); err != nil {
		fmt.Println(err)
		return
	}
	for _, follower := range followers.Of(moved) { // those that the event concerns
		follow(follower, false)
	}

	follow(exampleAutoscaler(), true)
	// Output:
	// ResourceBinding default/nginx-horizontalpodautoscaler in [{default nginx-deployment [{member1 0 []} {member2 0 []}]}]
	//   required by ResourceBinding default/nginx-deployment
	// ResourceBinding default/nginx-horizontalpodautoscaler in [{default nginx-deployment [{member3 0 []}]}]
	//   required by ResourceBinding default/nginx-deployment
	// ResourceBinding default/nginx-horizontalpodautoscaler in []
	//   no longer required by ResourceBinding default/nginx-deployment; no binding requires it
}

// The Works of a follower are rendered from its binding, like those of any object.
func ExampleFollow_works() {
	follower := exampleAutoscaler()
	var stored bind.Index
	stored.Put(exampleNginx("member1", "member2"))
	attached, err := bind.Follow(bind.FollowInput{Follower: follower, Index: &stored})
	if err != nil || attached.Binding == nil {
		fmt.Println(attached.Reason, err)
		return
	}
	works, err := work.Render(context.Background(), work.Input{
		Binding: attached.Binding, Template: follower,
		Clusters: map[string]*api.Cluster{"member1": exampleCluster("member1"), "member2": exampleCluster("member2")},
	})
	for _, w := range works {
		fmt.Println(w.Namespace, w.Spec.Workload.Manifests[0]["kind"])
	}
	fmt.Println(err)
	// Output:
	// karmada-es-member1 HorizontalPodAutoscaler
	// karmada-es-member2 HorizontalPodAutoscaler
	// <nil>
}

func exampleCluster(name string) *api.Cluster {
	return &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// A kind that the package does not know names its workload in a field of its own.
func ExampleWorkloadOf() {
	budget := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Budget", "metadata": map[string]any{"name": "small", "namespace": "default"},
		"spec": map[string]any{"for": map[string]any{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "db"}},
	}}
	fmt.Println(bind.WorkloadOf(exampleAutoscaler()))
	fmt.Println(bind.WorkloadOf(budget, "spec", "for"))
	// Output:
	// Deployment default/nginx <nil>
	// StatefulSet default/db <nil>
}
