package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestGoldenDeployment has a binding of two clusters, one overridden and suspended, and an orphaned Work in a third.
func TestGoldenDeployment(t *testing.T) {
	t.Parallel()
	rb := casetest.Decode[api.ResourceBinding](t, `
metadata: {namespace: default, name: nginx-deployment, labels: {resourcebinding.karmada.io/permanent-id: rb-id}}
spec:
  resource: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx}
  replicas: 3
  clusters: [{name: m1, replicas: 2}, {name: m2, replicas: 1}]
  suspension: {dispatchingOnClusters: {clusterNames: [m2]}}
  preserveResourcesOnDeletion: true
`)
	overrides, err := work.NewOverrides(casetest.Decode[api.OverridePolicy](t, `
metadata: {namespace: default, name: op}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [m2]}
    overriders: {imageOverrider: [{component: Registry, operator: add, value: reg.io}]}
`))
	require.NoError(t, err)
	in := work.Input{
		Binding: rb, Clusters: clusters("m1", "m2"), Overrides: overrides, Interpreter: hooks,
		Template: casetest.Object(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: default, name: nginx, uid: u1, resourceVersion: "9", generation: 3, labels: {app: nginx}}
spec:
  replicas: 3
  template: {spec: {containers: [{name: c, image: nginx}]}}
`),
	}
	works, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	require.Len(t, works, 2)
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata:
  annotations:
    resourcebinding.karmada.io/name: nginx-deployment
    resourcebinding.karmada.io/namespace: default
    work.karmada.io/conflict-resolution: abort
  finalizers:
  - karmada.io/execution-controller
  labels:
    resourcebinding.karmada.io/permanent-id: rb-id
  name: nginx-687f7fb96f
  namespace: karmada-es-m1
spec:
  preserveResourcesOnDeletion: true
  suspendDispatching: false
  workload:
    manifests:
    - apiVersion: apps/v1
      kind: Deployment
      metadata:
        annotations:
          resourcebinding.karmada.io/name: nginx-deployment
          resourcebinding.karmada.io/namespace: default
          resourcetemplate.karmada.io/generation: "3"
          resourcetemplate.karmada.io/managed-annotations: resourcebinding.karmada.io/name,resourcebinding.karmada.io/namespace,resourcetemplate.karmada.io/generation,resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/conflict-resolution,work.karmada.io/name,work.karmada.io/namespace
          resourcetemplate.karmada.io/managed-labels: app,karmada.io/managed,resourcebinding.karmada.io/permanent-id
          resourcetemplate.karmada.io/uid: u1
          work.karmada.io/conflict-resolution: abort
          work.karmada.io/name: nginx-687f7fb96f
          work.karmada.io/namespace: karmada-es-m1
        labels:
          app: nginx
          karmada.io/managed: "true"
          resourcebinding.karmada.io/permanent-id: rb-id
        name: nginx
        namespace: default
      spec:
        replicas: 2
        template:
          spec:
            containers:
            - image: nginx
              name: c
`, casetest.Text(t, works[0]))

	m2 := works[1]
	require.Equal(t, "karmada-es-m2/nginx-687f7fb96f", m2.Namespace+"/"+m2.Name)
	require.True(t, *m2.Spec.SuspendDispatching)
	require.Equal(t, `[{"policyName":"op","overriders":{"imageOverrider":[{"component":"Registry","operator":"add","value":"reg.io"}]}}]`,
		m2.Annotations["policy.karmada.io/applied-overrides"])
	require.Equal(t, `replicas: 1
template:
  spec:
    containers:
    - image: reg.io/nginx
      name: c
`, casetest.Text(t, m2.Spec.Workload.Manifests[0]["spec"]))
	require.NotContains(t, casetest.Text(t, m2.Spec.Workload.Manifests[0]), "applied-overrides", "only the Work has the records")

	left := works[0].DeepCopy()
	left.Namespace = "karmada-es-m9"
	cleanup, err := work.Orphans(rb, append(works, left))
	require.NoError(t, err)
	require.Len(t, cleanup.Delete, 1)
	require.Equal(t, "karmada-es-m9", cleanup.Delete[0].Work.Namespace)
	require.Empty(t, cleanup.Wait)
}

// TestGoldenJob has a Job whose completions are divided by the replicas of the clusters.
func TestGoldenJob(t *testing.T) {
	t.Parallel()
	works, err := work.Render(context.Background(), work.Input{
		Binding: casetest.Decode[api.ResourceBinding](t, `
metadata: {namespace: default, name: j-job, labels: {resourcebinding.karmada.io/permanent-id: jb}}
spec:
  resource: {apiVersion: batch/v1, kind: Job, namespace: default, name: j}
  replicas: 3
  placement: {replicaScheduling: {replicaSchedulingType: Divided}}
  clusters: [{name: m1, replicas: 2}, {name: m2, replicas: 1}]
`),
		Template: casetest.Object(t, `
apiVersion: batch/v1
kind: Job
metadata: {namespace: default, name: j, uid: u2}
spec: {parallelism: 3, completions: 10, template: {spec: {containers: [{name: c, image: busybox}]}}}
`),
		Clusters: clusters("m1", "m2"), Interpreter: hooks,
	})
	require.NoError(t, err)
	require.Len(t, works, 2)
	for i, want := range []struct {
		space                    string
		parallelism, completions int64
	}{{"karmada-es-m1", 2, 7}, {"karmada-es-m2", 1, 3}} {
		spec := works[i].Spec.Workload.Manifests[0]["spec"].(map[string]any)
		require.Equal(t, want.space+"/j-59d9bcfd99", works[i].Namespace+"/"+works[i].Name)
		require.Equal(t, want.parallelism, spec["parallelism"])
		require.Equal(t, want.completions, spec["completions"])
	}
}
