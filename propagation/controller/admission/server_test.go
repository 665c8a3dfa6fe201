package admission_test

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/controller/admission"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/crds"
)

var fleet *controllertest.Fleet

func TestMain(m *testing.M) {
	os.Exit(controllertest.Run(m, 0, func(f *controllertest.Fleet) { fleet = f }))
}

// warnings collects those of the API server.
type warnings []string

func (w *warnings) HandleWarningHeaderWithContext(_ context.Context, _ int, _, text string) {
	*w = append(*w, text)
}

// TestServer is the life of a webhook on a real API server, in order: nothing is trusted, the certificates are made, policies pass
// through it, the certificates are renewed.
func TestServer(t *testing.T) {
	told := &warnings{}
	config := fleet.Hub.Config()
	config.WarningHandlerWithContext = told
	hub, err := client.New(config, client.Options{})
	require.NoError(t, err)
	require.NoError(t, crds.Install(t.Context(), hub))
	port := freePort(t)
	url := fmt.Sprintf("https://127.0.0.1:%d", port)
	mutating, validating := admission.Configurations(admission.ConfigurationName, admissionregistrationv1.WebhookClientConfig{URL: &url}, admission.DefaultWriters("default"))
	require.NoError(t, hub.Create(t.Context(), mutating))
	require.NoError(t, hub.Create(t.Context(), validating))

	// It was started 300 days ago: the certificate is good for 65 days more, and due.
	var ago atomic.Int64
	ago.Store(int64(300 * day))
	now := func() time.Time { return time.Now().Add(-time.Duration(ago.Load())) }
	hook := admission.New(admission.Options{Namespace: "default", Names: []string{"127.0.0.1"}, Now: now, AllowNoExecute: true})
	require.Error(t, hook.Ready(nil))
	run(t, fleet.Hub.Config(), hook, port)
	require.Eventually(t, func() bool { return hook.Ready(nil) == nil }, 3*time.Minute, 20*time.Millisecond)

	t.Run("policies", func(t *testing.T) { testPolicies(t, hub, told) })

	t.Run("Works and bindings", testWorks)
	t.Run("a policy that evicts is allowed", func(t *testing.T) {
		policy := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte(taint+"{taints: [{key: a, effect: NoExecute}]}"), &policy.Object))
		require.NoError(t, hub.Create(t.Context(), policy))
	})
	t.Run("nothing is written if nothing is due", func(t *testing.T) {
		before := versions(t, hub)
		require.NoError(t, admission.Renew(hook, t.Context(), hub))
		require.Equal(t, before, versions(t, hub))
	})
	t.Run("the certificate is renewed", func(t *testing.T) {
		before := secret(t, hub)
		ago.Store(0)
		require.NoError(t, admission.Renew(hook, t.Context(), hub))
		after := secret(t, hub)
		require.Equal(t, before.Data["ca.crt"], after.Data["ca.crt"])
		require.NotEqual(t, before.Data["tls.crt"], after.Data["tls.crt"])
		create(t, hub, "renewed-not-loaded")
		require.NoError(t, admission.Load(hook, t.Context(), hub))
		create(t, hub, "renewed-loaded")
	})
	t.Run("the authority is renewed", func(t *testing.T) {
		lost := secret(t, hub)
		delete(lost.Data, "ca.key")
		require.NoError(t, hub.Update(t.Context(), lost))
		require.NoError(t, admission.Renew(hook, t.Context(), hub))
		create(t, hub, "authority-not-loaded")
		require.NoError(t, admission.Load(hook, t.Context(), hub))
		// The API server may not have read the configurations again.
		require.Eventually(t, func() bool { return hub.Create(t.Context(), named(t, "authority-loaded"), client.DryRunAll) == nil }, 3*time.Minute, 20*time.Millisecond)
		create(t, hub, "authority-loaded")
	})
	t.Run("the configurations must exist", func(t *testing.T) {
		require.NoError(t, hub.Delete(t.Context(), validating))
		require.True(t, apierrors.IsNotFound(admission.Renew(hook, t.Context(), hub)))
	})
}

func testPolicies(t *testing.T, hub client.Client, told *warnings) {
	policy := parse(t, propagation+"{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], placement: {spreadConstraints: [{}], replicaScheduling: {}}}")
	policy.SetNamespace("default")
	faulty := parse(t, cluster+"{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: add, predicate: {path: spec}}]}}]}")
	// The first calls may come before the API server has read the configurations again.
	require.Eventually(t, func() bool {
		created := policy.DeepCopy()
		return hub.Create(t.Context(), created, client.DryRunAll) == nil && len(created.GetFinalizers()) > 0 &&
			apierrors.IsInvalid(hub.Create(t.Context(), faulty.DeepCopy(), client.DryRunAll))
	}, 3*time.Minute, 20*time.Millisecond)
	require.NoError(t, hub.Create(t.Context(), policy))
	selectors, _, err := unstructured.NestedSlice(policy.Object, "spec", "resourceSelectors")
	require.NoError(t, err)
	require.Equal(t, "default", selectors[0].(map[string]any)["namespace"])
	placement, _, err := unstructured.NestedMap(policy.Object, "spec", "placement")
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"spreadConstraints": []any{map[string]any{"spreadByField": "cluster", "minGroups": int64(1)}},
		"replicaScheduling": map[string]any{"replicaSchedulingType": "Divided", "replicaDivisionPreference": "Weighted"},
	}, placement, "the default of the schema, and the one of admission that needs it")
	require.Equal(t, []string{"karmada.io/propagation-policy-controller"}, policy.GetFinalizers())
	require.Contains(t, (*told)[len(*told)-1], "maxGroups")

	policy.Object["spec"].(map[string]any)["schedulerName"] = "other"
	require.ErrorContains(t, hub.Update(t.Context(), policy), "the schedulerName should not be updated")

	err = hub.Create(t.Context(), faulty)
	require.True(t, apierrors.IsInvalid(err), "%v", err)
	require.ErrorContains(t, err, "spec.overrideRules[0].overriders.imageOverrider[0].predicate.path")
	require.ErrorContains(t, hub.Create(t.Context(), parse(t, kubeadmiral+"{overrideRules: [{overriders: {jsonpatch: [{path: spec}]}}]}")), "jsonpatch[0].path")
	require.NoError(t, hub.Create(t.Context(), parse(t, kubeadmiral+"{overrideRules: []}")))
}

