package bind_test

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

func exampleDeployment() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "web", "namespace": "shop", "uid": "1"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{
			"imagePullSecrets": []any{map[string]any{"name": "registry"}},
		}}},
	}}
}

func ExampleBind() {
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "everywhere"}}
	registry := interpreter.NewRegistry(native.Interpreters(time.Now)...)
	bound, err := bind.Bind(context.Background(), bind.Input{Template: exampleDeployment(), Policy: policy, Registry: registry})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bound.Ref(), "with", bound.BindingSpec().Replicas, "replicas")
	// Output: ResourceBinding shop/web-deployment with 3 replicas
}

func ExampleMerge() {
	stored := &api.ResourceBinding{Spec: api.ResourceBindingSpec{Replicas: 3, Clusters: []api.TargetCluster{{Name: "m1", Replicas: 3}}}}
	desired := &api.ResourceBinding{Spec: api.ResourceBindingSpec{Replicas: 5}}
	merged, changed, err := bind.Merge(stored, desired)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(merged.BindingSpec().Replicas, merged.BindingSpec().Clusters, changed)
	// Output: 5 [{m1 3 []}] [spec.replicas]
}

func ExampleBatch_Distribute() {
	independent := &api.ResourceBinding{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"},
		Spec:       api.ResourceBindingSpec{PropagateDeps: true, Clusters: []api.TargetCluster{{Name: "m1", Replicas: 3}}},
	}
	secret := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "registry", "namespace": "shop"}}}
	registry := interpreter.NewRegistry(native.Interpreters(time.Now)...)
	var stored bind.Index
	stored.Put(independent)
	batch := stored.Batch()
	needed, err := batch.Distribute(context.Background(), bind.DistributeInput{Independent: independent, Template: exampleDeployment(), Registry: registry, Find: bind.FindIn(secret)})
	if err != nil {
		fmt.Println(err)
		return
	}
	planned, err := batch.Finish()
	for _, p := range planned {
		fmt.Println(p.Binding.Ref(), "is required by", len(p.Binding.Spec.RequiredBy))
	}
	fmt.Println(needed.Reason, err)
	// Output:
	// ResourceBinding shop/registry-secret is required by 1
	// ResourceBinding shop/web-deployment is required by 0
	// dependencies: 1 <nil>
}
