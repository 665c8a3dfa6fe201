package kubeadmiral_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// invalidOverriders are overriders and their errors, whose paths begin at the overriders.
var invalidOverriders = []struct {
	name, reason string
	overriders   string
	want         []string
}{
	{"image operations", "an entry without operations has no effect", `
		image: [{containerNames: [web]}, {imagePath: /spec/image, operations: []}]`, []string{
		`image[0].operations: Required value: without operations there is nothing to do`,
		`image[1].operations: Required value: without operations there is nothing to do`}},
	{"image path", "it begins with a slash, and its field is not protected", `
		image:
		- {imagePath: spec/image, operations: [{imageComponent: Tag, operator: delete}]}
		- {imagePath: /spec//image, operations: [{imageComponent: Tag, operator: delete}]}
		- {imagePath: /spec/image/, operations: [{imageComponent: Tag, operator: delete}]}
		- {imagePath: /metadata/name, operations: [{imageComponent: Tag, operator: delete}]}
		- {imagePath: "", operations: [{imageComponent: Tag, operator: delete}]}
		- {imagePath: /metadata/annotations/a~1b, operations: [{imageComponent: Tag, operator: delete}]}`, []string{
		`image[0].imagePath: Invalid value: "spec/image": JSON pointer "spec/image" must be empty or start with "/"`,
		`image[1].imagePath: Invalid value: "/spec//image": an empty token (// or a / at the end) names no field`,
		`image[2].imagePath: Invalid value: "/spec/image/": an empty token (// or a / at the end) names no field`,
		`image[3].imagePath: Invalid value: "/metadata/name": /metadata/name is protected, no policy may change it`}},
	{"image component", "names are capitalized; the value of an unknown component is not validated", `
		image:
		- operations:
		  - {imageComponent: tag, operator: delete}
		  - {operator: overwrite, value: "no tag at all"}`, []string{
		`image[0].operations[0].imageComponent: Unsupported value: "tag": supported values: "Registry", "Repository", "Tag", "Digest"`,
		`image[0].operations[1].imageComponent: Unsupported value: "": supported values: "Registry", "Repository", "Tag", "Digest"`}},
	{"image operator", "the default is overwrite", `
		image:
		- operations:
		  - {imageComponent: Tag, operator: replace, value: v1}
		  - {imageComponent: Tag, operator: Delete, value: v1}
		  - {imageComponent: Tag, value: v1}`, []string{
		`image[0].operations[0].operator: Unsupported value: "replace": supported values: "addIfAbsent", "overwrite", "delete"`,
		`image[0].operations[1].operator: Unsupported value: "Delete": supported values: "addIfAbsent", "overwrite", "delete"`}},
	{"image value missing", "documented as required, although overwrite without a value deletes", `
		image:
		- operations:
		  - {imageComponent: Registry, operator: addIfAbsent}
		  - {imageComponent: Repository, operator: overwrite}
		  - {imageComponent: Tag, operator: overwrite, value: ""}
		  - {imageComponent: Digest}
		  - {imageComponent: Digest, operator: delete}`, []string{
		`image[0].operations[0].value: Required value: addIfAbsent and overwrite need a value`,
		`image[0].operations[1].value: Required value: addIfAbsent and overwrite need a value`,
		`image[0].operations[2].value: Required value: addIfAbsent and overwrite need a value`,
		`image[0].operations[3].value: Required value: addIfAbsent and overwrite need a value`}},
	{"image value", "no image can have it; delete ignores its value", `
		image:
		- operations:
		  - {imageComponent: Registry, value: "https://mirror.io"}
		  - {imageComponent: Repository, value: Nginx}
		  - {imageComponent: Tag, value: ":v1"}
		  - {imageComponent: Tag, value: "sha256:aaaaf56b44807c64d294e6c8059b479f35350b454492398225034174808d1726"}
		  - {imageComponent: Digest, value: v1}
		  - {imageComponent: Tag, operator: delete, value: "no tag at all"}`, []string{
		`image[0].operations[0].value: Invalid value: "https://mirror.io": …`,
		`image[0].operations[1].value: Invalid value: "Nginx": …`,
		`image[0].operations[2].value: Invalid value: ":v1": …`,
		`image[0].operations[3].value: Invalid value: "sha256:aaaaf56b44807c64d294e6c8059b479f35350b454492398225034174808d1726": …`,
		`image[0].operations[4].value: Invalid value: "v1": …`}},

	{"command", "it needs a container; only append needs values: overwrite without values clears the list", `
		command:
		- {operator: delete, value: [-v]}
		- {containerName: web, operator: addIfAbsent, value: [-v]}
		- {containerName: web, operator: append, value: []}
		- {containerName: web, operator: overwrite}
		- {containerName: web}
		- {containerName: web, operator: delete}`, []string{
		`command[0].containerName: Required value: the override is of one container`,
		`command[1].operator: Unsupported value: "addIfAbsent": supported values: "append", "overwrite", "delete"`,
		`command[2].value: Required value: append needs values`}},
	{"args", "as with commands", `
		args: [{operator: add}]`, []string{
		`args[0].containerName: Required value: the override is of one container`,
		`args[0].operator: Unsupported value: "add": supported values: "append", "overwrite", "delete"`}},

	{"envs", "they need a container, and variables that are valid in a pod", `
		envs:
		- {operator: delete, value: [{name: A}]}
		- {containerName: web, operator: append, value: [{name: A}]}
		- {containerName: web, operator: addIfAbsent}
		- {containerName: web, value: []}`, []string{
		`envs[0].containerName: Required value: the override is of one container`,
		`envs[1].operator: Unsupported value: "append": supported values: "addIfAbsent", "overwrite", "delete"`,
		`envs[2].value: Required value: without variables there is nothing to do`,
		`envs[3].value: Required value: without variables there is nothing to do`}},
	{"variables", "a variable is an object with a name, and its fields have the right types", `
		envs:
		- containerName: web
		  value:
		  - A=b
		  - {value: b}
		  - {name: 5}
		  - null
		  - {name: A, value: 5}
		  - {name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: some}}}
		  - {name: A, valueFrom: {someNewRef: {key: k}}}
		  - {name: ""}`, []string{
		`envs[0].value[0]: Invalid value: an environment variable is an object with a name`,
		`envs[0].value[1]: Invalid value: an environment variable is an object with a name`,
		`envs[0].value[2]: Invalid value: an environment variable is an object with a name`,
		`envs[0].value[3]: Invalid value: an environment variable is an object with a name`,
		`envs[0].value[4]: Invalid value: value cannot be a number`,
		`envs[0].value[5]: Invalid value: …`}},

	{"label keys and values", "no API server accepts them as labels; even if a key is only deleted", `
		labels:
		- {operator: addIfAbsent, value: {a b: c}}
		- {operator: overwrite, value: {a: b c}}
		- {operator: delete, value: {a/b/c: d}}
		- {value: {EXAMPLE.com/a: b}}`, []string{
		`labels[0].value: Invalid value: "a b": …`,
		`labels[1].value: Invalid value: "b c": …`,
		`labels[2].value: Invalid value: "a/b/c": …`,
		`labels[3].value: Invalid value: "EXAMPLE.com/a": …`}},
	{"label operators", "KubeAdmiral ignores an unknown one; an entry needs keys", `
		labels:
		- {operator: add, value: {a: b}}
		- {operator: delete}
		- {operator: addIfAbsent, value: {}}`, []string{
		`labels[0].operator: Unsupported value: "add": supported values: "addIfAbsent", "overwrite", "delete"`,
		`labels[1].value: Required value: without keys there is nothing to do`,
		`labels[2].value: Required value: without keys there is nothing to do`}},
	{"annotation keys", "their values may be any strings, and their prefix may have capitals", `
		annotations:
		- {operator: addIfAbsent, value: {a b: c}}
		- {operator: addIfAbsent, value: {EXAMPLE.com/a: "any text, even:\nof two lines"}}
		- {value: {a/b/c: d}}`, []string{
		`annotations[0].value: Invalid value: "a b": …`,
		`annotations[2].value: Invalid value: "a/b/c": …`}},
	{"annotation operators", "as with labels", `
		annotations: [{operator: merge}]`, []string{
		`annotations[0].operator: Unsupported value: "merge": supported values: "addIfAbsent", "overwrite", "delete"`,
		`annotations[0].value: Required value: without keys there is nothing to do`}},
	{"annotation size", "all annotations of an object have at most 256 KiB", `
		annotations: [{value: {a: ` + strings.Repeat("x", 256<<10) + `}}]`, []string{
		`annotations[0].value: Too long: may not be more than 262144 bytes`}},

	{"patch operator", "test works but is not documented; move and copy always fail", `
		jsonpatch:
		- {path: /a, operator: move, value: 1}
		- {path: /a, operator: copy, value: 1}
		- {path: /a, operator: test, value: 1}
		- {path: /a, operator: Add, value: 1}
		- {path: /a, value: 1}`, []string{
		`jsonpatch[0].operator: Unsupported value: "move": supported values: "add", "remove", "replace"`,
		`jsonpatch[1].operator: Unsupported value: "copy": supported values: "add", "remove", "replace"`,
		`jsonpatch[2].operator: Unsupported value: "test": supported values: "add", "remove", "replace"`,
		`jsonpatch[3].operator: Unsupported value: "Add": supported values: "add", "remove", "replace"`}},
	{"patch path", "without a slash, the first token is lost", `
		jsonpatch:
		- {path: spec/replicas, operator: remove}
		- {path: replicas, operator: remove}
		- {path: "", operator: remove}
		- {operator: remove}
		- {path: /, operator: remove}
		- {path: /a//b, operator: remove}
		- {path: /a~1b~0c/-, operator: remove}`, []string{
		`jsonpatch[0].path: Invalid value: "spec/replicas": JSON pointer "spec/replicas" must be empty or start with "/"`,
		`jsonpatch[1].path: Invalid value: "replicas": JSON pointer "replicas" must be empty or start with "/"`,
		`jsonpatch[2].path: Required value: the whole object cannot be changed`,
		`jsonpatch[3].path: Required value: the whole object cannot be changed`,
		`jsonpatch[4].path: Invalid value: "/": an empty token (// or a / at the end) names no field`,
		`jsonpatch[5].path: Invalid value: "/a//b": an empty token (// or a / at the end) names no field`}},
	{"protected path", "a policy must not change the identity of an object; fields above and below are not protected", `
		jsonpatch:
		- {path: /metadata/name, operator: replace, value: a}
		- {path: /metadata/namespace, operator: add, value: a}
		- {path: /metadata/generateName, operator: remove}
		- {path: /kind, operator: remove}
		- {path: /metadata, operator: replace, value: {}}
		- {path: /metadata/name/x, operator: remove}
		- {path: /apiVersion, operator: replace, value: v2}`, []string{
		`jsonpatch[0].path: Invalid value: "/metadata/name": /metadata/name is protected, no policy may change it`,
		`jsonpatch[1].path: Invalid value: "/metadata/namespace": /metadata/namespace is protected, no policy may change it`,
		`jsonpatch[2].path: Invalid value: "/metadata/generateName": /metadata/generateName is protected, no policy may change it`,
		`jsonpatch[3].path: Invalid value: "/kind": /kind is protected, no policy may change it`}},
	{"patch value", "KubeAdmiral reads a missing value as null", `
		jsonpatch:
		- {path: /a, operator: add}
		- {path: /a, operator: replace}
		- {path: /a}
		- {path: /a, operator: remove, value: false}
		- {path: /a, operator: add, value: null}`, []string{
		`jsonpatch[0].value: Required value: add and replace need a value`,
		`jsonpatch[1].value: Required value: add and replace need a value`,
		`jsonpatch[2].value: Required value: add and replace need a value`,
		`jsonpatch[3].value: Forbidden: remove takes no value`}},
}

