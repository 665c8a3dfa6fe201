package work_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestSuperseded renders an object that a policy renames in cluster m1. Before, the policy did not exist.
func TestSuperseded(t *testing.T) {
	t.Parallel()
	template := casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web}}")
	b := binding(t, "{resource: {apiVersion: v1, kind: ConfigMap, namespace: shop, name: web}, clusters: [{name: m1}, {name: m2}]}")
	in := work.Input{Binding: b, Template: template, Clusters: clusters("m1", "m2", "m3")}
	stored, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	foreign, left, going := *stored[0], *stored[0], *stored[0]
	foreign.Labels, foreign.Name = map[string]string{api.BindingIDLabel: "id-2"}, "foreign"
	left.Namespace, going.Name, going.DeletionTimestamp = "karmada-es-m3", "going", &metav1.Time{Time: time.Unix(1, 0)}
	stored = append(stored, &foreign, &left, &going)

	in.Overrides, err = work.NewOverrides(casetest.Decode[api.OverridePolicy](t, `
metadata: {namespace: shop, name: p}
spec: {overrideRules: [{targetCluster: {clusterNames: [m1]}, overriders: {plaintext: [{path: /metadata/name, operator: replace, value: other}]}}]}
`))
	require.NoError(t, err)
	rendered, err := work.Prepare(context.Background(), in)
	require.NoError(t, err)
	orphans, err := work.Superseded(b, stored, rendered)
	require.NoError(t, err)
	require.Len(t, orphans, 1, "not that of the other cluster, of another binding, of a cluster that has nothing rendered, or one that is being deleted")
	require.Equal(t, stored[0].Ref(), orphans[0].Work)
	require.True(t, strings.HasPrefix(orphans[0].Reason, "other-"), orphans[0].Reason)

	none, err := work.Superseded(b, stored, nil)
	require.NoError(t, err)
	require.Empty(t, none, "rendering may have failed")
}
