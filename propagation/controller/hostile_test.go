package controller_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// TestForgedBindings: a user of another namespace writes bindings that name a template, or that have the id of its binding. The template is
// reconciled as before, and keeps its Works.
func TestForgedBindings(t *testing.T) {
	for _, name := range []string{"victim", "forger"} {
		createNamespace(t, name)
	}
	createCluster(t, "forged1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("victim", "a", ""), propagate("victim", "all", configMaps, "forged1", ""), configMap("forger", "b", ""))
	eventually(t, hasLabel("forged1", "victim", "a", api.ManagedLabel, "true"))
	var own api.ResourceBinding
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "victim", Name: "a-configmap"}, &own))
	before, err := getWork("forged1", "ConfigMap", "victim", "a")
	require.NoError(t, err)

	forge := func(name, namespace, of string) {
		forged := &api.ResourceBinding{ObjectMeta: named("forger", name)}
		forged.Labels = map[string]string{api.BindingIDLabel: own.Labels[api.BindingIDLabel]}
		forged.Spec.Resource = own.Spec.Resource
		forged.Spec.Resource.Namespace, forged.Spec.Resource.Name = namespace, of
		require.NoError(t, hub.Create(t.Context(), forged))
		time.Sleep(300 * time.Millisecond)
		require.NoError(t, hub.Delete(t.Context(), forged))
		time.Sleep(300 * time.Millisecond)
	}
	forge("any", "victim", "a")
	forge("b-configmap", "forger", "b")
	apply(t, overridePolicy("OverridePolicy", "victim", "red", "name: a", "labelsOverrider: [{operator: add, value: {color: red}}]"))
	eventually(t, hasLabel("forged1", "victim", "a", "color", "red"))
	after, err := getWork("forged1", "ConfigMap", "victim", "a")
	require.NoError(t, err)
	require.Equal(t, before.UID, after.UID)
}

// countRequests counts requests to an API server.
type countRequests struct {
	http.RoundTripper
	count *atomic.Int64
}

func (c countRequests) RoundTrip(r *http.Request) (*http.Response, error) {
	c.count.Add(1)
	return c.RoundTripper.RoundTrip(r)
}

// TestUnknownKinds: a policy names many kinds that do not exist. Others start as soon as without it, and the API server is not asked for each.
func TestUnknownKinds(t *testing.T) {
	createNamespace(t, "kinds")
	createCluster(t, "kinds1", nil)
	var requests atomic.Int64
	config := fleet.Hub.Config()
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return countRequests{next, &requests} })
	startHubWith(t, config, controller.Options{})
	var selectors []string
	for i := range 1000 {
		selectors = append(selectors, fmt.Sprintf("{apiVersion: g%d.example/v1, kind: K}", i))
	}
	apply(t, propagate("kinds", "unknown", strings.Join(selectors, ", "), "kinds1", ""))
	time.Sleep(300 * time.Millisecond)
	apply(t, deployment("kinds", "web", ""), propagate("kinds", "web", "{apiVersion: apps/v1, kind: Deployment}", "kinds1", ""))
	eventually(t, func() error { return hasImage(t.Context(), "kinds1", "kinds", "web", "nginx:1.27") })
	require.Less(t, requests.Load(), int64(300))
}

// TestRefusedBinding: a template whose binding the API server refuses gets an Event that says so.
func TestRefusedBinding(t *testing.T) {
	createNamespace(t, "refused")
	createCluster(t, "refused1", nil)
	startHub(t, controller.Options{})
	name := strings.Repeat("a", 250)
	apply(t, configMap("refused", name, ""), propagate("refused", "all", configMaps, "refused1", ""))
	eventually(t, func() error { return hasEvent("refused", name, "BindFailed") })
}
