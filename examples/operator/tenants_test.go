package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/admission"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
)

// tenant is a user with rights in one namespace.
type tenant struct {
	client.Client
	namespace string
	admission bool // the webhook is there
}

// TestTenants: whoever may write ConfigMaps, policies, Works and bindings in one namespace gets nothing else in a member. The first test runs without the webhook:
// rendering alone must hold. Then the webhook refuses what it can.
func TestTenants(t *testing.T) {
	startNamespaceController(t)
	startOperator(t)
	clusters := join(t, "tenants")
	victim := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: tenants-victim}}`)
	t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), victim)) })
	apply(t, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: tenants-victim, name: theirs}, data: {a: "0"}}`)
	apply(t, propagateAll("tenants-victim", clusters[0]))
	for _, with := range []bool{false, true} {
		name := "without admission"
		if with {
			name = "with admission"
			startWebhook(t)
		}
		t.Run(name, func(t *testing.T) {
			user := newTenant(t, fmt.Sprintf("tenants-%v", with), with)
			t.Run("another kind", func(t *testing.T) { testAnotherKind(t, user, clusters) })
			t.Run("another object", func(t *testing.T) { testAnotherObject(t, user, clusters) })
			t.Run("a forged Work", func(t *testing.T) { testForgedWork(t, user, clusters[0]) })
			t.Run("a forged binding", func(t *testing.T) { testForgedBinding(t, user, clusters) })
		})
	}
}

func propagateAll(namespace, cluster string) string {
	return fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: %s, name: all}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {clusterAffinity: {clusterNames: [%s]}}}
`, namespace, cluster)
}

// testAnotherKind makes a ClusterRoleBinding of a ConfigMap.
func testAnotherKind(t *testing.T, user tenant, clusters []string) {
	user.attack(t, "owner", clusters[0], "", `
- {path: /apiVersion, operator: replace, value: rbac.authorization.k8s.io/v1}
- {path: /kind, operator: replace, value: ClusterRoleBinding}
- {path: /metadata/namespace, operator: remove}
- {path: /data, operator: remove}
- {path: /roleRef, operator: add, value: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}}
- {path: /subjects, operator: add, value: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: mallory}]}
`)
	bindings := &rbacv1.ClusterRoleBindingList{}
	require.NoError(t, members[0].List(t.Context(), bindings))
	for _, b := range bindings.Items {
		require.NotContains(t, fmt.Sprint(b.Subjects), "mallory")
	}
}

// testAnotherObject replaces an object of the member, and deletes it with the policy.
func testAnotherObject(t *testing.T, user tenant, clusters []string) {
	system := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "kube-system", Name: "coredns-" + user.namespace}, Data: map[string]string{"Corefile": "theirs"}}
	require.NoError(t, client.IgnoreAlreadyExists(members[0].Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "kube-system"}})))
	require.NoError(t, members[0].Create(t.Context(), system))
	before := system.ResourceVersion
	user.attack(t, "dns", clusters[0], ", annotations: {work.karmada.io/conflict-resolution: overwrite}", `
- {path: /metadata/namespace, operator: replace, value: kube-system}
- {path: /metadata/name, operator: replace, value: `+system.Name+`}
`)
	require.NoError(t, members[0].Get(t.Context(), client.ObjectKeyFromObject(system), system))
	require.Equal(t, before, system.ResourceVersion)
}

// attack propagates a ConfigMap with an override policy that gives it another identity, waits until its fate is known, and deletes all.
func (u tenant) attack(t *testing.T, name, cluster, more, plaintext string) {
	t.Helper()
	var steps []any
	require.NoError(t, yaml.Unmarshal([]byte(plaintext), &steps))
	policy := decode(t, fmt.Sprintf(`{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {namespace: %s, name: %s}}`, u.namespace, name))
	must(unstructured.SetNestedSlice(policy.Object, []any{map[string]any{"overriders": map[string]any{"plaintext": steps}}}, "spec", "overrideRules"))
	object := decode(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s%s}, data: {a: b}}`, u.namespace, name, more))
	err := u.Create(t.Context(), policy)
	if u.admission {
		require.True(t, apierrors.IsInvalid(err), "%v", err)
		require.ErrorContains(t, err, "identifies the object")
		require.NoError(t, u.Create(t.Context(), object))
	} else {
		require.NoError(t, err)
		require.NoError(t, u.Create(t.Context(), object))
	}
	place := decode(t, propagateAll(u.namespace, cluster))
	require.NoError(t, u.Create(t.Context(), place))
	if u.admission { // the object is sent as it is
		eventually(t, func() error {
			return members[0].Get(t.Context(), client.ObjectKeyFromObject(object), object.DeepCopy())
		})
	} else {
		eventually(t, func() error { return hasEvent(u.namespace, name, "RenderFailed") })
	}
	for _, o := range []client.Object{object, place} {
		require.NoError(t, u.Delete(t.Context(), o))
		eventually(t, func() error { return isGone(u, o) })
	}
	require.NoError(t, client.IgnoreNotFound(u.Delete(t.Context(), policy)))
	eventually(t, func() error { return isGone(members[0], object) })
}

