package webhook_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientTrust is TLS: only the bundle of the configuration counts, and the name must be that of the service.
func TestClientTrust(t *testing.T) {
	t.Parallel()
	s, bundle := server(t, says(200, everything), "hook.team.svc")
	_, other := certificate(t, "hook.team.svc")
	at := func(context.Context, webhook.ServiceReference) (string, error) {
		return s.Listener.Addr().String(), nil
	}
	nowhere := func(context.Context, webhook.ServiceReference) (string, error) {
		return "", fmt.Errorf("there is no such service")
	}
	service := func(name string) *webhook.ServiceReference {
		return &webhook.ServiceReference{Name: name, Namespace: "team"}
	}
	tests := map[string]struct {
		config  webhook.ClientConfig
		resolve webhook.Resolver
		want    string
	}{
		"service":         {webhook.ClientConfig{Service: service("hook"), CABundle: bundle}, at, ""},
		"service wins":    {webhook.ClientConfig{Service: service("hook"), URL: &s.URL, CABundle: bundle}, nowhere, "service team/hook: there is no such service"},
		"URL":             {webhook.ClientConfig{URL: &s.URL, CABundle: bundle}, nil, ""},
		"another bundle":  {webhook.ClientConfig{URL: &s.URL, CABundle: other}, nil, "certificate"},
		"no bundle":       {webhook.ClientConfig{URL: &s.URL}, nil, "certificate"},
		"another name":    {webhook.ClientConfig{Service: service("hack"), CABundle: bundle}, at, "certificate is valid for hook.team.svc, not hack.team.svc"},
		"nobody resolves": {webhook.ClientConfig{Service: service("hook"), CABundle: bundle}, nil, "dial tcp"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection, err := test.config.HTTPClient(test.resolve)
			require.NoError(t, err)
			t.Cleanup(connection.CloseIdleConnections)
			w := webhook.Webhook{ClientConfig: test.config, InterpreterContextVersions: []string{"v1alpha1"}}
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			healthy, err := w.Client("cfg/w", connection, always("UID")).InterpretHealth(ctx, object(t, nginx))
			if test.want == "" {
				require.NoError(t, err)
				require.True(t, healthy)
				return
			}
			requireFault(t, webhook.FaultConnection, err)
			if name != "nobody resolves" { // what a resolver says there is its own
				require.ErrorContains(t, err, test.want)
			}
		})
	}
	plain := httptest.NewServer(says(200, everything))
	t.Cleanup(plain.Close)
	c := webhook.Client{URL: strings.Replace(plain.URL, "http:", "https:", 1), HTTP: plain.Client(), NewID: always("UID")}
	_, err := c.InterpretHealth(context.Background(), object(t, nginx))
	requireFault(t, webhook.FaultConnection, err)
}

// A connection that trusts a server in another way is the caller's to make.
func TestClientOwnConnection(t *testing.T) {
	t.Parallel()
	s, bundle := server(t, says(201, everything))
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(bundle))
	connection := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}}}
	t.Cleanup(connection.CloseIdleConnections)
	connection.CheckRedirect = func(*http.Request, []*http.Request) error { panic("not used") }
	c := webhook.Client{URL: s.URL, HTTP: connection, NewID: always("UID")}
	healthy, err := c.InterpretHealth(context.Background(), object(t, nginx))
	require.NoError(t, err)
	require.True(t, healthy)
	require.NotNil(t, connection.CheckRedirect, "it is not written")
}
