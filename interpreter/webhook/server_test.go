package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

func fine(context.Context, webhook.Request) webhook.Response { return webhook.Succeeded("fine") }

// TestFunc has cases that the recordings lack, or differ in. Every refusal has a metav1.Status with the reason.
func TestFunc(t *testing.T) {
	t.Parallel()
	const asked = `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"1","operation":"Retain"}}`
	tests := map[string]struct {
		method, media string
		body          io.Reader
		code          int
		want          string // of the message
	}{
		"parameters":                 {"POST", "application/json; charset=utf-8", strings.NewReader(asked), 200, "fine"},
		"case of the media type":     {"POST", "Application/JSON", strings.NewReader(asked), 200, "fine"},
		"no envelope type":           {"POST", "application/json", strings.NewReader(`{"request":{"uid":"1"}}`), 200, "fine"},
		"a byte order mark":          {"POST", "application/json", strings.NewReader("\ufeff" + asked), 200, "fine"},
		"white space around":         {"POST", "application/json", strings.NewReader(" \n" + asked + "\n "), 200, "fine"},
		"another version":            {"POST", "application/json", strings.NewReader(`{"apiVersion":"config.karmada.io/v1","request":{"uid":"1"}}`), 200, `the body has the kind "" and the apiVersion "config.karmada.io/v1", expected ResourceInterpreterContext and config.karmada.io/v1alpha1`},
		"another method":             {"PUT", "application/json", strings.NewReader(asked), 405, `the method is "PUT", expected POST`},
		"another media type":         {"POST", "text/json", strings.NewReader(asked), 415, `the content type is "text/json", expected application/json`},
		"no media type at all":       {"POST", "application/json;;", strings.NewReader(asked), 415, `the content type is "application/json;;", expected application/json`},
		"no body":                    {"POST", "application/json", strings.NewReader(""), 400, "there is no content to decode"},
		"null":                       {"POST", "application/json", strings.NewReader("null"), 400, "the body is null, expected an object"},
		"no request":                 {"POST", "application/json", strings.NewReader("{}"), 400, "the body has no request"},
		"a cut body":                 {"POST", "application/json", strings.NewReader(asked[:len(asked)-4]), 400, "the body is not a ResourceInterpreterContext: unexpected end of JSON input"},
		"content after the end":      {"POST", "application/json", strings.NewReader(asked + "x"), 400, "the body has 1 bytes after its object, expected nothing"},
		"two requests":               {"POST", "application/json", strings.NewReader(asked + "\n" + asked), 400, "after top-level value"},
		"a uid that is not a string": {"POST", "application/json", strings.NewReader(`{"request":{"uid":5}}`), 400, "cannot unmarshal number"},
		"an incomplete body":         {"POST", "application/json", io.MultiReader(strings.NewReader(asked[:9]), iotest.ErrReader(io.ErrUnexpectedEOF)), 400, "the body ends too early: unexpected EOF"},
		"too long":                   {"POST", "application/json", strings.NewReader(asked + strings.Repeat(" ", webhook.MaxBytes)), 413, "the body is longer than 16777216 bytes"},
		"YAML that is too long":      {"POST", "application/json", strings.NewReader("a: " + strings.Repeat("b", 1<<20)), 400, "expected at most 1048576 unless it is JSON"},
		"YAML that expands": {"POST", "application/json", strings.NewReader("a: &a [" + strings.Repeat("x,", 99) + "x]\nb: &b [" + strings.Repeat("*a,", 999) + "*a]\nc: &c [" +
			strings.Repeat("*b,", 999) + "*b]\nd: [" + strings.Repeat("*c,", 999) + "*c]"), 400, "the text is too large when its aliases are expanded"},
		"deep nesting": {"POST", "application/json", strings.NewReader(strings.Repeat("[", 20_000)), 400, "the body is neither JSON nor YAML"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(test.method, "/", test.body)
			r.Header.Set("Content-Type", test.media)
			w := httptest.NewRecorder()
			webhook.Func(fine).ServeHTTP(w, r)
			require.Equal(t, test.code, w.Code)
			if test.code != http.StatusOK {
				requireRefused(t, test.code, w)
				require.Contains(t, decoded(t, w.Body.Bytes()).(map[string]any)["message"], test.want)
				require.Equal(t, test.code == 405, w.Header().Get("Allow") == "POST")
				return
			}
			var answer struct{ Response webhook.Response }
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
			require.Equal(t, "1", answer.Response.UID)
			require.Equal(t, test.want, answer.Response.Status.Message)
		})
	}
}

// A response that cannot be encoded is reported with the uid of the request, so that its caller sees the reason.
func TestFuncCannotEncode(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("POST", "/", strings.NewReader(`{"request":{"uid":"7"}}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	webhook.Func(func(context.Context, webhook.Request) webhook.Response {
		return webhook.Response{Successful: true, RawStatus: json.RawMessage("{")}
	}).ServeHTTP(w, r)
	require.Contains(t, w.Body.String(), `{"response":{"uid":"7","successful":false,"status":{"message":"the response cannot be encoded: `)
	require.Contains(t, w.Body.String(), `"code":500`)
}

// Completing a response does not write it: the author may return the same one again.
func TestFuncSharesResponses(t *testing.T) {
	t.Parallel()
	same := webhook.Response{Successful: true, Status: &webhook.Status{Message: "mine"}}
	handler := webhook.Func(func(context.Context, webhook.Request) webhook.Response { return same })
	for range 2 {
		r := httptest.NewRequest("POST", "/", strings.NewReader(`{"request":{"uid":"7"}}`))
		r.Header.Set("Content-Type", "application/json")
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	require.Equal(t, webhook.Response{Successful: true, Status: &webhook.Status{Message: "mine"}}, same)
}

// A caller that disconnects in the middle of its request leaves no goroutine, and ends the context of the function.
func TestFuncCallerGoesAway(t *testing.T) {
	t.Parallel()
	started, ended := make(chan struct{}), make(chan error, 1)
	s := httptest.NewServer(webhook.Func(func(ctx context.Context, _ webhook.Request) webhook.Response {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return webhook.Errored(http.StatusGatewayTimeout, ctx.Err())
	}))
	t.Cleanup(s.Close)
	for _, length := range []string{"400", "23"} { // an incomplete body, and a complete one
		conn, err := net.Dial("tcp", s.Listener.Addr().String())
		require.NoError(t, err)
		_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "+length+"\r\n\r\n{\"request\":{\"uid\":\"1\"}}")
		require.NoError(t, err)
		if length == "23" {
			<-started
		}
		require.NoError(t, conn.Close())
	}
	require.ErrorIs(t, <-ended, context.Canceled)
}

func TestErrored(t *testing.T) {
	t.Parallel()
	require.Equal(t, &webhook.Status{Code: 400, Message: "no"}, webhook.Errored(400, errors.New("no")).Status)
	require.NotEmpty(t, webhook.Errored(400, nil).Status.Message)
	require.False(t, webhook.Errored(200, nil).Successful)
}
