package webhook_test

import (
	"context"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientBody has bodies and patches of the wrong type. The error names the operation, the object, the webhook and what was found.
func TestClientBody(t *testing.T) {
	t.Parallel()
	response := func(fields string) string { return `{"response":{"uid":"UID","successful":true,` + fields + `}}` }
	patch := func(text string) string {
		return response(`"patchType":"JSONPatch","patch":"` + base64.StdEncoding.EncodeToString([]byte(text)) + `"`)
	}
	for _, test := range []struct {
		name, reason string
		op           interpreter.Operation
		body         string
		fault        webhook.Fault
		want         string
	}{
		{"a list", "JSON", interpreter.Retain, `[{"response":{}}]`, webhook.FaultBody, "the body is a list, expected an object"},
		{"a list in YAML", "the body is YAML, too", interpreter.Retain, "- a", webhook.FaultBody, "the body is a list, expected an object"},
		{"a string", "JSON", interpreter.Retain, `"ok"`, webhook.FaultBody, `the body is the string "ok", expected an object`},
		{"text", "YAML", interpreter.Retain, "ok", webhook.FaultBody, `the body is the string "ok", expected an object`},
		{"null", "JSON", interpreter.Retain, "null", webhook.FaultBody, "the body is null, expected an object"},
		{"a comment", "YAML without content is null", interpreter.Retain, "# ok", webhook.FaultBody, "the body is null, expected an object"},
		{"a number", "JSON", interpreter.Retain, "5", webhook.FaultBody, "the body is the number 5, expected an object"},
		{"true", "JSON", interpreter.Retain, "true", webhook.FaultBody, "the body is the boolean true, expected an object"},
		{"nothing", "no byte", interpreter.Retain, "", webhook.FaultBody, "the answer with HTTP status 200 is empty"},
		{"spaces", "nothing to decode", interpreter.Retain, " \r\n", webhook.FaultBody, "the answer with HTTP status 200 is empty"},
		{"a byte order mark", "it is skipped", interpreter.Retain, "\ufeff ", webhook.FaultBody, "there is no content to decode"},
		{"two objects", "which one is meant?", interpreter.Retain, `{"a":1} {"b":2}`, webhook.FaultBody, "the body has 7 bytes after its object, expected nothing: invalid character '{' after top-level value"},
		{"half an object", "it has no end", interpreter.Retain, `{"a":1`, webhook.FaultBody, "the body is not a ResourceInterpreterContext: unexpected end of JSON input"},
		{"an empty object", "nothing is in it", interpreter.Retain, `{}`, webhook.FaultResponse, "the answer has no response"},
		{"a response that is null", "null is absent", interpreter.Retain, `{"response":null}`, webhook.FaultResponse, "the answer has no response"},
		{"a patch that is an object", "an operation without its list", interpreter.Retain, patch(`{"op":"remove","path":"/spec"}`), webhook.FaultPatch, "the patch is an object, expected a list of operations"},
		{"a patch that is a number", "JSON", interpreter.Retain, patch(`5`), webhook.FaultPatch, "the patch is the number 5, expected a list of operations"},
		{"a patch that is a string", "JSON", interpreter.Retain, patch(`"[]"`), webhook.FaultPatch, `the patch is the string "[]", expected a list of operations`},
		{"a patch that is not JSON", "it has no end", interpreter.Retain, patch(`[`), webhook.FaultPatch, "the patch is not JSON: unexpected end of JSON input"},
		{"an operation that is a number", "it is numbered", interpreter.Retain, patch(`[{"op":"test","path":"/kind","value":"Deployment"},1]`), webhook.FaultPatch, "operation 1 of the patch is the number 1, expected an object"},
		{"an operation that is a list", "two lists", interpreter.Retain, patch(`[[]]`), webhook.FaultPatch, "operation 0 of the patch is a list, expected an object"},
		{"an object that becomes a list", "by replace", interpreter.Retain, patch(`[{"op":"replace","path":"","value":[1]}]`), webhook.FaultPatch, "the patched object is a list, expected an object"},
		{"an object that becomes null", "by replace", interpreter.Retain, patch(`[{"op":"replace","path":"","value":null}]`), webhook.FaultPatch, "the patched object is null, expected an object"},
		{"an object that becomes null by add", "add replaces, too", interpreter.Retain, patch(`[{"op":"add","path":"","value":null}]`), webhook.FaultPatch, "the patched object is null, expected an object"},
		{"a kind that becomes a number", "it is found, and wrong", interpreter.Retain, patch(`[{"op":"replace","path":"/kind","value":5}]`), webhook.FaultPatch, "the kind of the patched object is the number 5, expected a string"},
		{"a kind that is removed", "it is missing", interpreter.Retain, patch(`[{"op":"remove","path":"/kind"}]`), webhook.FaultPatch, "the patched object: the object has no kind"},
		{"a status that fits nothing", "the field is named", interpreter.InterpretStatus, response(`"rawStatus":1e999`), webhook.FaultResponse, "response.rawStatus: json: cannot unmarshal number"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := caller(t, respond(200, test.body))
			o := object(t, nginx)
			_, err := call(context.Background(), c, test.op, o, o, 1, nil)
			requireFault(t, test.fault, err)
			before := string(test.op) + `: Deployment default/nginx: webhook "cfg/w.example.com" at ` + c.URL + `/, call "UID": `
			require.ErrorContains(t, err, before+test.want, test.reason)
			require.NotContains(t, err.Error(), "%!")
		})
	}
	_, err := caller(t, respond(200, patch("null"))).Retain(context.Background(), object(t, nginx), object(t, nginx))
	require.NoError(t, err, "json-patch reads null as a patch without operations")
}
