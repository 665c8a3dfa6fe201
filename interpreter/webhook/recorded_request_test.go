package webhook_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestRecordedRequests compares the client's requests with those of Karmada for the same configurations: protocol, host, method,
// path with the remaining time, headers and body.
func TestRecordedRequests(t *testing.T) {
	t.Parallel()
	for _, c := range recorded(t, "wire-request") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, c.requireSent)
		})
	}
}

// requireSent makes the call of a recording and compares its request.
func (c exchange) requireSent(t *testing.T) {
	const port = "8443"
	seen := &exchange{}
	pair, bundle := certificate(t, "interpreter.karmada-system.svc")
	server := &http.Server{Handler: seen, TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}}}
	if strings.Contains(asJSON(t, c.Webhooks), "http://") {
		server.TLSConfig = nil
	}
	pipes := newPipes(t, server)
	var configurations []webhook.Configuration
	for name, text := range c.Webhooks {
		text = json.RawMessage(strings.ReplaceAll(strings.ReplaceAll(string(text), `"PORT"`, port), "PORT", port))
		configuration := webhook.Configuration{}
		configuration.Name = name
		require.NoError(t, json.Unmarshal(text, &configuration.Webhooks))
		for i := range configuration.Webhooks {
			configuration.Webhooks[i].ClientConfig.CABundle = bundle
		}
		configurations = append(configurations, configuration)
	}
	o := object(t, string(c.Object))
	id, hook, found := webhook.Match(o.GroupVersionKind(), c.Operation, configurations...)
	require.Equal(t, c.Matched == nil, found)
	if !found {
		return
	}
	connection, err := hook.ClientConfig.HTTPClient(nil)
	require.NoError(t, err)
	connection.Transport.(*http.Transport).DialContext = pipes.dial
	t.Cleanup(connection.CloseIdleConnections)
	ctx := context.Background()
	if c.ContextTimeout != "" {
		timeout, err := time.ParseDuration(c.ContextTimeout)
		require.NoError(t, err)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		t.Cleanup(cancel)
	}
	before := asJSON(t, o)
	_, err = call(ctx, hook.Client(id, connection, always("UID")), c.Operation, o, object(t, string(c.Observed)), c.Replicas, c.Items)
	require.Equal(t, before, asJSON(t, o), "the object was written")
	if c.Error != "" {
		requireFault(t, webhook.FaultConfiguration, err)
		require.Empty(t, seen.Method, "no webhook is called")
		return
	}
	require.NoError(t, err)
	require.Equal(t, c.Method, seen.Method)
	require.Equal(t, c.Path, seen.Path)
	require.Equal(t, c.Proto, seen.Proto)
	require.Equal(t, strings.ReplaceAll(c.Host, "PORT", port), seen.Host)
	require.Equal(t, c.Headers, seen.Headers)
	if c.BodyText != "" {
		require.Equal(t, c.BodyText, seen.BodyText)
		return
	}
	require.Equal(t, decoded(t, c.Body), decoded(t, []byte(seen.BodyText)))
}

// ServeHTTP records a request.
func (c *exchange) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.Method, c.Path, c.Proto, c.Host, c.BodyText = r.Method, r.URL.RequestURI(), r.Proto, r.Host, string(body)
	c.Headers = map[string]string{}
	for name := range r.Header {
		if name != "User-Agent" && name != "Content-Length" {
			c.Headers[name] = r.Header.Get(name)
		}
	}
	_, _ = io.WriteString(w, everything)
}
