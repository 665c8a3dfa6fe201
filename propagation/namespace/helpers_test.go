package namespace_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const (
	idLabel = "work.karmada.io/permanent-id"
	shop    = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: u-1}}"
)

// clusters returns clusters that have only a name.
func clusters(names ...string) []*api.Cluster {
	all := make([]*api.Cluster, len(names))
	for i, name := range names {
		all[i] = &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
	}
	return all
}

// overrides compiles cluster-wide policies from their specs.
func overrides(t testing.TB, specs ...string) work.Overrides {
	t.Helper()
	var policies []api.OverrideSource
	for i, spec := range specs {
		policy := &api.ClusterOverridePolicy{Spec: *casetest.Decode[api.OverrideSpec](t, spec)}
		policy.Name = string(rune('a' + i))
		policies = append(policies, policy)
	}
	made, err := work.NewOverrides(policies...)
	require.NoError(t, err)
	return made
}

// render returns all Works of a namespace.
func render(in namespace.Input) (works []*api.Work, err error) {
	rendered, err := namespace.Prepare(in)
	for _, r := range rendered {
		works = append(works, r.Work())
	}
	return works, err
}
