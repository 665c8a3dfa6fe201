package webhook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestRecordedRequests compares the client's requests with those of Karmada for the same configurations: protocol, host, method,
// path, headers and body.
func TestRecordedRequests(t *testing.T) {
	t.Parallel()
	for _, c := range recorded(t, "wire-request") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			seen := &exchange{}
			handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				seen.Method, seen.Path, seen.Proto, seen.Host, seen.BodyText = r.Method, r.URL.RequestURI(), r.Proto, r.Host, string(body)
				seen.Headers = map[string]string{}
				for name := range r.Header {
					if name != "User-Agent" && name != "Content-Length" {
						seen.Headers[name] = r.Header.Get(name)
					}
				}
				_, _ = io.WriteString(w, everything)
			})
			s, bundle := server(t, handler, "interpreter.karmada-system.svc")
			plain := httptest.NewServer(handler)
			t.Cleanup(plain.Close)
			port := portOf(s.URL)
			if strings.Contains(string(asJSON(t, c.Webhooks)), "http://") {
				port = portOf(plain.URL)
			}
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
			connection, err := hook.ClientConfig.HTTPClient(func(_ context.Context, s webhook.ServiceReference) (string, error) {
				return fmt.Sprintf("127.0.0.1:%d", *s.Port), nil
			})
			require.NoError(t, err)
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
		})
	}
}
