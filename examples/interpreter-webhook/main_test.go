package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// started runs the command, with its own certificate, until the test ends. It uses the printed configuration as a control
// plane does, and returns a registry of the hooks, the connection to the webhook, and its URL.
func started(t *testing.T) (*interpreter.Registry, *http.Client, string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var stderr bytes.Buffer
	status := make(chan int, 1)
	printed, out := io.Pipe()
	go func() {
		status <- run(ctx, []string{"-self-signed", "127.0.0.1,localhost", "-listen", "127.0.0.1:0"}, out, &stderr)
		_ = out.Close()
	}()
	text := make([]byte, 1<<16)
	n, err := printed.Read(text) // it is printed in one write
	require.NoError(t, err, "%s", &stderr)
	var c webhook.Configuration
	require.NoError(t, yaml.UnmarshalStrict(text[:n], &c))
	require.Empty(t, c.Validate())

	connection, err := c.Webhooks[0].ClientConfig.HTTPClient(nil)
	require.NoError(t, err)
	interpreters, err := webhook.Interpreters(func(id string, w webhook.Webhook) webhook.Client {
		return w.Client(id, connection, rand.Text)
	}, c)
	require.NoError(t, err)
	t.Cleanup(func() {
		connection.CloseIdleConnections()
		stop()
		require.Zero(t, <-status, "%s", &stderr)
	})
	return interpreter.NewRegistry(interpreters...), connection, *c.Webhooks[0].ClientConfig.URL
}

// TestServe calls the server with what is not a hook.
func TestServe(t *testing.T) {
	t.Parallel()
	registry, connection, url := started(t)
	t.Run("healthz", func(t *testing.T) {
		answer, err := connection.Get(strings.Replace(url, path, "/healthz", 1))
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, "ok", string(body))
	})
	t.Run("other kinds have no rule", func(t *testing.T) {
		require.False(t, registry.Enabled(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}, interpreter.Retain))
	})
}

// written returns a file with this content.
func written(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file.pem")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// TestRun runs command lines. All end at once.
func TestRun(t *testing.T) {
	t.Parallel()
	file := written(t, "no certificate")
	pair, bundle, err := selfSigned([]string{"localhost"}, time.Now())
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	require.NoError(t, err)
	cert, key := written(t, string(bundle)), written(t, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	for name, test := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"help":              {[]string{"-h"}, 0, "-self-signed"},
		"nothing":           {nil, 2, "either -cert and -key or -self-signed must be set"},
		"both":              {[]string{"-cert", "a", "-key", "b", "-self-signed", "c"}, 2, "either"},
		"no key":            {[]string{"-cert", "a"}, 2, "-cert and -key must be set together"},
		"too much":          {[]string{"-self-signed", "c", "d"}, 2, `unexpected argument "d"`},
		"unknown flag":      {[]string{"-x"}, 2, "-x"},
		"flag twice":        {[]string{"-listen", ":1", "-listen", ":2"}, 2, "it is given twice, expected it once"},
		"no certificate":    {[]string{"-cert", file, "-key", file, "-listen", "127.0.0.1:0"}, 1, "tls: failed to find any PEM data"},
		"no name":           {[]string{"-self-signed", "a,", "-listen", "127.0.0.1:0"}, 1, "a name of the certificate is empty"},
		"no such address":   {[]string{"-self-signed", "a", "-listen", "127.0.0.1:no"}, 1, "unknown port"},
		"files":             {[]string{"-cert", cert, "-key", key, "-listen", "127.0.0.1:0"}, 0, ""},
		"ends before start": {[]string{"-self-signed", "a", "-listen", "127.0.0.1:0"}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			var stderr bytes.Buffer
			require.Equal(t, test.status, run(ctx, test.args, io.Discard, &stderr))
			require.Contains(t, stderr.String(), test.want)
		})
	}
}
