package controller

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// withoutNamespace is a client of an API server that does not have the namespaces of Works.
type withoutNamespace struct{ client.Client }

func (withoutNamespace) Create(_ context.Context, o client.Object, _ ...client.CreateOption) error {
	return apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, o.GetNamespace())
}

// TestNamespaceOfNewCluster waits for the namespace of a cluster that has just joined: that is not an error, and no reason to back off.
func TestNamespaceOfNewCluster(t *testing.T) {
	t.Parallel()
	h := &Hub{client: withoutNamespace{}}
	work := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-new", Name: "w"}}
	_, err := h.storeWorks(t.Context(), nil, []*api.Work{work})
	require.ErrorIs(t, err, errNoNamespace)
	result, err := settleConflict(reconcile.Result{}, err)
	require.NoError(t, err)
	require.Equal(t, namespaceDelay, result.RequeueAfter)
}