// TestLintOverriders compares the errors of overriders with the table.
func TestLintOverriders(t *testing.T) {
	t.Parallel()
	for _, c := range invalidOverriders {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := make([]string, len(c.want))
			for i, line := range c.want {
				want[i] = "spec.overrideRules[1].overriders." + line
			}
			p := &api.ClusterOverridePolicy{}
			p.Name = "p"
			p.Spec.OverrideRules = []api.OverrideRule{{}, {Overriders: overridersOf(t, c.overriders)}}
			dialecttest.RequireErrors(t, want, kubeadmiral.Lint(p), c.reason)
		})
	}
}

// TestLintRaw has values that only Go code can build.
func TestLintRaw(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, raw string }{
		{"half", "invalid JSON", `{`},
		{"two", "a second value after the first", `1 2`},
		{"huge", "a number that does not fit float64", `1e999`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, value := &api.ClusterOverridePolicy{}, api.JSON{Raw: []byte(c.raw)}
			p.Name = "p"
			p.Spec.OverrideRules = []api.OverrideRule{{Overriders: &api.Overriders{
				Envs:      []api.EnvOverrider{{ContainerName: "web", Value: []api.JSON{value}}},
				JSONPatch: []api.JSONPatchOverrider{{Path: "/a", Value: value}},
			}}}
			dialecttest.RequireErrors(t, []string{
				`spec.overrideRules[0].overriders.envs[0].value[0]: Invalid value: …`,
				`spec.overrideRules[0].overriders.jsonpatch[0].value: Invalid value: …`,
			}, kubeadmiral.Lint(p), c.reason)
			require.Error(t, errorOf(t, p), "the policy fails when it is applied")
		})
	}
}
