package controller_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// rendered returns the status and the reason of the condition Rendered of a binding.
func rendered(t *testing.T, namespace, name string) string {
	var b api.ResourceBinding
	if err := hub.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, &b); err != nil {
		return err.Error()
	}
	c := meta.FindStatusCondition(b.Status.Conditions, controller.ConditionRendered)
	if c == nil {
		return ""
	}
	return fmt.Sprintf("%s %s", c.Status, c.Reason)
}

// TestKindThatIsNotPropagated: a policy for a kind that does not exist, or that is skipped, has an Event that says so.
func TestKindThatIsNotPropagated(t *testing.T) {
	createNamespace(t, "kindless")
	startHub(t, controller.Options{})
	for name, selector := range map[string]string{
		"typo":    "{apiVersion: apps/v1, kind: Deploymnt}",
		"skipped": "{apiVersion: work.karmada.io/v1alpha1, kind: Work}",
		"good":    "{apiVersion: apps/v1, kind: Deployment}",
	} {
		apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: kindless, name: %s}
spec:
  resourceSelectors: [%s]
  placement: {clusterAffinity: {clusterNames: [kindless1]}}
`, name, selector))
	}
	eventually(t, func() error { return hasEvent("kindless", "typo", "KindNotPropagated") })
	eventually(t, func() error { return hasEvent("kindless", "skipped", "KindNotPropagated") })
	require.Error(t, hasEvent("kindless", "good", "KindNotPropagated"))
}

// TestWorkThatCannotBeWritten: the template and its binding say why a Work is not there.
func TestWorkThatCannotBeWritten(t *testing.T) {
	createNamespace(t, "unwritten")
	c := &api.Cluster{ObjectMeta: named("", "unwritten1")} // without an execution namespace
	require.NoError(t, hub.Create(t.Context(), c))
	t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), c)) })
	c.Status.APIEnablements = []api.APIEnablement{{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "deployments", Kind: "Deployment"}}}}
	require.NoError(t, hub.Status().Update(t.Context(), c))
	startHub(t, controller.Options{})
	apply(t, deployment("unwritten", "web", ""), `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: unwritten, name: web}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  placement: {clusterAffinity: {clusterNames: [unwritten1]}}
`)
	is := func(want string) func() error {
		return func() error {
			if found := rendered(t, "unwritten", "web-deployment"); found != want {
				return fmt.Errorf("found the condition Rendered %q, expected %q", found, want)
			}
			return nil
		}
	}
	eventually(t, is("False WriteFailed"))
	eventually(t, func() error { return hasEvent("unwritten", "web", "WriteFailed") })
	createNamespace(t, api.ExecutionNamespace("unwritten1"))
	eventually(t, is("True Rendered"))
}

// TestKindThatMayNotBeListed: the operator lacks the rights for a kind that a policy selects. The policy has an Event, and the controllers that
// share the manager start: those of controller-runtime wait for every informer of the cache.
func TestKindThatMayNotBeListed(t *testing.T) {
	createNamespace(t, "limited")
	rule := func(group string, resources ...string) rbacv1.PolicyRule {
		return rbacv1.PolicyRule{APIGroups: []string{group}, Resources: resources, Verbs: []string{"*"}}
	}
	role := &rbacv1.ClusterRole{ObjectMeta: named("", "limited"), Rules: []rbacv1.PolicyRule{
		rule("policy.karmada.io", "*"), rule("core.kubeadmiral.io", "*"), rule("work.karmada.io", "*"), rule("cluster.karmada.io", "*"),
		rule("events.k8s.io", "events"), rule("", "namespaces", "configmaps"),
	}}
	binding := &rbacv1.ClusterRoleBinding{
		ObjectMeta: named("", "limited"), RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "limited"},
		Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: "User", Name: "limited"}},
	}
	require.NoError(t, hub.Create(t.Context(), role))
	require.NoError(t, hub.Create(t.Context(), binding))
	apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: limited, name: secrets}
spec:
  resourceSelectors: [{apiVersion: v1, kind: Secret}]
  placement: {clusterAffinity: {clusterNames: [limited1]}}
`)
	h := startHubWith(t, fleet.Hub.ConfigAs("limited"), controller.Options{})
	eventually(t, func() error { return hasEvent("limited", "secrets", "KindNotPropagated") })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.True(t, controller.CacheOf(h).WaitForCacheSync(ctx), "an informer of the manager is not synced")
}
