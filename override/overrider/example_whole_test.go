package overrider_test

import "github.com/overridekit/overridekit/override/overrider"

func ExampleWholeCommand() {
	printChanges(deployment(), overrider.WholeCommand(overrider.Containers{Names: []string{"app"}, Init: true}, overrider.ListSet, []string{"/bin/run"}))
	// Output:
	// + /spec/template/spec/containers/0/command: ["/bin/run"]
}

func ExampleWholeArgs() {
	app := overrider.Containers{Names: []string{"app"}, Init: true}
	printChanges(deployment(), overrider.WholeArgs(app, overrider.ListDelete, []string{"--port=80", "--debug"}))
	// Output:
	// /spec/template/spec/containers/0/args: ["--port=80","--debug"] -> null
}

func ExampleWholeEnv() {
	app := overrider.Containers{Names: []string{"app"}, Init: true}
	printChanges(deployment(), overrider.WholeEnv(app, overrider.MapInsert, []map[string]any{{"name": "REGION", "value": "eu"}}))
	// Output:
	// + /spec/template/spec/containers/0/env: [{"name":"REGION","value":"eu"}]
}

func ExampleWholeLabels() {
	printChanges(deployment(),
		overrider.WholeLabels(overrider.MapInsert, map[string]string{"site": "eu"}),
		overrider.WholeLabels(overrider.MapReplace, map[string]string{"app": "shop", "tier": "front"}),
	)
	// Output:
	// + /metadata/labels/site: "eu"
	// /metadata/labels/app: "web" -> "shop"
	// skip: /metadata/labels has no key "tier"
}

func ExampleWholeAnnotations() {
	printChanges(deployment(), overrider.WholeAnnotations(overrider.MapInsert, map[string]string{"example.com/site": "eu"}))
	// Output:
	// + /metadata/annotations: {"example.com/site":"eu"}
}
