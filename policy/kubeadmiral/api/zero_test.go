package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// TestZeroObjects copies the zero object of every kind.
func TestZeroObjects(t *testing.T) {
	t.Parallel()
	scheme := runtime.NewScheme()
	require.NoError(t, api.AddToScheme(scheme))
	for kind := range scheme.AllKnownTypes() {
		object, err := scheme.New(kind)
		require.NoError(t, err, kind)
		require.Equal(t, object, object.DeepCopyObject(), kind)
	}
}