// testForgedWork writes a Work with the name and the marks of another's into the namespace of the tenant. The object of the other one still follows its template.
func testForgedWork(t *testing.T, user tenant, cluster string) {
	genuine := &api.Work{}
	eventually(t, func() error {
		return hub.Get(t.Context(), client.ObjectKey{Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName("ConfigMap", "tenants-victim", "theirs")}, genuine)
	})
	forged := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: user.namespace, Name: genuine.Name, Labels: genuine.Labels, Annotations: genuine.Annotations}, Spec: genuine.Spec}
	user.forge(t, forged)
	inCluster := forged.DeepCopy()
	inCluster.ObjectMeta = metav1.ObjectMeta{Namespace: genuine.Namespace, Name: "more"}
	require.True(t, apierrors.IsForbidden(user.Create(t.Context(), inCluster)), "the tenant has rights in one namespace only")
	theirs := decode(t, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: tenants-victim, name: theirs}}`)
	value, b := user.namespace, &api.ResourceBinding{}
	eventually(t, func() error {
		if err := hub.Get(t.Context(), client.ObjectKey{Namespace: "tenants-victim", Name: "theirs-configmap"}, b); err != nil {
			return err
		}
		b.Status.AggregatedStatus = nil
		return hub.Status().Update(t.Context(), b)
	})
	edit(t, hub, theirs, func(o *unstructured.Unstructured) { must(unstructured.SetNestedField(o.Object, value, "data", "a")) })
	eventually(t, func() error {
		found := &corev1.ConfigMap{}
		if err := members[0].Get(t.Context(), client.ObjectKeyFromObject(theirs), found); err != nil {
			return err
		}
		if found.Data["a"] != value {
			return fmt.Errorf("found %q, expected %q", found.Data["a"], value)
		}
		err := hub.Get(t.Context(), client.ObjectKeyFromObject(b), b)
		if err == nil && len(b.Status.AggregatedStatus) != 1 {
			err = fmt.Errorf("found %d statuses, expected one: the forged Work keeps none away", len(b.Status.AggregatedStatus))
		}
		return err
	})
}

// testForgedBinding writes a binding with the permanent id, the claim and the placement of another one for an object of the tenant.
func testForgedBinding(t *testing.T, user tenant, clusters []string) {
	genuine := &api.ResourceBinding{}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "tenants-victim", Name: "theirs-configmap"}, genuine))
	object := decode(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: mine}, data: {a: b}}`, user.namespace))
	require.NoError(t, user.Create(t.Context(), object))
	forged := &api.ResourceBinding{
		ObjectMeta: metav1.ObjectMeta{Namespace: user.namespace, Name: "mine-configmap", Labels: genuine.Labels, Annotations: genuine.Annotations},
		Spec:       genuine.Spec,
	}
	forged.Spec.Resource.Namespace, forged.Spec.Resource.Name, forged.Spec.Resource.UID = user.namespace, "mine", object.GetUID()
	forged.Spec.Clusters = nil
	for _, name := range clusters {
		forged.Spec.Clusters = append(forged.Spec.Clusters, api.TargetCluster{Name: name})
	}
	user.forge(t, forged)
	if !user.admission {
		eventually(t, func() error { return hasEvent(user.namespace, "mine", "UnknownBinding") })
	}
	time.Sleep(time.Second) // what is sent is there by then
	for _, m := range members {
		require.NoError(t, isGone(m, object))
	}
	require.NoError(t, user.Delete(t.Context(), object))
	eventually(t, func() error { return isGone(hub, forged) })
	theirs := decode(t, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: tenants-victim, name: theirs}}`)
	require.NoError(t, members[0].Get(t.Context(), client.ObjectKeyFromObject(theirs), theirs), "the other one keeps its object")
}

// forge creates a Work or a binding. Admission refuses it.
func (u tenant) forge(t *testing.T, o client.Object) {
	t.Helper()
	err := u.Create(t.Context(), o)
	if u.admission {
		require.True(t, apierrors.IsForbidden(err), "%v", err)
		require.ErrorContains(t, err, "only the operator may write")
		return
	}
	require.NoError(t, err)
}

// newTenant makes a namespace, and a user who may write the kinds of this test in it.
func newTenant(t *testing.T, namespace string, admission bool) tenant {
	t.Helper()
	apply(t, fmt.Sprintf(`{apiVersion: v1, kind: Namespace, metadata: {name: %s}}`, namespace))
	apply(t, fmt.Sprintf(`
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {namespace: %s, name: tenant}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: ["*"]}
- {apiGroups: [policy.karmada.io], resources: [propagationpolicies, overridepolicies], verbs: ["*"]}
- {apiGroups: [work.karmada.io], resources: [works, resourcebindings], verbs: ["*"]}
`, namespace))
	apply(t, fmt.Sprintf(`
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {namespace: %s, name: tenant}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tenant}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: %s}]
`, namespace, namespace))
	c, err := client.New(fleet.Hub.ConfigAs(namespace), client.Options{Scheme: hub.Scheme()})
	require.NoError(t, err)
	eventually(t, func() error { return c.List(t.Context(), &api.WorkList{}, client.InNamespace(namespace)) })
	t.Cleanup(func() {
		require.NoError(t, hub.Delete(context.Background(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}))
	})
	return tenant{c, namespace, admission}
}

// startWebhook runs the webhook until the test ends. The operator of these tests is the administrator.
func startWebhook(t *testing.T) {
	t.Helper()
	port, err := controllertest.FreePort()
	require.NoError(t, err)
	url := fmt.Sprintf("https://127.0.0.1:%d", port)
	writers := admission.DefaultWriters("default")
	writers.Users = append(writers.Users, "admin")
	mutating, validating := admission.Configurations("tenants", admissionregistrationv1.WebhookClientConfig{URL: &url}, writers)
	for _, o := range []client.Object{mutating, validating} {
		require.NoError(t, hub.Create(t.Context(), o))
		t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), o)) })
	}
	hook := admission.New(admission.Options{Namespace: "default", Secret: "tenants", Configuration: "tenants", Names: []string{"127.0.0.1"}, Writers: &writers})
	mgr, err := ctrl.NewManager(fleet.Hub.Config(), ctrl.Options{
		Metrics: metricsserver.Options{BindAddress: "0"}, WebhookServer: hook.Server(webhook.Options{Host: "127.0.0.1", Port: port}),
	})
	require.NoError(t, err)
	require.NoError(t, hook.SetupWithManager(mgr))
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- mgr.Start(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	eventually(t, func() error { // the API server reads the configurations later
		o := decode(t, propagateAll("default", "any"))
		if err := hub.Create(t.Context(), o, client.DryRunAll); err != nil {
			return err
		}
		if len(o.GetFinalizers()) == 0 {
			return errors.New("the webhook was not called")
		}
		o = decode(t, `{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {namespace: default, name: w}, spec: {workload: {}}}`)
		stranger, err := client.New(fleet.Hub.ConfigAs("stranger", "system:masters"), client.Options{})
		if err != nil {
			return err
		}
		if err := stranger.Create(t.Context(), o, client.DryRunAll); !apierrors.IsForbidden(err) {
			return fmt.Errorf("found %w, expected that the webhook refuses the Work", err)
		}
		return nil
	})
}

func decode(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(text), &o.Object))
	return o
}

// isGone returns an error while an object exists.
func isGone(c client.Reader, o client.Object) error {
	err := c.Get(context.Background(), client.ObjectKeyFromObject(o), o.DeepCopyObject().(client.Object))
	if err == nil {
		return fmt.Errorf("%s still exists", o.GetName())
	}
	return client.IgnoreNotFound(err)
}

func hasEvent(namespace, about, reason string) error {
	list := &eventsv1.EventList{}
	if err := hub.List(context.Background(), list, client.InNamespace(namespace)); err != nil {
		return err
	}
	for _, e := range list.Items {
		if e.Regarding.Name == about && e.Reason == reason {
			return nil
		}
	}
	return fmt.Errorf("found no Event %s about %s among %d", reason, about, len(list.Items))
}
