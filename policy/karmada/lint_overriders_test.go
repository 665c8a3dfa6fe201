package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// invalidOverriders are overriders and their errors, whose paths begin at the overriders.
var invalidOverriders = []struct {
	name, reason string
	overriders   string
	want         []string
}{
	{"image component", "Karmada does not validate components: an unknown one fails if there is an image", `
		imageOverrider:
		- {component: registry, operator: remove}
		- {operator: remove}`, []string{
		`imageOverrider[0].component: Unsupported value: "registry": supported values: "Registry", "Repository", "Tag"`,
		`imageOverrider[1].component: Unsupported value: "": supported values: "Registry", "Repository", "Tag"`}},
	{"image operator", "Karmada ignores an unknown one", `
		imageOverrider:
		- {component: Tag, operator: set, value: v1}
		- {component: Tag, value: v1}`, []string{
		`imageOverrider[0].operator: Unsupported value: "set": supported values: "add", "remove", "replace"`,
		`imageOverrider[1].operator: Unsupported value: "": supported values: "add", "remove", "replace"`}},
	{"image value missing", "there is nothing to add, and an image has a repository; an empty tag is ignored, an empty registry removes it", `
		imageOverrider:
		- {component: Registry, operator: add}
		- {component: Registry, operator: replace}
		- {component: Repository, operator: replace}
		- {component: Tag, operator: replace}`, []string{
		`imageOverrider[0].value: Required value: add appends a value to the component`,
		`imageOverrider[2].value: Required value: replace needs a value for the component`,
		`imageOverrider[3].value: Required value: replace needs a value for the component`}},
	{"image value", "no image can have it", `
		imageOverrider:
		- {component: Registry, operator: replace, value: "https://mirror.io"}
		- {component: Repository, operator: replace, value: Nginx}
		- {component: Tag, operator: replace, value: ":v1"}
		- {component: Tag, operator: replace, value: "sha256:123"}`, []string{
		`imageOverrider[0].value: Invalid value: "https://mirror.io": image "https://mirror.io/x": …`,
		`imageOverrider[1].value: Invalid value: "Nginx": image "Nginx": …`,
		`imageOverrider[2].value: Invalid value: ":v1": tag or digest ":v1": …`,
		`imageOverrider[3].value: Invalid value: "sha256:123": tag or digest "sha256:123": …`}},
	{"image predicate", "the path is a JSON pointer, and not the root", `
		imageOverrider:
		- {component: Tag, operator: remove}
		- {component: Tag, operator: remove, predicate: {path: spec/image}}
		- {component: Tag, operator: remove, predicate: {path: ""}}
		- {component: tag, operator: add, predicate: {path: x}}`, []string{
		`imageOverrider[1].predicate.path: Invalid value: "spec/image": JSON pointer "spec/image" must be empty or start with "/"`,
		`imageOverrider[2].predicate.path: Required value: a predicate names the place of an image`,
		`imageOverrider[3].predicate.path: Invalid value: "x": JSON pointer "x" must be empty or start with "/"`,
		`imageOverrider[3].component: Unsupported value: "tag": supported values: "Registry", "Repository", "Tag"`,
		`imageOverrider[3].value: Required value: add appends a value to the component`}},

	{"command", "there is no replace, and an entry needs a container and values", `
		commandOverrider:
		- {operator: add, value: [-v]}
		- {containerName: web, operator: replace, value: [-v]}
		- {containerName: web, operator: remove, value: []}`, []string{
		`commandOverrider[0].containerName: Required value: the override is of one container`,
		`commandOverrider[1].operator: Unsupported value: "replace": supported values: "add", "remove"`,
		`commandOverrider[2].value: Required value: without values there is nothing to do`}},
	{"args", "as with commands", `
		argsOverrider: [{}]`, []string{
		`argsOverrider[0].containerName: Required value: the override is of one container`,
		`argsOverrider[0].operator: Unsupported value: "": supported values: "add", "remove"`,
		`argsOverrider[0].value: Required value: without values there is nothing to do`}},

	{"label keys and values", "no API server accepts them as labels", `
		labelsOverrider:
		- {operator: add, value: {a b: c}}
		- {operator: add, value: {a: b c}}
		- {operator: replace, value: {a/b/c: d}}
		- {operator: remove, value: {EXAMPLE.com/a: b}}`, []string{
		`labelsOverrider[0].value: Invalid value: "a b": …`,
		`labelsOverrider[1].value: Invalid value: "b c": …`,
		`labelsOverrider[2].value: Invalid value: "a/b/c": …`,
		`labelsOverrider[3].value: Invalid value: "EXAMPLE.com/a": …`}},
	{"label operators", "an unknown operator fails in Karmada, and an entry needs keys", `
		labelsOverrider:
		- {operator: Add, value: {a: b}}
		- {operator: add}`, []string{
		`labelsOverrider[0].operator: Unsupported value: "Add": supported values: "add", "remove", "replace"`,
		`labelsOverrider[1].value: Required value: without keys there is nothing to do`}},
	{"annotation keys", "their values may be any strings, and their prefix may have capitals", `
		annotationsOverrider:
		- {operator: add, value: {a b: c}}
		- {operator: add, value: {EXAMPLE.com/a: "any text, even:\nof two lines"}}
		- {operator: replace, value: {a/b/c: d}}`, []string{
		`annotationsOverrider[0].value: Invalid value: "a b": …`,
		`annotationsOverrider[2].value: Invalid value: "a/b/c": …`}},
	{"annotation operators", "as with labels", `
		annotationsOverrider: [{operator: merge}]`, []string{
		`annotationsOverrider[0].operator: Unsupported value: "merge": supported values: "add", "remove", "replace"`,
		`annotationsOverrider[0].value: Required value: without keys there is nothing to do`}},

	{"field format", "a field has one format", `
		fieldOverrider:
		- {fieldPath: /data/a, json: [{subPath: /b, operator: remove}], yaml: [{subPath: /b, operator: remove}]}
		- {fieldPath: /data/a}
		- {fieldPath: /data/a, json: [], yaml: []}`, []string{
		`fieldOverrider[0]: Invalid value: FieldOverrider has both YAML and JSON set. Only one is allowed`,
		`fieldOverrider[1]: Required value: FieldOverrider must have either JSON or YAML set`,
		`fieldOverrider[2]: Required value: FieldOverrider must have either JSON or YAML set`}},
	{"field path", "the path is a JSON pointer, and not the root", `
		fieldOverrider:
		- {fieldPath: data/a, json: [{subPath: /b, operator: remove}]}
		- {fieldPath: "", json: [{subPath: /b, operator: remove}]}`, []string{
		`fieldOverrider[0].fieldPath: Invalid value: "data/a": JSON pointer "data/a" must be empty or start with "/"`,
		`fieldOverrider[1].fieldPath: Required value: the path of a string field`}},
	{"field operations on JSON", "they are validated as in Karmada's admission, with their operators and paths", `
		fieldOverrider:
		- fieldPath: /data/a
		  json:
		  - {subPath: b, operator: remove}
		  - {subPath: /b, operator: remove, value: 1}
		  - {subPath: /b, operator: add}
		  - {subPath: /b, operator: replace}
		  - {subPath: /b, operator: copy, value: 1}
		  - {subPath: "", operator: remove}
		  - {subPath: "", operator: replace, value: {}}`, []string{
		`fieldOverrider[0].json[0].subPath: Invalid value: "b": JSON pointer "b" must be empty or start with "/"`,
		`fieldOverrider[0].json[1].value: Forbidden: value is not allowed for remove operation`,
		`fieldOverrider[0].json[2].value: Required value: value is required for add or replace operation`,
		`fieldOverrider[0].json[3].value: Required value: value is required for add or replace operation`,
		`fieldOverrider[0].json[4].operator: Unsupported value: "copy": supported values: "add", "remove", "replace"`,
		`fieldOverrider[0].json[5].subPath: Invalid value: "": the whole document cannot be removed`}},
	{"field operations on YAML", "the same", `
		fieldOverrider:
		- {fieldPath: /data/a, yaml: [{subPath: /b, operator: remove}]}
		- {fieldPath: /data/a, yaml: [{subPath: b, operator: test}, {subPath: /c~d, operator: remove, value: {}}]}`, []string{
		`fieldOverrider[1].yaml[0].operator: Unsupported value: "test": supported values: "add", "remove", "replace"`,
		`fieldOverrider[1].yaml[0].subPath: Invalid value: "b": JSON pointer "b" must be empty or start with "/"`,
		`fieldOverrider[1].yaml[0].value: Required value: value is required for add or replace operation`,
		`fieldOverrider[1].yaml[1].subPath: Invalid value: "/c~d": in a JSON pointer ~ is written ~0, and / inside a key ~1`,
		`fieldOverrider[1].yaml[1].value: Forbidden: value is not allowed for remove operation`}},

	{"plaintext path", "Karmada does not validate it: without a slash the first token is lost, with // there is no effect", `
		plaintext:
		- {path: metadata/name, operator: remove}
		- {path: //x, operator: remove}
		- {path: /x/, operator: remove}
		- {path: /a//b, operator: remove}
		- {path: "", operator: remove}
		- {path: /a~2b, operator: remove}
		- {path: /a~, operator: remove}
		- {path: /a~1b~0c~01, operator: remove}`, []string{
		`plaintext[0].path: Invalid value: "metadata/name": JSON pointer "metadata/name" must be empty or start with "/"`,
		`plaintext[1].path: Invalid value: "//x": an empty token (// or a / at the end) names no field`,
		`plaintext[2].path: Invalid value: "/x/": an empty token (// or a / at the end) names no field`,
		`plaintext[3].path: Invalid value: "/a//b": an empty token (// or a / at the end) names no field`,
		`plaintext[4].path: Invalid value: "": the whole document cannot be removed`,
		`plaintext[5].path: Invalid value: "/a~2b": in a JSON pointer ~ is written ~0, and / inside a key ~1`,
		`plaintext[6].path: Invalid value: "/a~": in a JSON pointer ~ is written ~0, and / inside a key ~1`}},
	{"plaintext operator", "json-patch has more operators than Karmada documents, such as test", `
		plaintext:
		- {path: /a, operator: move, value: 1}
		- {path: /a, operator: test, value: 1}
		- {path: /a, operator: Add, value: 1}`, []string{
		`plaintext[0].operator: Unsupported value: "move": supported values: "add", "remove", "replace"`,
		`plaintext[1].operator: Unsupported value: "test": supported values: "add", "remove", "replace"`,
		`plaintext[2].operator: Unsupported value: "Add": supported values: "add", "remove", "replace"`}},
	{"plaintext value", "Karmada reads a missing value as null, and ignores that of remove", `
		plaintext:
		- {path: /a, operator: add}
		- {path: /a, operator: replace}
		- {path: /a, operator: remove, value: false}
		- {operator: add}`, []string{
		`plaintext[0].value: Required value: value is required for add or replace operation`,
		`plaintext[1].value: Required value: value is required for add or replace operation`,
		`plaintext[2].value: Forbidden: value is not allowed for remove operation`,
		`plaintext[3].value: Required value: value is required for add or replace operation`}},
}

// TestLintOverriders compares the errors of overriders with the table, in a rule and in the older form, which Karmada does not
// validate.
func TestLintOverriders(t *testing.T) {
	t.Parallel()
	for _, c := range invalidOverriders {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var o api.Overriders
			require.NoError(t, yaml.UnmarshalStrict([]byte(dialecttest.Dedent(c.overriders)), &o), c.reason)
			in := func(prefix string) []string {
				var lines []string
				for _, line := range c.want {
					lines = append(lines, prefix+line)
				}
				return lines
			}
			p := &api.OverridePolicy{}
			p.Name, p.Namespace = "p", "team"
			p.Spec.OverrideRules = []api.RuleWithCluster{{}, {Overriders: o}}
			dialecttest.RequireErrors(t, in("spec.overrideRules[1].overriders."), karmada.Lint(p), c.reason)

			old := &api.ClusterOverridePolicy{}
			old.Name, old.Spec.Overriders = "p", o
			dialecttest.RequireErrors(t, in("spec.overriders."), karmada.Lint(old), c.reason+": in the older form")
		})
	}
}
