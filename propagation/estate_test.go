package propagation_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// estates makes random control planes. They are small, so that their parts interact often.
type estates struct{ *rand.Rand }

func newEstates(seed, number uint64) estates { return estates{rand.New(rand.NewPCG(seed, number))} }

// one reports true with probability 1/n.
func (r estates) one(n int) bool { return r.IntN(n) == 0 }

func pick[T any](r estates, from ...T) T { return from[r.IntN(len(from))] }

// some returns a random half of the values.
func some[T any](r estates, from ...T) (chosen []T) {
	for _, v := range from {
		if r.one(2) {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// input returns a control plane without bindings and Works.
func (r estates) input(registry *interpreter.Registry) propagation.PlanInput {
	in := propagation.PlanInput{Registry: registry}
	in.Options.AssumeAPIs, in.Options.Reasons = !r.one(8), r.one(2)
	in.Options.FeatureGates = api.FeatureGates{
		api.GateMultiplePodTemplatesScheduling: r.one(6), api.GateResourceQuotaEstimate: r.one(6), api.GateWorkloadAffinity: r.one(2),
		api.GatePropagationPolicyPreemption: r.one(4),
	}
	o := &in.Options.Schedule
	o.EmptyWorkloads, o.UnboundedGroups, o.GroupByAnyField = r.one(5), r.one(4), r.one(4)
	o.GroupsWithCapacity, o.PreferredAffinityFirst = r.one(4), r.one(5)
	in.Templates, in.Policies, in.Overrides, in.Clusters = r.templates(), r.policies(), r.overrides(), r.clusters()
	return in
}

func (r estates) templates() (all []*unstructured.Unstructured) {
	known := map[string]bool{}
	for range 1 + r.IntN(12) {
		t := r.template()
		if key := t.GetAPIVersion() + t.GetKind() + t.GetNamespace() + "/" + t.GetName(); !known[key] {
			known[key] = true
			all = append(all, t)
		}
	}
	return all
}

func (r estates) template() *unstructured.Unstructured {
	kind := pick(r, "Deployment", "Deployment", "StatefulSet", "Job", "Pod", "DaemonSet", "ConfigMap", "Secret", "ServiceAccount", "ClusterRole", "Widget")
	version := map[string]string{
		"Deployment": "apps/v1", "StatefulSet": "apps/v1", "DaemonSet": "apps/v1", "Job": "batch/v1", "ClusterRole": "rbac.authorization.k8s.io/v1", "Widget": "example.com/v1",
	}[kind]
	if version == "" {
		version = "v1"
	}
	if kind == "Deployment" && r.one(8) {
		version = "example.com/v1" // its binding has the name of another one
	}
	metadata := map[string]any{"name": pick(r, "a", "b", "c"), "labels": map[string]any{"app": pick(r, "x", "y")}}
	if r.one(2) {
		metadata["labels"].(map[string]any)["tier"] = pick(r, "front", "back")
	}
	if kind != "ClusterRole" {
		metadata["namespace"] = pick(r, "shop", "shop", "bank")
	}
	if !r.one(4) {
		metadata["uid"] = fmt.Sprint(version, kind, metadata["namespace"], metadata["name"])
	}
	content := map[string]any{"apiVersion": version, "kind": kind, "metadata": metadata}
	switch kind {
	case "Deployment", "StatefulSet", "DaemonSet":
		content["spec"] = map[string]any{"template": map[string]any{"spec": r.pod()}}
		if kind != "DaemonSet" && !r.one(10) {
			content["spec"].(map[string]any)["replicas"] = pick[any](r, int64(0), int64(1), int64(2), int64(3), int64(5), int64(9), "many")
		}
	case "Job":
		content["spec"] = map[string]any{"parallelism": int64(r.IntN(5)), "completions": int64(r.IntN(12)), "template": map[string]any{"spec": r.pod()}}
	case "Pod":
		content["spec"] = r.pod()
	case "Widget":
		content["spec"] = map[string]any{"size": int64(r.IntN(6)), "settings": pick(r, "a", "b", "c"), "partner": pick(r, "a", "b", "")}
	}
	return &unstructured.Unstructured{Object: content}
}

func (r estates) pod() map[string]any {
	container := map[string]any{"name": "main", "image": "main:1"}
	if r.one(2) {
		container["resources"] = map[string]any{"requests": map[string]any{"cpu": pick(r, "1", "500m", "3"), "memory": "1Gi"}}
	}
	var from []any
	for _, name := range some(r, "a", "b", "c") {
		from = append(from, map[string]any{pick(r, "configMapRef", "secretRef"): map[string]any{"name": name}})
	}
	if from != nil {
		container["envFrom"] = from
	}
	spec := map[string]any{"containers": []any{container}}
	if r.one(3) {
		spec["serviceAccountName"] = pick(r, "a", "b")
	}
	return spec
}

// widgets has the native kinds, and a kind with declared components, replicas and dependencies.
var widgets = func() *interpreter.Registry {
	known, err := declared.Interpreters(declared.Declaration{
		APIVersion: "example.com/v1", Kind: "Widget", Replicas: declared.Replicas{Pointer: "/spec/size"},
		Components: []declared.Component{{Name: "one", Replicas: declared.Replicas{Pointer: "/spec/size"}}, {Name: "two", Replicas: declared.Replicas{Pointer: "/spec/size"}}},
		Dependencies: []declared.Dependency{
			{APIVersion: "v1", Kind: "ConfigMap", NamePointer: "/spec/settings"}, {APIVersion: "example.com/v1", Kind: "Widget", NamePointer: "/spec/partner"},
		},
	})
	if err != nil {
		panic(err)
	}
	return interpreter.NewRegistry(append(known, native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)...)
}()

func (r estates) clusters() (all []*api.Cluster) {
	for i := range r.IntN(7) {
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("m", i), Labels: map[string]string{"ring": pick(r, "0", "1")}}}
		c.Spec.Region, c.Spec.Provider, c.Spec.Zones = pick(r, "", "east", "west", "north"), pick(r, "", "p", "q"), some(r, "z1", "z2")
		if r.one(5) {
			c.Spec.Taints = []api.Taint{{Key: "old", Effect: pick(r, api.TaintNoSchedule, api.TaintNoExecute)}}
		}
		if r.one(15) {
			c.DeletionTimestamp, c.Finalizers = &metav1.Time{}, []string{"x"}
			*c.DeletionTimestamp = metav1.Unix(1, 0)
		}
		if r.one(4) {
			c.Status.APIEnablements = []api.APIEnablement{
				{GroupVersion: "apps/v1", Resources: []api.APIResource{{Kind: "Deployment"}}}, {GroupVersion: "v1", Resources: []api.APIResource{{Kind: "Pod"}}},
			}
		}
		if !r.one(3) {
			amount := func(n int64) resource.Quantity { return *resource.NewQuantity(n, resource.DecimalSI) }
			c.Status.ResourceSummary = &api.ResourceSummary{
				Allocatable: map[string]resource.Quantity{"pods": amount(int64(r.IntN(12))), "cpu": amount(int64(r.IntN(10))), "memory": amount(int64(r.IntN(10)) << 30)},
				Allocated:   map[string]resource.Quantity{"pods": amount(int64(r.IntN(3)))},
			}
		}
		all = append(all, c)
	}
	return all
}