// testWorks writes as several users: the webhook decides, because all have the rights. The operator writes without the webhook.
func testWorks(t *testing.T) {
	const operator = "system:serviceaccount:default:overridekit-operator"
	as := func(user string) client.Client {
		c, err := client.New(fleet.Hub.ConfigAs(user, "system:masters"), client.Options{})
		require.NoError(t, err)
		return c
	}
	for _, text := range []string{
		"{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {namespace: default, name: w}, spec: {workload: {}}}",
		"{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding, metadata: {namespace: default, name: b}, spec: {resource: {apiVersion: v1, kind: ConfigMap, name: b}}}",
		"{apiVersion: work.karmada.io/v1alpha2, kind: ClusterResourceBinding, metadata: {name: b}, spec: {resource: {apiVersion: v1, kind: Namespace, name: b}}}",
	} {
		object := parse(t, text)
		// The API server may not have read the configurations again.
		require.Eventually(t, func() bool {
			return apierrors.IsForbidden(as("tenant").Create(t.Context(), object.DeepCopy(), client.DryRunAll))
		}, 3*time.Minute, 20*time.Millisecond)
		require.ErrorContains(t, as("admin").Create(t.Context(), object.DeepCopy()), "only the operator may write")
		require.NoError(t, as(operator).Create(t.Context(), object))
		for _, change := range []func(client.Client) error{
			func(c client.Client) error {
				edited := object.DeepCopy()
				edited.SetLabels(map[string]string{"a": "b"})
				return c.Update(t.Context(), edited, client.DryRunAll)
			},
			func(c client.Client) error {
				patch := client.RawPatch(types.MergePatchType, []byte(`{"status":{"conditions":[{"type":"Scheduled","status":"True","reason":"a","message":"","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}`))
				return c.Status().Patch(t.Context(), object.DeepCopy(), patch, client.DryRunAll)
			},
			func(c client.Client) error { return c.Delete(t.Context(), object.DeepCopy(), client.DryRunAll) },
		} {
			require.True(t, apierrors.IsForbidden(change(as("tenant"))), "%v", change(as("tenant")))
			require.NoError(t, change(as(operator)))
			require.NoError(t, change(as("system:serviceaccount:kube-system:generic-garbage-collector")))
		}
	}
}

func create(t *testing.T, hub client.Client, name string) {
	t.Helper()
	policy := named(t, name)
	require.NoError(t, hub.Create(t.Context(), policy))
	require.NotEmpty(t, policy.GetLabels()["propagationpolicy.karmada.io/permanent-id"])
}

func named(t *testing.T, name string) *unstructured.Unstructured {
	t.Helper()
	policy := parse(t, propagation+"{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]}")
	policy.SetNamespace("default")
	policy.SetName(name)
	return policy
}

// run runs a manager with the webhook until the test ends.
func run(t *testing.T, config *rest.Config, hook *admission.Webhook, port int) {
	t.Helper()
	mgr, err := manager.New(config, manager.Options{
		Metrics:       server.Options{BindAddress: "0"},
		WebhookServer: hook.Server(webhook.Options{Host: "127.0.0.1", Port: port}),
	})
	require.NoError(t, err)
	require.NoError(t, hook.SetupWithManager(mgr))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- mgr.Start(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
}

func TestSetupNeedsANamespace(t *testing.T) {
	require.EqualError(t, admission.New(admission.Options{}).SetupWithManager(nil), "webhook: found no namespace for its Secret")
}

func secret(t *testing.T, hub client.Client) *corev1.Secret {
	t.Helper()
	out := &corev1.Secret{}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "default", Name: "overridekit-webhook"}, out))
	return out
}

// versions are the resource versions of what the leader writes.
func versions(t *testing.T, hub client.Client) []string {
	t.Helper()
	mutating, validating := &admissionregistrationv1.MutatingWebhookConfiguration{}, &admissionregistrationv1.ValidatingWebhookConfiguration{}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Name: admission.ConfigurationName}, mutating))
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Name: admission.ConfigurationName}, validating))
	return []string{secret(t, hub).ResourceVersion, mutating.ResourceVersion, validating.ResourceVersion}
}

func parse(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(text), object))
	return object
}

func freePort(t *testing.T) int {
	t.Helper()
	port, err := controllertest.FreePort()
	require.NoError(t, err)
	return port
}
