package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestWholeStatus(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "shop"}`
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"any kind", "the whole status", head + `, "status": {"a": [1, 2.5, null], "b": {}}}}`, `{a: [1, 2.5, null], b: {}}`, ""},
		{"empty", "it is a status", head + `, "status": {}}}`, `{}`, ""},
		{"absent", "nothing is known", head + `}}`, `null`, ""},
		{"null", "null is not a status", head + `, "status": null}}`, "", "InterpretStatus: Widget shop/w: /status is null, expected an object"},
		{"string", "a string is not a status", head + `, "status": "up"}}`, "", `/status is the string "up", expected an object`},
		{"no kind", "no kind is required", `{"object": {"status": {"a": 1}}}`, `{a: 1}`, ""},
		{"malformed version", "no version is required", `{"object": {"apiVersion": "a/b/c", "kind": "Widget", "status": {"a": 1}}}`, `{a: 1}`, ""},
		{"claim", "a kind with native hooks, but none for the status", `{"object": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "status": {"phase": 3}}}`, `{phase: 3}`, ""},
		{"other version", "it is another kind", `{"object": {"apiVersion": "apps/v1beta2", "kind": "Deployment", "status": {"conditions": [1]}}}`, `{conditions: [1]}`, ""},
		{"nothing", "the object is null", `{"object": null}`, `null`, ""},
	})
}
