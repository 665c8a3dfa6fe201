package overrider_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// deployment returns the object of the examples.
func deployment() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "web", "labels": map[string]any{"app": "web"}},
		"spec": map[string]any{
			"replicas": int64(2),
			"template": map[string]any{"spec": map[string]any{
				"initContainers": []any{map[string]any{"name": "init", "image": "docker.io/shop/init:v1"}},
				"containers": []any{
					map[string]any{"name": "app", "image": "docker.io/shop/web:v1", "args": []any{"--port=80", "--debug"}},
					map[string]any{"name": "proxy", "image": "docker.io/shop/proxy:v1"},
				},
			}},
		},
	}}
}

// printChanges applies overriders to the object and prints what they change and skip.
func printChanges(object *unstructured.Unstructured, overriders ...override.Overrider) {
	var steps []override.Step
	for _, o := range overriders {
		steps = append(steps, override.Step{At: "example", Overrider: o})
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "MyPolicy", Name: "example"}, Rules: []override.Rule{{Stages: override.Steps(steps...)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := override.Apply(object, selector.Cluster{Name: "production"}, policy)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Changes() {
		fmt.Println(c)
	}
	for _, s := range result.Skips() {
		fmt.Println("skip:", s.Reason)
	}
}

func ExampleImage() {
	printChanges(deployment(), overrider.Image{
		Where: overrider.Containers{Names: []string{"app"}, Init: true},
		Operations: []overrider.ImageOperation{
			{Component: imageparser.Registry, Verb: overrider.ImageSet, Value: "mirror.example.com"},
			{Component: imageparser.Tag, Verb: overrider.ImageAppend, Value: "-debug"},
		},
	})
	// Output:
	// /spec/template/spec/containers/0/image: "docker.io/shop/web:v1" -> "mirror.example.com/shop/web:v1-debug"
}

func ExampleImageAt() {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "App", "spec": map[string]any{"image": "shop/web:v1"},
	}}
	printChanges(object, overrider.Image{
		Where:      overrider.ImageAt{"spec", "image"},
		Operations: []overrider.ImageOperation{{Component: imageparser.Tag, Verb: overrider.ImageSet, Value: "v2"}},
	})
	// Output:
	// /spec/image: "shop/web:v1" -> "shop/web:v2"
}

// PodSpecs makes the overriders for containers work on a custom resource.
func ExampleContainers() {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "App",
		"spec": map[string]any{"pod": map[string]any{"containers": []any{map[string]any{"name": "app"}, map[string]any{"name": "proxy"}}}},
	}}
	containers := overrider.Containers{
		Names: []string{"app"},
		PodSpecs: overrider.PodSpecsFunc(func(o selector.Object) (jsontree.Pointer, bool) {
			if o.APIVersion == "example.com/v1" && o.Kind == "App" {
				return jsontree.Pointer{"spec", "pod"}, true
			}
			return overrider.DefaultPodSpecs(o)
		}),
	}
	printChanges(object, overrider.AppendArgs(containers, "--quiet"))
	// Output:
	// + /spec/pod/containers/0/args: ["--quiet"]
}

// An overrider can find containers itself. This one sets the pull policy.
func ExampleContainers_Find() {
	printChanges(deployment(), override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		found, err := overrider.Containers{}.Find(in, out)
		if err != nil {
			return err
		}
		for _, c := range found {
			if err := out.Set(c.Field("imagePullPolicy"), "Always"); err != nil {
				return err
			}
		}
		return nil
	}))
	// Output:
	// + /spec/template/spec/containers/0/imagePullPolicy: "Always"
	// + /spec/template/spec/containers/1/imagePullPolicy: "Always"
	// skip: /spec/template/spec/initContainers is skipped, this overrider does not apply to init containers
}

func ExampleAppendCommand() {
	printChanges(deployment(), overrider.AppendCommand(overrider.Containers{Names: []string{"proxy", "app"}}, "/bin/run"))
	// Output:
	// + /spec/template/spec/containers/0/command: ["/bin/run"]
	// + /spec/template/spec/containers/1/command: ["/bin/run"]
}

func ExampleAppendArgs() {
	app := overrider.Containers{Names: []string{"app"}}
	printChanges(deployment(), overrider.DeleteArgs(app, "--debug"), overrider.AppendArgs(app, "--quiet"))
	// Output:
	// - /spec/template/spec/containers/0/args/1: "--debug"
	// + /spec/template/spec/containers/0/args/1: "--quiet"
}

func ExampleSetEnv() {
	printChanges(deployment(), overrider.SetEnv(overrider.Containers{Names: []string{"app"}}, map[string]any{"name": "REGION", "value": "eu"}))
	// Output:
	// + /spec/template/spec/containers/0/env: [{"name":"REGION","value":"eu"}]
}

func ExampleSetLabels() {
	printChanges(deployment(),
		overrider.SetLabels(map[string]string{"app": "shop", "site": "eu"}),
		overrider.ReplaceLabels(map[string]string{"site": "us", "tier": "front"}),
		overrider.DeleteLabels("app"),
	)
	// Output:
	// /metadata/labels/app: "web" -> "shop"
	// + /metadata/labels/site: "eu"
	// /metadata/labels/site: "eu" -> "us"
	// - /metadata/labels/app: "shop"
	// skip: /metadata/labels has no key "tier"
}

// SetAnnotations creates metadata.annotations if needed.
func ExampleSetAnnotations() {
	printChanges(deployment(), overrider.SetAnnotations(map[string]string{"example.com/site": "eu"}))
	// Output:
	// + /metadata/annotations: {}
	// + /metadata/annotations/example.com~1site: "eu"
}

func ExamplePatch() {
	replicas := jsontree.Pointer{"spec", "replicas"}
	printChanges(deployment(),
		overrider.Patch{Op: jsontree.Test, Pointer: replicas, Value: int64(2)},
		overrider.Patch{Op: jsontree.Replace, Pointer: replicas, Value: int64(5)},
	)
	// Output:
	// /spec/replicas: 2 -> 5
	// skip: the test of /spec/replicas passed
}

// The comment stays, because only the operations change the document.
func ExampleEmbedded() {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "web"},
		"data": map[string]any{"app.yaml": "# Ask before you change this.\nlevel: info\n"},
	}}
	o, err := overrider.Embedded(
		overrider.EmbeddedText{At: jsontree.Pointer{"data", "app.yaml"}, Format: overrider.TextYAML},
		[]overrider.TextOperation{{Op: jsontree.Replace, Path: "/level", Value: []byte(`"debug"`)}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	printChanges(object, o)
	// Output:
	// /data/app.yaml: "# Ask before you change this.\nlevel: info\n" -> "# Ask before you change this.\nlevel: debug\n"
}
