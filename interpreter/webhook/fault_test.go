package webhook_test

import (
	"compress/gzip"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// respond answers every call with a body.
func respond(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// number repeats a format with the number of each repetition.
func number(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestClientFaults has every kind of wrong answer with its fault. None leaves a connection open.
func TestClientFaults(t *testing.T) {
	t.Parallel()
	response := func(fields string) http.HandlerFunc {
		return respond(200, `{"response":{"uid":"UID","successful":true,`+fields+`}}`)
	}
	patch := func(text string) http.HandlerFunc {
		return response(`"patchType":"JSONPatch","patch":"` + base64.StdEncoding.EncodeToString([]byte(text)) + `"`)
	}
	hijack := func(sent string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, out, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			_, _ = out.WriteString(sent)
			_ = out.Flush()
			_ = conn.Close()
		}
	}
	copies := `{"op":"add","path":"/x","value":[` + strings.Repeat(`"0123456789",`, 999) + `1]}`
	for i := range 20 {
		copies += fmt.Sprintf(`,{"op":"add","path":"/y%d","value":{}},{"op":"copy","from":"/x","path":"/y%d/a"},{"op":"copy","from":"/x","path":"/y%d/b"},{"op":"move","from":"/y%d","path":"/x"}`, i, i, i, i)
	}
	tests := map[string]struct {
		handler http.HandlerFunc
		op      interpreter.Operation
		fault   webhook.Fault
		want    string
	}{
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, interpreter.InterpretHealth, webhook.FaultHTTP, "code 307: a redirect, which is not followed"},
		"redirect that would be a GET": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}, interpreter.InterpretHealth, webhook.FaultHTTP, "code 302: a redirect, which is not followed"},
		"HTTP status with a string":    {respond(503, " try later\n"), interpreter.InterpretHealth, webhook.FaultHTTP, `code 503: "try later"`},
		"HTTP status with a Status":    {respond(500, `{"kind":"Status","message":"boom"}`), interpreter.InterpretHealth, webhook.FaultHTTP, "code 500: boom"},
		"HTTP status with nothing":     {respond(500, ""), interpreter.InterpretHealth, webhook.FaultHTTP, "code 500"},
		"HTTP status with a long body": {respond(500, strings.Repeat("x", 1<<20)), interpreter.InterpretHealth, webhook.FaultHTTP, `code 500: "` + strings.Repeat("x", 200) + `"`},
		"no answer at all":             {hijack(""), interpreter.InterpretHealth, webhook.FaultConnection, "EOF"},
		"no HTTP":                      {hijack("220 mail.example.com\r\n\r\n"), interpreter.InterpretHealth, webhook.FaultConnection, "malformed HTTP"},
		"dies in the middle":           {hijack("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"response\":"), interpreter.InterpretHealth, webhook.FaultBody, "the answer is incomplete: unexpected EOF"},
		"dies in a chunk":              {hijack("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"r"), interpreter.InterpretHealth, webhook.FaultBody, "the answer is incomplete: unexpected EOF"},
		"too long":                     {respond(200, strings.Repeat(" ", webhook.MaxBytes+1)), interpreter.InterpretHealth, webhook.FaultBody, "the answer is longer than 16777216 bytes"},
		"too long when unpacked": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			_, _ = packed.Write(make([]byte, webhook.MaxBytes+1))
			_ = packed.Close()
		}, interpreter.InterpretHealth, webhook.FaultBody, "the answer is longer than 16777216 bytes"},
		"invalid content type": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "a b c")
			_, _ = io.WriteString(w, everything)
		}, interpreter.InterpretHealth, webhook.FaultBody, `the content type "a b c" cannot be read`},
		"quantity that takes hours":   {response(`"replicas":1,"replicaRequirements":{"resourceRequest":{"cpu":"1e-99999999"}}`), interpreter.InterpretReplica, webhook.FaultBody, "exponent of more than 3 digits"},
		"number that takes hours":     {response(`"replicas":1,"replicaRequirements":{"resourceRequest":{"cpu":1E-99999999,"cpu":1}}`), interpreter.InterpretReplica, webhook.FaultBody, "exponent of more than 3 digits"},
		"hidden in a component":       {response(`"components":[{"replicaRequirements":{"resourceRequest":{"cpu":"1e+0000000001"}}}]`), interpreter.InterpretComponent, webhook.FaultBody, "exponent of more than 3 digits"},
		"long quantity":               {response(`"components":[{"replicaRequirements":{"resourceRequest":{"cpu":"` + strings.Repeat("1", 1001) + `"}}}]`), interpreter.InterpretComponent, webhook.FaultBody, "a quantity has 1001 bytes"},
		"invalid quantity":            {response(`"components":[{"replicaRequirements":{"resourceRequest":{"cpu":"x"}}}]`), interpreter.InterpretComponent, webhook.FaultBody, "quantities must match"},
		"refused":                     {respond(200, `{"response":{"uid":"UID","status":{"code":422,"message":"odd"}}}`), interpreter.Retain, webhook.FaultRefused, "code 422: odd"},
		"invalid selector":            {response(`"dependencies":[{"apiVersion":"v1","kind":"Secret","labelSelector":{"matchExpressions":[{"key":"a","operator":"Near"}]}}]`), interpreter.InterpretDependency, webhook.FaultResponse, "dependencies[0].labelSelector.matchExpressions[0].operator"},
		"status that is null":         {response(`"rawStatus":null`), interpreter.InterpretStatus, webhook.FaultResponse, "response.rawStatus is missing"},
		"patch type that is empty":    {response(`"patchType":""`), interpreter.Retain, webhook.FaultResponse, "response.patch is missing"},
		"patch not in base64":         {response(`"patchType":"JSONPatch","patch":"%"`), interpreter.Retain, webhook.FaultBody, "illegal base64"},
		"patch that is not a list":    {patch(`{"op":"remove"}`), interpreter.Retain, webhook.FaultPatch, "the patch is an object, expected a list of operations"},
		"unknown operation":           {patch(`[{"op":"sing","path":"/"}]`), interpreter.Retain, webhook.FaultPatch, "sing"},
		"patch that makes a list":     {patch(`[{"op":"replace","path":"","value":[]}]`), interpreter.Retain, webhook.FaultPatch, "the patched object is a list, expected an object"},
		"patch that makes null":       {patch(`[{"op":"replace","path":"","value":null},{"op":"add","path":"/a","value":1}]`), interpreter.Retain, webhook.FaultPatch, "operation 1 of the patch: add /a: the document is null, expected an object or a list"},
		"patch that makes a number":   {patch(`[{"op":"replace","path":"","value":5}]`), interpreter.Retain, webhook.FaultPatch, "operation 0 of the patch: replace the document: the document cannot become the number 5, expected an object or a list"},
		"patch that ends as null":     {patch(`[{"op":"replace","path":"","value":null}]`), interpreter.Retain, webhook.FaultPatch, "the patched object is null, expected an object"},
		"patch that removes the kind": {patch(`[{"op":"remove","path":"/kind"}]`), interpreter.Retain, webhook.FaultPatch, "the patched object: the object has no kind"},
		"patch of a null":             {patch(`[null]`), interpreter.Retain, webhook.FaultPatch, "operation 0 of the patch is null, expected an object"},
		"patch without a path":        {patch(`[{"op":"remove","path":1}]`), interpreter.Retain, webhook.FaultPatch, "path is the number 1, expected a string"},
		"patch without a value":       {patch(`[{"op":"add","path":"/a"}]`), interpreter.Retain, webhook.FaultPatch, "value is missing, expected one to add"},
		"patch with a long path":      {patch(`[{"op":"test","path":"/` + strings.Repeat("a", 64<<10) + `","value":null}]`), interpreter.Retain, webhook.FaultPatch, "path has 65537 bytes, expected at most 65536"},
		"patch that moves everything": {patch(`[{"op":"move","from":"","path":"/a"}]`), interpreter.Retain, webhook.FaultPatch, "the whole document cannot be moved"},
		"patch that copies nothing":   {patch(`[{"op":"copy","from":"/spec/replicas/a","path":"/a"}]`), interpreter.Retain, webhook.FaultPatch, "copy /spec/replicas/a: /spec/replicas is the number 2, expected an object or a list"},
		"body that is a list":         {respond(200, " [1]"), interpreter.Retain, webhook.FaultBody, "the body is a list, expected an object"},
		"body that is a string":       {respond(200, "hello"), interpreter.Retain, webhook.FaultBody, `the body is the string "hello", expected an object`},
		"body of many directives":     {respond(200, number(50_000, "%%TAG !%d! x\n")+"---\nresponse: {}\n"), interpreter.Retain, webhook.FaultBody, "found 50000 directives of 688890 bytes, expected at most 10 of 1000"},
		"body of a long directive":    {respond(200, "%TAG !a! "+strings.Repeat("x", 1000)+"\n---\nresponse: {}\n"), interpreter.Retain, webhook.FaultBody, "found 1 directives of 1009 bytes"},
		"refused with a long message": {respond(200, `{"response":{"uid":"UID","status":{"code":422,"message":"`+strings.Repeat("ä", 1<<20)+`"}}}`), interpreter.Retain, webhook.FaultRefused, "code 422: " + strings.Repeat("ä", 500) + "…"},
		"Status with a long message":  {respond(500, `{"kind":"Status","message":"`+strings.Repeat("x", 1001)+`"}`), interpreter.Retain, webhook.FaultHTTP, "code 500: " + strings.Repeat("x", 1000) + "…"},
		"patch that runs into null":   {patch(`[{"op":"add","path":"/l","value":[1]},{"op":"replace","path":"/l/0","value":null},{"op":"test","path":"/l/0","value":[]}]`), interpreter.Retain, webhook.FaultPatch, "operation 2 of the patch: test /l/0: /l/0 is null, expected []"},
		"patch of many operations":    {patch("[" + strings.Repeat(`{"op":"test","path":"/kind","value":"Deployment"},`, 10_000) + `{"op":"test","path":"","value":1}]`), interpreter.Retain, webhook.FaultPatch, "the patch has 10001 operations, expected at most 10000"},
		"patch that doubles":          {patch("[" + copies + "]"), interpreter.Retain, webhook.FaultPatch, "copy"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := caller(t, test.handler)
			o := object(t, nginx)
			_, err := call(context.Background(), c, test.op, o, o, 1, nil)
			failed := requireFault(t, test.fault, err)
			require.ErrorContains(t, err, test.want)
			require.Equal(t, "UID", failed.UID)
			require.Equal(t, c.URL+"/", failed.URL)
			require.Equal(t, test.op, failed.Operation)
			require.Equal(t, nginx, asJSON(t, o), "the object was written")
		})
	}
}
