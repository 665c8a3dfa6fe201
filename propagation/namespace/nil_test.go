package namespace_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/exported"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestNilArguments calls everything with nil and zero values, and with objects that no decoder returns.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"Orphans": func(t *testing.T) {
			owned := &api.Work{ObjectMeta: metav1.ObjectMeta{OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Namespace", Name: "wild", UID: "u"}}}}
			require.Empty(t, namespace.Orphans(nil, true, []*api.Work{nil, {}, owned}))
			for name, object := range wild.Objects() {
				require.Empty(t, namespace.Orphans(object, false, []*api.Work{owned}), name)
				require.LessOrEqual(t, len(namespace.Orphans(object, true, []*api.Work{owned})), 1, name)
			}
		},
		"Prepare": func(t *testing.T) {
			works, err := render(namespace.Input{})
			require.NoError(t, err)
			require.Empty(t, works)
			for name, object := range wild.Objects() {
				in := namespace.Input{
					Namespace: object, Clusters: []*api.Cluster{nil, {}, clusters("m1")[0]}, Stored: []*api.Work{nil, {}},
					NewID: func(override.Ref) string { return "" },
				}
				works, err := render(in)
				if skip, _ := in.ShouldSkip(); !skip {
					require.Equal(t, len(works) == 0, err != nil, name)
				}
			}
		},
		"Input.ShouldSkip": func(t *testing.T) {
			skip, why := namespace.Input{}.ShouldSkip()
			require.True(t, skip)
			require.NotEmpty(t, why)
			for name, object := range wild.Objects() {
				_, why := namespace.Input{Namespace: object}.ShouldSkip()
				require.NotEmpty(t, why, name)
			}
		},
	})
}
