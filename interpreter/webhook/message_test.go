package webhook_test

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestMessage has messages of webhooks and servers, and what is shown of them.
func TestMessage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, reason, message, want string }{
		{"plain", "nothing is changed", `the image \"a\" has no tag`, `the image "a" has no tag`},
		{"other scripts", "they are printable", "镜像没有标签 ü", "镜像没有标签 ü"},
		{"a line break", "a log would have two entries", `one\nI0101 two`, `one\nI0101 two`},
		{"spaces around", "servers end messages by a line break", ` \n one\n`, `one`},
		{"a terminal", "it would change colors", `\u001b[31mred`, `\x1b[31mred`},
		{"direction", "it would reverse the rest of the line", `a\u202eb`, `a\u202eb`},
		{"no character", "half of a surrogate pair", `a\ud800b`, "a\ufffdb"},
		{"long", "the limit is in bytes", strings.Repeat("x", 1001), strings.Repeat("x", 1000) + "…"},
		{"long, not cut in a character", "a byte is left", "x" + strings.Repeat("ä", 1000), "x" + strings.Repeat("ä", 499) + "…"},
		{"long when escaped", "what is shown counts", strings.Repeat(`\u0001`, 1000), strings.Repeat(`\x01`, 250) + "…"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			refused := respond(200, `{"response":{"uid":"UID","status":{"code":422,"message":"`+test.message+`"}}}`)
			status := respond(422, `{"kind":"Status","message":"`+test.message+`"}`)
			for fault, handler := range map[webhook.Fault]http.Handler{webhook.FaultRefused: refused, webhook.FaultHTTP: status} {
				_, err := caller(t, handler).InterpretHealth(context.Background(), object(t, nginx))
				requireFault(t, fault, err)
				var reported *webhook.StatusError
				require.ErrorAs(t, err, &reported)
				require.Equal(t, webhook.StatusError{Code: 422, Message: test.want}, *reported, test.reason)
			}
		})
	}
}

// requireShort checks that an error can be written to a log.
func requireShort(t *testing.T, text string) {
	t.Helper()
	require.LessOrEqual(t, len(text), 10_000)
	require.Equal(t, -1, strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e }), "%.100q", text)
	require.True(t, utf8.ValidString(text))
}

// TestErrorOfLongAnswer has answers whose fault is in a part of megabytes, or with characters that are not printable.
func TestErrorOfLongAnswer(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	response := func(fields string) string { return `{"response":{"uid":"UID","successful":true,` + fields + `}}` }
	patch := func(text string) string {
		return response(`"patchType":"JSONPatch","patch":"` + base64.StdEncoding.EncodeToString([]byte(text)) + `"`)
	}
	for name, test := range map[string]struct {
		op     interpreter.Operation
		answer string
		fault  webhook.Fault
	}{
		"kind":              {interpreter.Retain, `{"kind":"` + long + `"}`, webhook.FaultBody},
		"uid":               {interpreter.Retain, `{"response":{"uid":"` + long + `"}}`, webhook.FaultResponse},
		"key of a quantity": {interpreter.InterpretReplica, response(`"replicaRequirements":{"resourceRequest":{"` + long + `":{}}}`), webhook.FaultBody},
		"odd key":           {interpreter.InterpretReplica, response(`"replicaRequirements":{"resourceRequest":{"\u001b\u202e\n":{}}}`), webhook.FaultBody},
		"anchor":            {interpreter.Retain, "response: *" + long[:1<<19], webhook.FaultBody},
		"selector":          {interpreter.InterpretDependency, response(`"dependencies":[{"apiVersion":"v1","kind":"A","labelSelector":{"matchLabels":{"` + long + `":"\u001b"}}}]`), webhook.FaultResponse},
		"path":              {interpreter.Retain, patch(`[{"op":"remove","path":"/` + long[:60_000] + `"}]`), webhook.FaultPatch},
		"odd path":          {interpreter.Retain, patch(`[{"op":"copy","from":"/\u001b\u202e\n/a","path":"/a"}]`), webhook.FaultPatch},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := object(t, nginx)
			_, err := call(context.Background(), caller(t, respond(200, test.answer)), test.op, o, o, 1, nil)
			failed := requireFault(t, test.fault, err)
			requireShort(t, failed.Err.Error())
			requireShort(t, err.Error())
			if name == "selector" {
				require.True(t, errors.As(err, new(utilerrors.Aggregate)), "the error itself can be found")
			}
		})
	}
	odd := webhook.Client{ID: long, URL: "https://127.0.0.1:1/" + long, NewID: always(long)}
	_, err := odd.InterpretHealth(context.Background(), object(t, nginx))
	requireFault(t, webhook.FaultConnection, err)
	requireShort(t, err.Error())
}

// TestRefusalOfLongRequest has requests whose fault is in a part of megabytes, or with characters that are not printable.
func TestRefusalOfLongRequest(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	for name, body := range map[string]string{
		"anchor":           "request: *" + long[:1<<19],
		"kind":             `{"kind":"` + long + `","request":{"uid":"1"}}`,
		"kind of object":   `{"request":{"uid":"1","operation":"InterpretHealth","object":{"kind":"` + long + `"}}}`,
		"kind, named":      `{"request":{"uid":"1","operation":"InterpretHealth","kind":{"kind":"` + long + `\n"},"object":{"kind":"A"}}}`,
		"object, observed": `{"request":{"uid":"1","operation":"Retain","object":{"kind":"A"},"observedObject":"` + long + `"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			webhook.Handler().ServeHTTP(w, r)
			require.LessOrEqual(t, w.Body.Len(), 10_000)
			require.NotContains(t, w.Body.String(), `\n"`)
		})
	}
}
