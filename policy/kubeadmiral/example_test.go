package kubeadmiral_test

import (
	"fmt"
	"log"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// An object names its policy in a label. The program reads, validates, compiles and applies the policy.
func Example() {
	source, err := kubeadmiral.From([]byte(`{
		"apiVersion": "core.kubeadmiral.io/v1alpha1",
		"kind": "OverridePolicy",
		"metadata": {"name": "mirror", "namespace": "team"},
		"spec": {
			"overrideRules": [{
				"targetClusters": {"clusterSelector": {"region": "beijing"}},
				"overriders": {
					"image": [{"operations": [{"imageComponent": "Registry", "operator": "addIfAbsent", "value": "mirror.example.com"}]}],
					"jsonpatch": [{"path": "/spec/replicas", "operator": "replace", "value": 5}]
				}
			}]
		}
	}`))
	if err != nil {
		log.Fatal(err)
	}
	if errs := kubeadmiral.Lint(source); len(errs) > 0 {
		log.Fatal(errs.ToAggregate())
	}
	policy, err := kubeadmiral.Compile(source)
	if err != nil {
		log.Fatal(err)
	}

	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(`
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: team
  labels: {kubeadmiral.io/override-policy-name: mirror}
spec:
  replicas: 3
  template: {spec: {containers: [{name: web, image: "nginx:1.27"}]}}
`), &object.Object); err != nil {
		log.Fatal(err)
	}
	cluster := selector.Cluster{Name: "member1", Labels: map[string]string{"region": "beijing"}}
	result, err := override.Apply(object, cluster, policy)
	if err != nil {
		log.Fatal(err)
	}
	for _, change := range result.Changes() {
		fmt.Println(change.Pointer, "is now", change.New)
	}
	// Output:
	// /spec/template/spec/containers/0/image is now mirror.example.com/nginx:1.27
	// /spec/replicas is now 5
}

// A label may name a policy that does not exist. KubeAdmiral does not send the object then.
func ExampleReferences() {
	base := &api.ClusterOverridePolicy{}
	base.Name = "base"
	policy, err := kubeadmiral.Compile(base)
	if err != nil {
		log.Fatal(err)
	}
	settings := func(labels map[string]string) *unstructured.Unstructured {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}
		object.SetNamespace("team")
		object.SetName("settings")
		object.SetLabels(labels)
		return object
	}

	// Referring reports missing policies also when the set has no policy of KubeAdmiral.
	set := override.NewSet(policy).Referring(kubeadmiral.References)
	fmt.Println(set.Select(settings(map[string]string{kubeadmiral.ClusterOverridePolicyNameLabel: "base"})).Missing())
	fmt.Println(set.Select(settings(map[string]string{kubeadmiral.OverridePolicyNameLabel: "base"})).Missing())
	// Output:
	// []
	// [OverridePolicy team/base]
}

// A program may associate policies and objects by other means than labels: here by the kind of the object.
func ExampleRules() {
	source, err := kubeadmiral.From([]byte(`{
		"apiVersion": "core.kubeadmiral.io/v1alpha1",
		"kind": "ClusterOverridePolicy",
		"metadata": {"name": "running-in"},
		"spec": {"overrideRules": [{"overriders": {"annotations": [{"operator": "addIfAbsent", "value": {"apps.my.company/running-in": "cluster-01"}}]}}]}
	}`))
	if err != nil {
		log.Fatal(err)
	}
	services, err := selector.NewObjects(selector.ObjectSelector{APIVersion: "v1", Kind: "Service"})
	if err != nil {
		log.Fatal(err)
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "ClusterOverridePolicy", Name: "running-in"}, Objects: services, Rules: kubeadmiral.Rules(source), Faults: kubeadmiral.Lint(source),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, kind := range []string{"Service", "ConfigMap"} {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind, "metadata": map[string]any{"name": "web"}}}
		result, err := override.Apply(object, selector.Cluster{Name: "cluster-01"}, policy)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(kind, "changes:", len(result.Changes()))
	}
	// Output:
	// Service changes: 1
	// ConfigMap changes: 0
}

// Lint reports all errors at once.
func ExampleLint() {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.OverrideRule{{
		TargetClusters: &api.TargetClusters{ClusterAffinity: []api.ClusterSelectorTerm{{}}},
		Overriders: &api.Overriders{
			Args:      []api.EntrypointOverrider{{ContainerName: "web", Operator: api.OperatorAppend}},
			JSONPatch: []api.JSONPatchOverrider{{Path: "spec/replicas", Operator: "remove"}},
		},
	}}
	for _, err := range kubeadmiral.Lint(p) {
		fmt.Println(err)
	}
	// Output:
	// spec.overrideRules[0].targetClusters.clusterAffinity[0]: Required value: an empty term selects no cluster
	// spec.overrideRules[0].overriders.args[0].value: Required value: append needs values
	// spec.overrideRules[0].overriders.jsonpatch[0].path: Invalid value: "spec/replicas": JSON pointer "spec/replicas" must be empty or start with "/"
}
