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
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// nginx is a Workload with fields that the webhook does not know, and must not lose.
const nginx = `
apiVersion: workload.example.io/v1alpha1
kind: Workload
metadata:
  name: nginx
  namespace: web
  labels: {app: nginx}
spec:
  replicas: 3
  paused: false
  surge: 9007199254740993
  template:
    metadata:
      labels: {app: nginx}
    spec:
      containers:
      - image: nginx
        name: nginx
`

func read(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	content, err := webhook.Decode[map[string]any](raw)
	require.NoError(t, err)
	return &unstructured.Unstructured{Object: content}
}

// started runs the command, with its own certificate, until the test ends. It returns what a control plane makes of the printed
// configuration: a registry of the hooks, the connection to the webhook, and its address.
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
		select {
		case ended := <-status:
			require.Zero(t, ended, "%s", &stderr)
		case <-time.After(10 * time.Second):
			require.Fail(t, "the command does not end")
		}
	})
	return interpreter.NewRegistry(interpreters...), connection, *c.Webhooks[0].ClientConfig.URL
}

func hook[H any](t *testing.T, find func(schema.GroupVersionKind) (H, bool)) H {
	t.Helper()
	h, found := find(workloads{}.Kinds()[0])
	require.True(t, found)
	return h
}

// TestWebhook starts the command and calls it over TLS as Karmada does.
func TestWebhook(t *testing.T) {
	t.Parallel()
	registry, connection, url := started(t)
	ctx := context.Background()
	workload := read(t, nginx)
	requireObject := func(t *testing.T, want string, got *unstructured.Unstructured, err error) {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, read(t, want).Object, got.Object)
		require.Equal(t, read(t, nginx).Object, workload.Object, "the object was written")
	}

	t.Run("InterpretReplica", func(t *testing.T) {
		replicas, requirements, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, workload)
		require.NoError(t, err)
		require.EqualValues(t, 3, replicas)
		require.Nil(t, requirements, "nginx has no requests")
	})
	t.Run("InterpretReplica without a number", func(t *testing.T) {
		replicas, _, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, read(t, strings.Replace(nginx, "replicas: 3", "", 1)))
		require.NoError(t, err)
		require.EqualValues(t, 1, replicas)
	})
	t.Run("ReviseReplica", func(t *testing.T) { // 3 replicas by the weights 2 and 1
		for member, want := range map[int64]string{2: "replicas: 2", 1: "replicas: 1"} {
			got, err := hook(t, registry.ReplicaReviser).ReviseReplica(ctx, workload, member)
			requireObject(t, strings.Replace(nginx, "replicas: 3", want, 1), got, err)
		}
	})
	t.Run("Retain", func(t *testing.T) { // the member has paused it
		observed := read(t, strings.NewReplacer("paused: false", "paused: true", "replicas: 3", "replicas: 2").Replace(nginx))
		got, err := hook(t, registry.Retainer).Retain(ctx, workload, observed)
		requireObject(t, strings.Replace(nginx, "paused: false", "paused: true", 1), got, err)
		observed = read(t, strings.Replace(nginx, "paused: false", "", 1))
		got, err = hook(t, registry.Retainer).Retain(ctx, workload, observed)
		requireObject(t, strings.Replace(nginx, "paused: false", "", 1), got, err)
	})
	t.Run("AggregateStatus", func(t *testing.T) { // of two members with ready replicas and one without a status
		got, err := hook(t, registry.StatusAggregator).AggregateStatus(ctx, workload, []interpreter.StatusItem{
			{ClusterName: "member1", Status: map[string]any{"readyReplicas": int64(2)}, Applied: true, Health: interpreter.Healthy},
			{ClusterName: "member2", Status: map[string]any{"readyReplicas": int64(1)}, Applied: true},
			{ClusterName: "member3", AppliedMessage: "not there"},
		})
		requireObject(t, nginx+"status: {readyReplicas: 3}\n", got, err)
	})
	t.Run("InterpretStatus and InterpretHealth", func(t *testing.T) {
		for ready, healthy := range map[string]bool{"3": true, "2": false} {
			member := read(t, nginx+"status: {readyReplicas: "+ready+", observedGeneration: 7}\n")
			status, err := hook(t, registry.StatusInterpreter).InterpretStatus(ctx, member)
			require.NoError(t, err)
			require.Equal(t, read(t, "readyReplicas: "+ready).Object, status)
			got, err := hook(t, registry.HealthInterpreter).InterpretHealth(ctx, member)
			require.NoError(t, err)
			require.Equal(t, healthy, got)
		}
	})
	t.Run("InterpretDependency", func(t *testing.T) {
		needs := read(t, strings.Replace(nginx, "        name: nginx\n", "        name: nginx\n        envFrom: [{secretRef: {name: s}}, {configMapRef: {name: c}}]\n", 1))
		got, err := hook(t, registry.DependencyInterpreter).InterpretDependency(ctx, needs)
		require.NoError(t, err)
		require.Equal(t, []interpreter.Dependency{
			{APIVersion: "v1", Kind: "ConfigMap", Namespace: "web", Name: "c"}, {APIVersion: "v1", Kind: "Secret", Namespace: "web", Name: "s"},
		}, got)
		got, err = hook(t, registry.DependencyInterpreter).InterpretDependency(ctx, workload)
		require.NoError(t, err)
		require.Empty(t, got)
	})
	t.Run("InterpretComponent", func(t *testing.T) {
		got, err := hook(t, registry.ComponentInterpreter).InterpretComponent(ctx, workload)
		require.NoError(t, err)
		require.Equal(t, []interpreter.Component{{Name: "workload", Replicas: 3}}, got)
	})
	t.Run("a field of a wrong type", func(t *testing.T) {
		_, _, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, read(t, strings.Replace(nginx, "replicas: 3", "replicas: many", 1)))
		var refused *webhook.StatusError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, 500, refused.Code)
		require.ErrorContains(t, err, "spec.replicas of type int32")
	})
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

// TestRun has reasons why the command does not serve.
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
