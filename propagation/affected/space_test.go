package affected_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestSpaces follows the execution namespace of a cluster that is being deleted.
func TestSpaces(t *testing.T) {
	t.Parallel()
	leaving := change(labeled("m1", "0"), func(c *api.Cluster) { c.DeletionTimestamp = &metav1.Time{} })
	space := object("v1", "Namespace", "karmada-es-m1")
	x, none := newIndex(false), map[string]bool{}
	for _, step := range []struct {
		reason string
		event  any
		want   map[string]bool
	}{
		{"the cluster stays", labeled("m1", "0"), none},
		{"the cluster stays, and has its namespace", space, none},
		{"another namespace", object("v1", "Namespace", "m1"), none},
		{"the cluster leaves", leaving, map[string]bool{"m1": true}},
		{"the namespace is being deleted", change(space, func(o *unstructured.Unstructured) { o.SetDeletionTimestamp(&metav1.Time{}) }), none},
		{"the namespace is gone", override.RefOf(space), none},
		{"it was created again", space, map[string]bool{"m1": true}},
		{"the cluster is gone", leaving.Ref(), none},
	} {
		event(t, x, step.event)
		require.Equal(t, step.want, x.Spaces(), step.reason)
	}
}
