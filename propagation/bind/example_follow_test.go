package bind_test

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
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
	stored := []*api.ResourceBinding{exampleNginx("member1", "member2")}
	follow := func(follower *unstructured.Unstructured, gone bool) {
		attached, err := bind.Follow(bind.FollowInput{Follower: follower, Gone: gone, Bindings: stored})
		if err != nil {
			fmt.Println(err)
			return
		}
		stored = []*api.ResourceBinding{stored[0], attached.Binding}
		fmt.Println(attached.Binding.Ref(), "in", attached.Binding.Spec.RequiredBy)
		fmt.Println(" ", attached.Reason)
	}
	follow(exampleAutoscaler(), false)

	stored[0] = exampleNginx("member3")
	var followers bind.Followers
	if err := followers.Add(exampleAutoscaler()); err != nil {
		fmt.Println(err)
		return
	}
	for _, follower := range followers.Of(stored[0]) { // those that the event concerns
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

// The binding of nginx has no dependencies, and keeps its autoscaler.
func ExampleDistribute_followers() {
	done, err := bind.Distribute(context.Background(), bind.DistributeInput{
		Independent: exampleNginx("member1"), Followers: []*unstructured.Unstructured{exampleAutoscaler()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(done.Reason)
	fmt.Println(done.Attached[0].Binding.Ref(), "is", done.Attached[0].Reason)
	// Output:
	// dependencies are not propagated; followers: 1
	// ResourceBinding default/nginx-horizontalpodautoscaler is required by ResourceBinding default/nginx-deployment
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
