package controller

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// refusing is a hub with one template and no bindings. It refuses to create some.
type refusing struct {
	client.Client
	object *unstructured.Unstructured
}

func (r refusing) Get(_ context.Context, _ client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	if o, is := into.(*unstructured.Unstructured); is {
		r.object.DeepCopyInto(o)
		return nil
	}
	return apierrors.NewNotFound(schema.GroupResource{}, "")
}

func (refusing) Create(context.Context, client.Object, ...client.CreateOption) error {
	return apierrors.NewAlreadyExists(schema.GroupResource{}, "")
}

// claimed returns a policy, and a ConfigMap that it has claimed.
func claimed() (*api.PropagationPolicy, *unstructured.Unstructured) {
	policy := &api.PropagationPolicy{}
	policy.Namespace, policy.Name, policy.Labels = "shop", "p", map[string]string{api.PropagationPolicyIDLabel: "id"}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap"}}
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}
	object.SetNamespace("shop")
	object.SetName("a")
	object.SetLabels(map[string]string{claim.IDLabel(policy.Ref()): "id"})
	object.SetAnnotations(claim.Annotations(policy.Ref()))
	return policy, object
}

// TestConflictKeepsWhatAUserHasChanged: a lazy policy only binds what a user has changed. After a conflict, the next call must know that, too.
func TestConflictKeepsWhatAUserHasChanged(t *testing.T) {
	policy, object := claimed()
	ref := override.RefOf(object)
	h, err := newHub(Options{}, refusing{object: object}, nil, silent{})
	require.NoError(t, err)
	h.Index.PutPolicy(policy)
	h.changedByUser.Store(ref, true)
	_, err = h.reconcileTemplate(t.Context(), ref)
	require.True(t, isConflict(err), err)
	_, byUser := h.changedByUser.Load(ref)
	require.True(t, byUser)
}
