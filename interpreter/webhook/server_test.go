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

// TestFunc is about what the recordings have not, or differ in. Everything refused says why in a metav1.Status.
func TestFunc(t *testing.T) {
	t.Parallel()
	const asked = `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"1","operation":"Retain"}}`
	tests := map[string]struct {
		method, media string
		body          io.Reader
		code          int
		want          string // of the message
	}{
		"parameters are fine":           {"POST", "application/json; charset=utf-8", strings.NewReader(asked), 200, "fine"},
		"case of media does not matter": {"POST", "Application/JSON", strings.NewReader(asked), 200, "fine"},
		"no envelope type":              {"POST", "application/json", strings.NewReader(`{"request":{"uid":"1"}}`), 200, "fine"},
		"a byte order mark":             {"POST", "application/json", strings.NewReader("\ufeff" + asked), 200, "fine"},
		"white space around":            {"POST", "application/json", strings.NewReader(" \n" + asked + "\n "), 200, "fine"},
		"another version":               {"POST", "application/json", strings.NewReader(`{"apiVersion":"config.karmada.io/v1","request":{"uid":"1"}}`), 200, `the body is of no kind of "config.karmada.io/v1", expected ResourceInterpreterContext of "config.karmada.io/v1alpha1"`},
		"another method":                {"PUT", "application/json", strings.NewReader(asked), 405, `the method is "PUT", expected POST`},
		"another media type":            {"POST", "text/json", strings.NewReader(asked), 415, `the content type is "text/json", expected application/json`},
		"no media type at all":          {"POST", "application/json;;", strings.NewReader(asked), 415, `the content type is "application/json;;", expected application/json`},
		"no body":                       {"POST", "application/json", strings.NewReader(""), 400, "there is no content to decode"},
		"null":                          {"POST", "application/json", strings.NewReader("null"), 400, "the body has no request"},
		"no request":                    {"POST", "application/json", strings.NewReader("{}"), 400, "the body has no request"},
		"a cut body":                    {"POST", "application/json", strings.NewReader(asked[:len(asked)-4]), 400, "the body is no ResourceInterpreterContext: unexpected end of JSON input"},
		"something behind":              {"POST", "application/json", strings.NewReader(asked + "x"), 400, "the body is no ResourceInterpreterContext: invalid character 'x' after top-level value"},
		"two requests":                  {"POST", "application/json", strings.NewReader(asked + "\n" + asked), 400, "after top-level value"},
		"a uid that is no text":         {"POST", "application/json", strings.NewReader(`{"request":{"uid":5}}`), 400, "cannot unmarshal number"},
		"a body that breaks off":        {"POST", "application/json", io.MultiReader(strings.NewReader(asked[:9]), iotest.ErrReader(io.ErrUnexpectedEOF)), 400, "the body ends too early: unexpected EOF"},
		"too long":                      {"POST", "application/json", strings.NewReader(asked + strings.Repeat(" ", webhook.MaxBytes)), 413, "the body is longer than 16777216 bytes"},
		"YAML that is too long":         {"POST", "application/json", strings.NewReader("a: " + strings.Repeat("b", 1<<20)), 400, "expected at most 1048576 if it is no JSON"},
		"YAML that grows": {"POST", "application/json", strings.NewReader("a: &a [" + strings.Repeat("x,", 99) + "x]\nb: &b [" + strings.Repeat("*a,", 999) + "*a]\nc: &c [" +
			strings.Repeat("*b,", 999) + "*b]\nd: [" + strings.Repeat("*c,", 999) + "*c]"), 400, "comes to too much"},
		"deep nesting": {"POST", "application/json", strings.NewReader(strings.Repeat("[", 20_000)), 400, "the body is no JSON, and no YAML"},
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

// A response that is no JSON is told with the uid of the request, so that its caller sees the reason.
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

// A response is not written when it is completed: the author may give the same one again.
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

// A caller that goes away in the middle of its request leaves nothing behind, and ends the context of the one that answers it.
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
	for _, length := range []string{"400", "23"} { // a body that never comes, and one that is there
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
