package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestWholeStatus(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "shop"}`
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"any kind", "all of it, as it is", head + `, "status": {"a": [1, 2.5, null], "b": {}}}}`, `{a: [1, 2.5, null], b: {}}`, ""},
		{"empty", "is a status", head + `, "status": {}}}`, `{}`, ""},
		{"absent", "nothing is known", head + `}}`, `null`, ""},
		{"null", "null is no status", head + `, "status": null}}`, "", "InterpretStatus: Widget shop/w: /status is null, expected an object"},
		{"text", "nor is a text", head + `, "status": "up"}}`, "", `/status is the string "up", expected an object`},
		{"no kind", "it needs none", `{"object": {"status": {"a": 1}}}`, `{a: 1}`, ""},
		{"malformed version", "nor a version", `{"object": {"apiVersion": "a/b/c", "kind": "Widget", "status": {"a": 1}}}`, `{a: 1}`, ""},
		{"claim", "a kind with hooks of its own, but none for the status", `{"object": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "status": {"phase": 3}}}`, `{phase: 3}`, ""},
		{"other version", "is another kind", `{"object": {"apiVersion": "apps/v1beta2", "kind": "Deployment", "status": {"conditions": [1]}}}`, `{conditions: [1]}`, ""},
		{"nothing", "not even an object", `{"object": null}`, `null`, ""},
	})
}
