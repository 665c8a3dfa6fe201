package status_test

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/propagation/work"
)

// The path of nginx to the cluster member1 and of its status back: its Work is rendered, the object is created in the cluster, somebody edits it there,
// it is repaired, and its status goes up to the template. The cluster is a variable; a controller reads and writes it with a client.
func Example() {
	var template *unstructured.Unstructured
	binding, cluster := &api.ResourceBinding{}, &api.Cluster{}
	read(`
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: default, name: nginx, uid: t-1, generation: 1, labels: {app: nginx}}
spec:
  replicas: 2
  selector: {matchLabels: {app: nginx}}
  template: {metadata: {labels: {app: nginx}}, spec: {containers: [{name: nginx, image: nginx}]}}
`, &template)
	read(`
metadata: {namespace: default, name: nginx-deployment, labels: {resourcebinding.karmada.io/permanent-id: b-1}}
spec:
  resource: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}
  replicas: 2
  clusters: [{name: member1, replicas: 2}]
`, binding)
	read(`
metadata: {name: member1}
status: {conditions: [{type: Ready, status: "True"}]}
`, cluster)
	ctx, now := context.Background(), time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	hooks := interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)

	works, err := work.Render(ctx, work.Input{
		Binding: binding, Template: template, Clusters: map[string]*api.Cluster{"member1": cluster}, Interpreter: hooks,
	})
	must(err)
	w := works[0]

	var member *unstructured.Unstructured // what the cluster has
	sync := func() {
		result, err := work.Sync(ctx, work.SyncInput{Work: w, Cluster: cluster, Observed: []*unstructured.Unstructured{member}, Interpreter: hooks, Now: now})
		must(err)
		d := result.Decisions[0]
		fmt.Printf("sync: %s, %s\n", d.Action, d.Reason)
		if d.Action.Calls() {
			member = d.Send // a client sends it, and gets it back with defaults
			setField(member, "Always", "spec", "template", "spec", "imagePullPolicy")
			setField(member, int64(2), "metadata", "generation")
		}
		w.Status.Conditions = result.After([]error{nil}).Conditions
	}

	sync()
	sync()
	setField(member, int64(9), "spec", "replicas") // somebody edits the object
	sync()

	setField(member, map[string]any{ // its controller has seen it
		"observedGeneration": int64(2), "replicas": int64(2), "updatedReplicas": int64(2), "readyReplicas": int64(2), "availableReplicas": int64(2),
	}, "status")
	reflection, err := status.Reflect(ctx, status.ReflectInput{Object: member, Work: w, Interpreter: hooks})
	must(err)
	if reflection.Action == status.ActionUpdate {
		w.Status.ManifestStatuses = reflection.Statuses
	}
	fmt.Printf("Work: %s, %s\n", w.Status.ManifestStatuses[0].Health, w.Status.ManifestStatuses[0].Status.Raw)

	aggregated, err := status.AggregateBinding(binding, works, now)
	must(err)
	for _, c := range aggregated.Conditions {
		fmt.Printf("binding: %s is %s, %s\n", c.Type, c.Status, c.Message)
	}
	up, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: binding, Items: aggregated.Items, Template: template, Interpreter: hooks})
	must(err)
	fmt.Println("template:", up.Object.Object["status"])

	// Output:
	// sync: Create, the object does not exist
	// sync: Leave, the object matches the manifest, except for fields that the cluster owns
	// sync: Update, the object differs at /spec/replicas
	// Work: Healthy, {"generation":2,"resourceTemplateGeneration":1,"observedGeneration":2,"replicas":2,"updatedReplicas":2,"readyReplicas":2,"availableReplicas":2}
	// binding: FullyApplied is True, All works have been successfully applied
	// template: map[availableReplicas:2 observedGeneration:1 readyReplicas:2 replicas:2 updatedReplicas:2]
}

func read(text string, into any) {
	if o, ok := into.(**unstructured.Unstructured); ok {
		*o = &unstructured.Unstructured{}
		json, err := yaml.YAMLToJSON([]byte(text))
		must(err)
		must((*o).UnmarshalJSON(json))
		return
	}
	must(yaml.UnmarshalStrict([]byte(text), into))
}

func setField(object *unstructured.Unstructured, value any, path ...string) {
	must(unstructured.SetNestedField(object.Object, value, path...))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
