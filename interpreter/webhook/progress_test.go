package webhook_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientQuotesNoSecret has servers that quote a Secret in a way that package net/http shows in its errors.
func TestClientQuotesNoSecret(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]string{
		"no HTTP":     "hunter2\r\n\r\n",
		"status code": "HTTP/1.1 hunter2\r\n\r\n",
		"header":      "HTTP/1.1 200 OK\r\nhunter2\r\n\r\n",
		"length":      "HTTP/1.1 200 OK\r\nContent-Length: hunter2\r\n\r\n",
		"encoding":    "HTTP/1.1 200 OK\r\nTransfer-Encoding: hunter2\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := caller(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				conn, out, err := http.NewResponseController(w).Hijack()
				if err != nil {
					return
				}
				_, _ = out.WriteString(sent)
				_ = out.Flush()
				_ = conn.Close()
			}))
			for kind, shown := range map[string]bool{"Secret": false, "ConfigMap": true} {
				_, err := c.InterpretHealth(context.Background(), object(t, `{"apiVersion":"v1","kind":"`+kind+`","data":{"a":"hunter2"}}`))
				requireFault(t, webhook.FaultConnection, err)
				if shown {
					require.ErrorContains(t, err, "hunter2")
				} else {
					require.NotContains(t, err.Error(), "hunter2")
					require.ErrorContains(t, err, "Connection: the reason is not shown")
				}
			}
		})
	}
}

// TestClientShowsConnection has connections that fail before anything of a Secret is sent, or for a reason that quotes nothing.
func TestClientShowsConnection(t *testing.T) {
	t.Parallel()
	secret := object(t, `{"apiVersion":"v1","kind":"Secret","data":{"a":"hunter2"}}`)
	untrusted := httptest.NewUnstartedServer(respond(200, everything))
	untrusted.Config.ErrorLog = quiet
	untrusted.StartTLS()
	defer untrusted.Close()
	service := webhook.ClientConfig{Service: &webhook.ServiceReference{Namespace: "n", Name: "s"}}
	unresolved, err := service.HTTPClient(func(context.Context, webhook.ServiceReference) (string, error) {
		return "", errors.New("no endpoints")
	})
	require.NoError(t, err)
	dies := caller(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	for name, test := range map[string]struct {
		url  string
		http *http.Client
		want string
	}{
		"nobody listens": {"http://127.0.0.1:1", &http.Client{}, "connection refused"},
		"not trusted":    {untrusted.URL, &http.Client{Transport: &http.Transport{}}, "certificate signed by unknown authority"},
		"not resolved":   {"https://s.n.svc:443", unresolved, "service n/s: no endpoints"},
		"closes":         {dies.URL, dies.HTTP, "EOF"},
	} {
		c := webhook.Client{URL: test.url, HTTP: test.http, NewID: always("UID"), Timeout: time.Hour}
		_, err := c.InterpretHealth(context.Background(), secret)
		requireFault(t, webhook.FaultConnection, err)
		require.ErrorContains(t, err, test.want, name)
	}
}
