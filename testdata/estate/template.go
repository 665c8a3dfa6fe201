package estate

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
)

func (e *Estate) template() *unstructured.Unstructured {
	kind := Pick(e, "Deployment", "Deployment", "StatefulSet", "Job", "Pod", "DaemonSet", "ConfigMap", "Secret", "ServiceAccount", "ClusterRole", "Widget")
	version := map[string]string{
		"Deployment": "apps/v1", "StatefulSet": "apps/v1", "DaemonSet": "apps/v1", "Job": "batch/v1", "ClusterRole": "rbac.authorization.k8s.io/v1", "Widget": "example.com/v1",
	}[kind]
	if version == "" {
		version = "v1"
	}
	if kind == "Deployment" && e.One(8) {
		version = "example.com/v1" // its binding has the name of another one
	}
	metadata := map[string]any{"name": Pick(e, "a", "b", "c"), "labels": map[string]any{"app": Pick(e, "x", "y")}}
	if e.One(2) {
		metadata["labels"].(map[string]any)["tier"] = Pick(e, "front", "back")
	}
	if kind != "ClusterRole" {
		metadata["namespace"] = Pick(e, "shop", "shop", "bank")
	}
	if !e.One(4) {
		metadata["uid"] = fmt.Sprint(version, kind, metadata["namespace"], metadata["name"])
	}
	content := map[string]any{"apiVersion": version, "kind": kind, "metadata": metadata}
	switch kind {
	case "Deployment", "StatefulSet", "DaemonSet":
		content["spec"] = map[string]any{"template": map[string]any{"spec": e.pod()}}
		if kind != "DaemonSet" && !e.One(10) {
			content["spec"].(map[string]any)["replicas"] = Pick[any](e, int64(0), int64(1), int64(2), int64(3), int64(5), int64(9), "many")
		}
	case "Job":
		content["spec"] = map[string]any{"parallelism": int64(e.IntN(5)), "completions": int64(e.IntN(12)), "template": map[string]any{"spec": e.pod()}}
	case "Pod":
		content["spec"] = e.pod()
	case "Widget":
		content["spec"] = map[string]any{"size": int64(e.IntN(6)), "settings": Pick(e, "a", "b", "c"), "partner": Pick(e, "a", "b", "")}
	}
	return &unstructured.Unstructured{Object: content}
}

func (e *Estate) pod() map[string]any {
	container := map[string]any{"name": "main", "image": "main:1"}
	if e.One(2) {
		container["resources"] = map[string]any{"requests": map[string]any{"cpu": Pick(e, "1", "500m", "3"), "memory": "1Gi"}}
	}
	var from []any
	for _, name := range Some(e, "a", "b", "c") {
		from = append(from, map[string]any{Pick(e, "configMapRef", "secretRef"): map[string]any{"name": name}})
	}
	if from != nil {
		container["envFrom"] = from
	}
	spec := map[string]any{"containers": []any{container}}
	if e.One(3) {
		spec["serviceAccountName"] = Pick(e, "a", "b")
	}
	return spec
}

// Widgets has the native kinds, and a kind with declared components, replicas and dependencies.
var Widgets = func() *interpreter.Registry {
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

// oddTemplate returns a template that matters to others.
func (e *Estate) oddTemplate() *unstructured.Unstructured {
	switch e.IntN(3) {
	case 0:
		return namespace(Pick(e, "shop", "bank"))
	case 1:
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "widgets.example.com", "uid": "widgets"},
			"spec": map[string]any{"group": "example.com", "names": map[string]any{"kind": "Widget"}, "scope": Pick(e, "Cluster", "Namespaced")},
		}}
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": map[string]any{"name": "high", "uid": "high"}, "value": int64(e.IntN(3)),
	}}
}

func namespace(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name, "uid": name, "labels": map[string]any{"app": "x"}},
	}}
}
