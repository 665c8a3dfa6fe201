package main

import (
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

const numbered = `
apiVersion: apps/v1
kind: %[1]s
metadata: {namespace: hanging, name: %[2]s, labels: {app: hanging}}
spec:
  replicas: 1
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: {containers: [{name: a, image: "a:1"}]}
`

// TestHangingWebhook: a webhook that interprets StatefulSets takes calls and does not answer. More StatefulSets wait than there are workers, and a
// Deployment is propagated all the same. When the webhook answers, they are, too.
func TestHangingWebhook(t *testing.T) {
	startNamespaceController(t)
	release, calls := make(chan struct{}), atomic.Int32{}
	answer := webhook.Handler(native.Interpreters(time.Now)...)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		select {
		case <-release:
			answer.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	file := filepath.Join(t.TempDir(), "webhooks.yaml")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterWebhookConfiguration
metadata: {name: tests}
webhooks:
- name: hanging.example.com
  rules: [{operations: [InterpretReplica], apiGroups: [apps], apiVersions: [v1], kinds: [StatefulSet]}]
  clientConfig: {url: %q, caBundle: %q}
  interpreterContextVersions: [v1alpha1]
  timeoutSeconds: 30
`, server.URL+"/", base64.StdEncoding.EncodeToString(authority)), 0o600))
	all, err := registry("", file)
	require.NoError(t, err)
	startOperator(t, func(o *options) { o.registry = all })
	clusters := join(t, "hanging")
	objects := []*unstructured.Unstructured{
		apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: hanging}}`),
		apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: hanging, name: all}
spec:
  resourceSelectors:
  - {apiVersion: apps/v1, kind: StatefulSet, labelSelector: {matchLabels: {app: hanging}}}
  - {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: hanging}}}
  placement: {clusterAffinity: {clusterNames: [%s]}}
`, clusters[0])),
	}
	for i := range 6 { // the operator of tests has 4 workers
		objects = append(objects, apply(t, fmt.Sprintf(numbered, "StatefulSet", fmt.Sprintf("s%d", i))))
	}
	eventually(t, func() error {
		if calls.Load() < 4 {
			return errors.New("not all workers wait for the webhook")
		}
		return nil
	})
	objects = append(objects, apply(t, fmt.Sprintf(numbered, "Deployment", "free")))
	hasStates(t, "hanging", "free", "1 a:1", "-", "-")
	require.Zero(t, bindingsOf(t, "StatefulSet"), "they still wait")
	close(release)
	eventually(t, func() error {
		if n := bindingsOf(t, "StatefulSet"); n != 6 {
			return fmt.Errorf("found %d bindings of StatefulSets, expected 6", n)
		}
		_, err := object(0, "StatefulSet", "hanging", "s5")
		return err
	})
	for i := len(objects) - 1; i >= 0; i-- {
		require.NoError(t, hub.Delete(t.Context(), objects[i]))
	}
	eventually(t, nothingLeft)
}

func bindingsOf(t *testing.T, kind string) (n int) {
	list := &api.ResourceBindingList{}
	require.NoError(t, hub.List(t.Context(), list, client.InNamespace("hanging")))
	for _, b := range list.Items {
		if b.Spec.Resource.Kind == kind {
			n++
		}
	}
	return n
}

// TestWebhookFiles: what is wrong with a file is reported before the operator starts.
func TestWebhookFiles(t *testing.T) {
	for text, want := range map[string]string{
		"kind: A":    `found the kind "A", expected ResourceInterpreterWebhookConfiguration`,
		"unknown: 1": "unknown field",
		"{a: [":      "yaml",
		"kind: ResourceInterpreterWebhookConfiguration\nmetadata: {name: c}\nwebhooks: [{name: w}]": "configuration c: ",
	} {
		_, err := readWebhooks([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
	none, err := readWebhooks(nil)
	require.NoError(t, err)
	require.Empty(t, none)
}
