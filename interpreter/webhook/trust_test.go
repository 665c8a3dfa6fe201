package webhook_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// certificate returns a self-signed certificate for these names, and its PEM.
func certificate(t *testing.T, names ...string) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: names, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// server serves TLS with HTTP/2 on loopback, and returns its certificate.
func server(t *testing.T, handler http.Handler, names ...string) (*httptest.Server, []byte) {
	t.Helper()
	pair, bundle := certificate(t, names...)
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2 = true
	s.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	s.Config.ErrorLog = quiet
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, bundle
}

// TestClientTrust tests TLS: only the bundle of the configuration is trusted, and the name must be that of the service.
func TestClientTrust(t *testing.T) {
	t.Parallel()
	s, bundle := server(t, respond(200, everything), "hook.team.svc")
	_, other := certificate(t, "hook.team.svc")
	at := func(_ context.Context, service webhook.ServiceReference) (string, error) {
		if *service.Port != 443 {
			return "", fmt.Errorf("found port %d, expected 443", *service.Port)
		}
		return s.Listener.Addr().String(), nil
	}
	nowhere := func(context.Context, webhook.ServiceReference) (string, error) {
		return "", fmt.Errorf("unknown service")
	}
	service := func(name string) *webhook.ServiceReference {
		return &webhook.ServiceReference{Name: name, Namespace: "team"}
	}
	tests := map[string]struct {
		config  webhook.ClientConfig
		resolve webhook.Resolver
		want    string // a part of the error; empty if the call succeeds
	}{
		"service":        {webhook.ClientConfig{Service: service("hook"), CABundle: bundle}, at, ""},
		"service wins":   {webhook.ClientConfig{Service: service("hook"), URL: &s.URL, CABundle: bundle}, nowhere, "service team/hook: unknown service"},
		"URL":            {webhook.ClientConfig{URL: &s.URL, CABundle: bundle}, nil, ""},
		"another bundle": {webhook.ClientConfig{URL: &s.URL, CABundle: other}, nil, "certificate"},
		"no bundle":      {webhook.ClientConfig{URL: &s.URL}, nil, "certificate"},
		"another name":   {webhook.ClientConfig{Service: service("hack"), CABundle: bundle}, at, "certificate is valid for hook.team.svc, not hack.team.svc"},
		"no resolver":    {webhook.ClientConfig{Service: service("hook"), CABundle: bundle}, nil, "at https://hook.team.svc:443/"}, // followed by the system's error
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection, err := test.config.HTTPClient(test.resolve)
			require.NoError(t, err)
			t.Cleanup(connection.CloseIdleConnections)
			w := webhook.Webhook{ClientConfig: test.config, InterpreterContextVersions: []string{"v1alpha1"}}
			limit := time.Hour
			if name == "no resolver" { // a DNS server may not answer
				limit = 5 * time.Second
			}
			connection.Transport.(*http.Transport).TLSHandshakeTimeout = limit
			c := w.Client("cfg/w", connection, always("UID"))
			c.Timeout = limit
			healthy, err := c.InterpretHealth(context.Background(), object(t, nginx))
			if test.want == "" {
				require.NoError(t, err)
				require.True(t, healthy)
				return
			}
			requireFault(t, webhook.FaultConnection, err)
			require.ErrorContains(t, err, test.want)
		})
	}
	plain := httptest.NewServer(respond(200, everything))
	t.Cleanup(plain.Close)
	c := webhook.Client{URL: strings.Replace(plain.URL, "http:", "https:", 1), HTTP: plain.Client(), NewID: always("UID"), Timeout: time.Hour}
	_, err := c.InterpretHealth(context.Background(), object(t, nginx))
	requireFault(t, webhook.FaultConnection, err)
}

// The caller may pass a connection that trusts a server in another way.
func TestClientOwnConnection(t *testing.T) {
	t.Parallel()
	s, bundle := server(t, respond(201, everything))
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(bundle))
	connection := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}}}
	t.Cleanup(connection.CloseIdleConnections)
	connection.CheckRedirect = func(*http.Request, []*http.Request) error { panic("not used") }
	c := webhook.Client{URL: s.URL, HTTP: connection, NewID: always("UID"), Timeout: time.Hour}
	healthy, err := c.InterpretHealth(context.Background(), object(t, nginx))
	require.NoError(t, err)
	require.True(t, healthy)
	require.NotNil(t, connection.CheckRedirect, "CheckRedirect was written")
}
