package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestClaim has Services with the claims of policies.
func TestClaim(t *testing.T) {
	t.Parallel()
	own := map[string]string{api.MultiClusterServiceNamespaceAnnotation: "shop", api.MultiClusterServiceNameAnnotation: "web"}
	claimed := casetest.Object(t, service)
	claimed.SetLabels(map[string]string{api.PropagationPolicyIDLabel: "1", api.ClusterPropagationPolicyIDLabel: "2", "a": "b"})
	claimed.SetAnnotations(map[string]string{
		api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: "p", api.ClusterPropagationPolicyNameAnnotation: "c", "a": "b",
	})
	binding := casetest.Decode[api.ResourceBinding](t, `
metadata: {namespace: shop, name: web-service, uid: b-1, generation: 3, finalizers: [f, karmada.io/binding-controller], labels: {propagationpolicy.karmada.io/permanent-id: '1'},
  ownerReferences: [{apiVersion: v1, kind: Service, name: web, uid: u-3, controller: true}]}
spec: {resource: {apiVersion: v1, kind: Service, name: old}, propagateDeps: true, clusters: [{name: m7}], conflictResolution: Abort}
status: {conditions: [{type: Scheduled, status: 'True', reason: r, message: m, lastTransitionTime: null}]}`)
	in := mcs.ServiceInput{MultiClusterService: casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}"), Service: claimed, Binding: binding, Now: now}
	before := frozenInput(t, in)
	p, err := mcs.PropagateService(in)
	require.NoError(t, err)
	require.Equal(t, before, frozenInput(t, in))
	require.Equal(t, map[string]string{"a": "b", api.ClaimedByLabel: "MultiClusterService", api.MultiClusterServiceIDLabel: "i-9"}, p.Service.GetLabels())
	require.Equal(t, map[string]string{"a": "b", api.MultiClusterServiceNamespaceAnnotation: "shop", api.MultiClusterServiceNameAnnotation: "web"}, p.Service.GetAnnotations())
	require.Equal(t, map[string]string{api.PropagationPolicyIDLabel: "1", api.ManagedByLabel: "MultiClusterService", api.MultiClusterServiceIDLabel: "i-9"}, p.Binding.Labels, "older claims stay")
	require.Equal(t, own, p.Binding.Annotations)
	require.Equal(t, []string{api.BindingFinalizer}, p.Binding.Finalizers, "finalizers are replaced")
	require.Equal(t, []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: "web", UID: "u-3"}}, p.Binding.OwnerReferences)
	want := *binding.Spec.DeepCopy()
	want.Resource = api.ObjectReference{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "web", UID: "u-3", ResourceVersion: "7"}
	want.Placement, want.ConflictResolution = &api.Placement{ClusterAffinity: &api.ClusterAffinity{ClusterNames: []string{}}}, api.ConflictOverwrite
	require.Equal(t, want, p.Binding.Spec, "other fields stay")
	require.Equal(t, binding.Status, p.Binding.Status)
	require.Equal(t, binding.UID, p.Binding.UID)

	binding.DeletionTimestamp = &metav1.Time{Time: now}
	p, err = mcs.PropagateService(in)
	require.NoError(t, err)
	require.Equal(t, []string{"f", "karmada.io/binding-controller"}, p.Binding.Finalizers, "f must do its work before the binding is gone")
	binding.Finalizers = []string{"f"}
	p, err = mcs.PropagateService(in)
	require.NoError(t, err)
	require.Equal(t, []string{"f"}, p.Binding.Finalizers, "an API server refuses a new finalizer")
	binding.DeletionTimestamp = nil

	binding.OwnerReferences[0].UID = "older"
	p, err = mcs.PropagateService(in)
	var owner *bind.OwnerError
	require.ErrorAs(t, err, &owner)
	require.EqualError(t, err, "ResourceBinding shop/web-service belongs to Service web with uid older, expected uid u-3")
	require.Nil(t, p.Binding)
	require.Equal(t, err.Error(), p.Conditions[0].Message)
}

// TestBindingUnchanged has the binding as clients return it. It is not written again.
func TestBindingUnchanged(t *testing.T) {
	t.Parallel()
	in := mcs.ServiceInput{MultiClusterService: casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}"), Service: casetest.Object(t, service), Now: now}
	p, err := mcs.PropagateService(in)
	require.NoError(t, err)
	for name, kind := range map[string]metav1.TypeMeta{"dynamic client": p.Binding.TypeMeta, "typed client": {}} {
		in.Binding = p.Binding.DeepCopy()
		in.Binding.TypeMeta = kind
		again, err := mcs.PropagateService(in)
		require.NoError(t, err)
		require.Nil(t, again.Binding, name)
	}
}

func TestPropagateErrors(t *testing.T) {
	t.Parallel()
	given := casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}")
	p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Clusters: clusters("m1", "m2"), Now: now, Stored: []*api.Work{
		workOf(t, "metadata: {namespace: karmada-es-m2, name: "+name("MultiClusterService")+", finalizers: [f], deletionTimestamp: '2026-01-01T00:00:00Z'}"),
	}})
	require.EqualError(t, err, "MultiClusterService shop/web in cluster m2: Work karmada-es-m2/"+name("MultiClusterService")+": the stored Work is being deleted\n"+
		"MultiClusterService shop/web: the Service does not exist")
	require.Equal(t, []string{"karmada-es-m1/" + name("MultiClusterService")}, namesOf(p.Write), "the other cluster gets its Work")
	require.Equal(t, metav1.ConditionFalse, p.Conditions[0].Status)
	require.Equal(t, "ServiceAppliedFailed", p.Conditions[0].Reason)
	require.Equal(t, []string{api.MultiClusterServiceFinalizer}, p.Finalizers)
	require.ErrorIs(t, err, work.ErrDeleting)
	require.ErrorIs(t, err, mcs.ErrNoService)

	deleted := casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}")
	require.NoError(t, setDeleting(deleted))
	p, err = mcs.PropagateService(mcs.ServiceInput{MultiClusterService: deleted, Now: now})
	require.NoError(t, err, "a Service that is gone needs nothing")
	require.Empty(t, p.Conditions)

	for name, c := range map[string]struct {
		in   mcs.ServiceInput
		want string
	}{
		"nothing":            {mcs.ServiceInput{}, "found no MultiClusterService, expected one"},
		"another Service":    {mcs.ServiceInput{MultiClusterService: given, Service: casetest.Object(t, "{metadata: {namespace: shop, name: api}}")}, "found the Service shop/api, expected shop/web"},
		"another binding":    {mcs.ServiceInput{MultiClusterService: given, Binding: &api.ResourceBinding{}}, "found ResourceBinding, expected the binding shop/web-service"},
		"types":              {mcs.ServiceInput{MultiClusterService: casetest.Object(t, multiClusterService+"{types: [1]}}")}, "MultiClusterService shop/web: /spec/types/0 is the number 1, expected a string"},
		"labels of Services": {mcs.ServiceInput{MultiClusterService: given, Service: casetest.Object(t, "{metadata: {namespace: shop, name: web, labels: {a: 1}}}")}, "Service shop/web: /metadata/labels/a is the number 1, expected a string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := mcs.PropagateService(c.in)
			require.EqualError(t, err, c.want)
			require.Zero(t, p)
		})
	}
}
