package work_test

import (
	"context"
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// A ConfigMap goes to two clusters. One of them gets another value.
func ExampleRender() {
	binding := &api.ResourceBinding{}
	binding.Namespace, binding.Name = "shop", "settings-configmap"
	binding.Spec.Clusters = []api.TargetCluster{{Name: "eu"}, {Name: "us"}}

	policy := &api.OverridePolicy{}
	policy.Namespace, policy.Name = "shop", "language"
	policy.Spec.OverrideRules = []api.RuleWithCluster{{
		TargetCluster: &api.ClusterAffinity{ClusterNames: []string{"eu"}},
		Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
			{Path: "/data/language", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"fr"`)}},
		}},
	}}
	overrides, err := work.NewOverrides(policy)
	if err != nil {
		fmt.Println(err)
		return
	}
	eu, us := &api.Cluster{}, &api.Cluster{}
	eu.Name, us.Name = "eu", "us"

	works, err := work.Render(context.Background(), work.Input{
		Binding: binding,
		Template: &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"namespace": "shop", "name": "settings"},
			"data":     map[string]any{"language": "en"},
		}},
		Clusters:  map[string]*api.Cluster{"eu": eu, "us": us},
		Overrides: overrides,
	})
	for _, w := range works {
		fmt.Println(w.Namespace, w.Name, w.Spec.Workload.Manifests[0]["data"])
	}
	fmt.Println(err)
	// Output:
	// karmada-es-eu settings-5bcb6f9b88 map[language:fr]
	// karmada-es-us settings-5bcb6f9b88 map[language:en]
	// <nil>
}

// A ConfigMap goes to many clusters. Its Works are made one after the other, as the bytes of a request, in the same buffer.
func ExamplePrepare() {
	binding := &api.ResourceBinding{}
	binding.Namespace, binding.Name = "shop", "settings-configmap"
	all := map[string]*api.Cluster{}
	for i := range 500 {
		name := fmt.Sprintf("member%03d", i)
		binding.Spec.Clusters = append(binding.Spec.Clusters, api.TargetCluster{Name: name})
		all[name] = &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
	}
	rendered, err := work.Prepare(context.Background(), work.Input{
		Binding: binding,
		Template: &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"namespace": "shop", "name": "settings"},
			"data":     map[string]any{"language": "en"},
		}},
		Clusters: all,
	})
	if err != nil {
		fmt.Println(err) // the Works of the other clusters are there
	}
	var body []byte
	for i, r := range rendered {
		if body, err = r.AppendJSON(body[:0]); err != nil {
			fmt.Println(err)
			return
		}
		if i%250 == 0 {
			fmt.Println(r.Ref(), json.Valid(body), r.Work().Spec.Workload.Manifests[0]["data"])
		}
	}
	fmt.Println(len(rendered))
	// Output:
	// Work karmada-es-member000/settings-5bcb6f9b88 true map[language:en]
	// Work karmada-es-member250/settings-5bcb6f9b88 true map[language:en]
	// 500
}

// Overridden shows what the policies did in the clusters: here a policy replaces a label that the object does not have.
func ExampleInput_overridden() {
	policy := &api.OverridePolicy{}
	policy.Namespace, policy.Name = "shop", "tiers"
	policy.Spec.Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpReplace, Value: map[string]string{"tier": "gold"}}}
	overrides, err := work.NewOverrides(policy)
	if err != nil {
		fmt.Println(err)
		return
	}
	binding := &api.ResourceBinding{}
	binding.Spec.Clusters = []api.TargetCluster{{Name: "eu"}}
	_, err = work.Render(context.Background(), work.Input{
		Binding: binding,
		Template: &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": "settings"},
		}},
		Clusters:  map[string]*api.Cluster{"eu": {ObjectMeta: metav1.ObjectMeta{Name: "eu"}}},
		Overrides: overrides,
		Overridden: func(clusters []string, result *override.Result) {
			for _, skip := range result.Skips() {
				fmt.Printf("%s: %s: %s\n", clusters, skip.Origin, skip.Reason)
			}
		},
	})
	fmt.Println(err)
	// Output:
	// [eu]: OverridePolicy shop/tiers: spec.overriders.labelsOverrider[0]: /metadata/labels is missing, expected an object of strings
	// <nil>
}

// A binding has moved from one cluster to another. The old Work must be deleted.
func ExampleOrphans() {
	binding := &api.ResourceBinding{}
	binding.Namespace, binding.Name = "shop", "web-deployment"
	binding.Labels = map[string]string{"resourcebinding.karmada.io/permanent-id": "id-1"}
	binding.Spec.Resource.Name = "web"
	binding.Spec.Clusters = []api.TargetCluster{{Name: "eu", Replicas: 2}}

	var stored []*api.Work
	for _, cluster := range []string{"eu", "us"} {
		stored = append(stored, &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-" + cluster, Name: "web-1", Labels: binding.Labels}})
	}
	cleanup, err := work.Orphans(binding, stored)
	for _, orphan := range cleanup.Delete {
		fmt.Println(orphan.Work, "-", orphan.Reason)
	}
	fmt.Println(err)
	// Output:
	// Work karmada-es-us/web-1 - cluster us is no longer a target of web
	// <nil>
}

// A binding has a Work in each of its clusters, and in one that its object must leave gracefully.
func ExampleOwned() {
	binding := &api.ResourceBinding{}
	binding.Labels = map[string]string{"resourcebinding.karmada.io/permanent-id": "id-1"}
	binding.Spec.Clusters = []api.TargetCluster{{Name: "us"}}
	binding.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "eu"}}

	var stored []*api.Work
	for _, cluster := range []string{"us", "eu"} {
		stored = append(stored, &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-" + cluster, Name: "web-1", Labels: binding.Labels}})
	}
	works, err := work.Owned(binding, append(stored, &api.Work{}))
	for _, w := range works {
		fmt.Println(w.Ref())
	}
	fmt.Println(sets.List(work.KeptClusters(binding.BindingSpec())), err)
	// Output:
	// Work karmada-es-eu/web-1
	// Work karmada-es-us/web-1
	// [eu us] <nil>
}

// A cluster assigns the address of a Service.
func ExamplePrune() {
	pruned, err := work.Prune(&unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{"name": "web", "uid": "1", "resourceVersion": "9"},
		"spec":     map[string]any{"clusterIP": "10.0.0.7", "ports": []any{map[string]any{"port": int64(80)}}},
	}})
	fmt.Println(pruned.Object["metadata"], pruned.Object["spec"], err)
	// Output: map[name:web] map[ports:[map[port:80]]] <nil>
}

// A controller makes Works of its own, without a binding. Override policies act on them.
func ExampleNewDraft() {
	policy := &api.ClusterOverridePolicy{}
	policy.Name = "registry"
	policy.Spec.Overriders = api.Overriders{ImageOverrider: []api.ImageOverrider{{Component: api.Registry, Operator: api.OverriderOpReplace, Value: "eu.example.com"}}}
	overrides, err := work.NewOverrides(policy)
	if err != nil {
		fmt.Println(err)
		return
	}
	eu := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "eu"}}
	result, err := overrides.Set.Select(&unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"namespace": "shop", "name": "probe", "uid": "u-1"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "probe", "image": "example.com/probe:v1"}}},
	}}).Apply(eu.Facts())
	if err != nil {
		fmt.Println(err)
		return
	}
	object, err := result.Object()
	if err != nil {
		fmt.Println(err)
		return
	}
	draft, err := work.NewDraft(&api.Work{ObjectMeta: metav1.ObjectMeta{
		Name:        api.WorkName(object.GetKind(), object.GetNamespace(), object.GetName()),
		Finalizers:  []string{api.ExecutionFinalizer},
		Annotations: overrides.Annotations(result),
	}}, object)
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := draft.For(eu.Name, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.Ref())
	fmt.Println(made.Work().Spec.Workload.Manifests[0]["spec"])
	// Output:
	// Work karmada-es-eu/probe-79c566c8d4
	// map[containers:[map[image:eu.example.com/probe:v1 name:probe]]]
}
