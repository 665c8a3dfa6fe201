package bind_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// BenchmarkFollow has 10,000 bindings of workloads.
func BenchmarkFollow(b *testing.B) {
	bindings := make([]*api.ResourceBinding, 10_000)
	for i := range bindings {
		name := fmt.Sprintf("w%d", i)
		bindings[i] = &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name + "-deployment", Labels: map[string]string{api.BindingIDLabel: name}}}
		bindings[i].Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: name}
		bindings[i].Spec.Clusters = []api.TargetCluster{{Name: "m1"}, {Name: "m2"}}
	}
	followers := make([]*unstructured.Unstructured, 4_000)
	for i := range followers {
		followers[i] = &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": map[string]any{"namespace": "shop", "name": fmt.Sprintf("h%d", i)},
			"spec": map[string]any{"scaleTargetRef": map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": fmt.Sprintf("w%d", i)}},
		}}
	}
	b.Run("one", func(b *testing.B) {
		for range b.N {
			if _, err := bind.Follow(bind.FollowInput{Follower: followers[7], Index: bindIndex(bindings...)}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, n := range []int{250, 1_000, 4_000} {
		b.Run(fmt.Sprint("batch/", n), func(b *testing.B) {
			for range b.N {
				batch := bind.NewBatch(bindings, nil)
				for _, f := range followers[:n] {
					if err := batch.Follow(bind.FollowInput{Follower: f}); err != nil {
						b.Fatal(err)
					}
				}
				if planned, err := batch.Finish(); err != nil || len(planned) != n {
					b.Fatal(len(planned), err)
				}
			}
		})
	}
	b.Run("index/4000", func(b *testing.B) {
		for range b.N {
			var index bind.Followers
			for _, f := range followers {
				_ = index.Add(f)
			}
			for _, w := range bindings {
				_ = index.Of(w)
			}
		}
	})
}
