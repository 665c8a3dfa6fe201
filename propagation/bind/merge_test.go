package bind_test

import (
	"cmp"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	const (
		pp  = `labels: {propagationpolicy.karmada.io/permanent-id: new}, annotations: {propagationpolicy.karmada.io/name: p, propagationpolicy.karmada.io/namespace: shop}`
		cpp = `labels: {clusterpropagationpolicy.karmada.io/permanent-id: new}, annotations: {clusterpropagationpolicy.karmada.io/name: p}`
	)
	for _, c := range []struct {
		name, reason    string
		cluster         bool
		stored, desired string // without name and kind
		want            string
		changed         []string
	}{
		{name: "the same", reason: "nothing is written: empty equals absent, and quantities are compared by value",
			stored: `{metadata: {finalizers: [], labels: {a: b}},
				spec: {replicas: 2, replicaRequirements: {nodeClaim: {nodeSelector: {}, tolerations: [{tolerationSeconds: 5}]}, resourceRequest: {cpu: 1000m}}}}`,
			desired: `{spec: {replicas: 2, replicaRequirements: {nodeClaim: {tolerations: [{tolerationSeconds: 5}]}, resourceRequest: {cpu: "1"}}, placement: null}}`,
			want:    `{metadata: {labels: {a: b}}, spec: {replicas: 2, replicaRequirements: {nodeClaim: {tolerations: [{tolerationSeconds: 5}]}, resourceRequest: {cpu: "1"}}}}`,
		},
		{name: "metadata", reason: "entries are added, never removed; finalizers keep their order",
			stored:  `{metadata: {labels: {user: kept, x: old}, annotations: {policy.karmada.io/applied-placement: "{}"}, finalizers: [z, a]}}`,
			desired: `{metadata: {labels: {x: new}, annotations: {y: new}, finalizers: [a, b]}}`,
			want:    `{metadata: {labels: {user: kept, x: new}, annotations: {policy.karmada.io/applied-placement: "{}", y: new}, finalizers: [z, a, b]}}`,
			changed: []string{"metadata.labels", "metadata.annotations", "metadata.finalizers"},
		},
		{name: "from a cluster-wide policy", reason: "a namespaced one takes it over",
			stored:  `{metadata: {labels: {clusterpropagationpolicy.karmada.io/permanent-id: ""}, annotations: {clusterpropagationpolicy.karmada.io/name: old}}}`,
			desired: `{metadata: {` + pp + `}}`,
			want:    `{metadata: {` + pp + `}}`,
			changed: []string{"metadata.labels", "metadata.annotations"},
		},
		{name: "an annotation without label", reason: "it is not a claim, and stays",
			stored:  `{metadata: {annotations: {clusterpropagationpolicy.karmada.io/name: old}}}`,
			desired: `{metadata: {labels: {propagationpolicy.karmada.io/permanent-id: new}}}`,
			want:    `{metadata: {labels: {propagationpolicy.karmada.io/permanent-id: new}, annotations: {clusterpropagationpolicy.karmada.io/name: old}}}`,
			changed: []string{"metadata.labels"},
		},
		{name: "from a namespaced policy", reason: "its claim stays beside that of the cluster-wide one",
			stored:  `{metadata: {labels: {propagationpolicy.karmada.io/permanent-id: old}}}`,
			desired: `{metadata: {` + cpp + `}}`,
			want: `{metadata: {labels: {propagationpolicy.karmada.io/permanent-id: old, clusterpropagationpolicy.karmada.io/permanent-id: new},
				annotations: {clusterpropagationpolicy.karmada.io/name: p}}}`,
			changed: []string{"metadata.labels", "metadata.annotations"},
		},
		{name: "spec", reason: "fields of the policy are replaced, others stay",
			stored: `{spec: {replicas: 2, components: [{name: a, replicas: 1}], placement: {clusterAffinity: {clusterNames: [m1]}}, schedulerName: old, propagateDeps: true,
				schedulePriority: {priority: 5}, workloadAffinityGroups: {affinityGroup: a=b}, preserveResourcesOnDeletion: true,
				clusters: [{name: m1}], gracefulEvictionTasks: [{fromCluster: m2, reason: r, producer: p}], requiredBy: [{name: x}], rescheduleTriggeredAt: "2026-01-02T03:04:05Z"},
				status: {schedulerObservedGeneration: 3}}`,
			desired: `{spec: {resource: {apiVersion: v1, kind: Pod, name: pod}, conflictResolution: Abort, placement: {}}}`,
			want: `{spec: {resource: {apiVersion: v1, kind: Pod, name: pod}, conflictResolution: Abort,
				clusters: [{name: m1}], gracefulEvictionTasks: [{fromCluster: m2, reason: r, producer: p}], requiredBy: [{name: x}], rescheduleTriggeredAt: "2026-01-02T03:04:05Z"},
				status: {schedulerObservedGeneration: 3}}`,
			changed: []string{"spec.resource", "spec.propagateDeps", "spec.replicas", "spec.components", "spec.placement", "spec.schedulerName", "spec.conflictResolution",
				"spec.preserveResourcesOnDeletion", "spec.schedulePriority", "spec.workloadAffinityGroups"},
		},
		{name: "cluster-wide binding", reason: "three fields stay as they were", cluster: true,
			stored:  `{spec: {propagateDeps: true, schedulePriority: {priority: 5}, workloadAffinityGroups: {affinityGroup: a=b}, schedulerName: old}}`,
			desired: `{spec: {schedulerName: new}}`,
			want:    `{spec: {propagateDeps: true, schedulePriority: {priority: 5}, workloadAffinityGroups: {affinityGroup: a=b}, schedulerName: new}}`,
			changed: []string{"spec.schedulerName"},
		},
		{name: "suspension of the policy", reason: "it replaces the one of the policy, not that of the scheduler",
			stored:  `{spec: {suspension: {dispatching: true, scheduling: true}}}`,
			desired: `{spec: {suspension: {dispatchingOnClusters: {clusterNames: [m1]}}}}`,
			want:    `{spec: {suspension: {dispatchingOnClusters: {clusterNames: [m1]}, scheduling: true}}}`,
			changed: []string{"spec.suspension"},
		},
		{name: "suspension removed", reason: "that of the scheduler stays, whatever its value",
			stored: `{spec: {suspension: {dispatching: true, scheduling: false}}}`, desired: `{}`,
			want:    `{spec: {suspension: {scheduling: false}}}`,
			changed: []string{"spec.suspension"},
		},
		{name: "no suspension at all", reason: "it is removed",
			stored: `{spec: {suspension: {dispatching: true}}}`, desired: `{}`,
			changed: []string{"spec.suspension"},
		},
		{name: "owner", reason: "one that does not control it does not count",
			stored:  `{metadata: {ownerReferences: [{apiVersion: v1, kind: Pod, name: pod, uid: "1"}]}}`,
			desired: `{metadata: {ownerReferences: [{apiVersion: v1, kind: Pod, name: pod, uid: "2", controller: true}]}}`,
			want:    `{metadata: {ownerReferences: [{apiVersion: v1, kind: Pod, name: pod, uid: "2", controller: true}]}}`,
			changed: []string{"metadata.ownerReferences"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			read := func(text string) api.Binding {
				var b api.Binding = bindNamed(t, text)
				if c.cluster {
					rb := bindNamed(t, text)
					b = &api.ClusterResourceBinding{ObjectMeta: rb.ObjectMeta, Spec: rb.Spec, Status: rb.Status}
				}
				return b
			}
			stored, desired := read(c.stored), read(c.desired)
			merged, changed, err := bind.Merge(stored, desired)
			require.NoError(t, err)
			require.Equal(t, read(c.stored), stored, "what is stored is read only")
			require.Equal(t, read(c.desired), desired, "what is desired is read only")
			require.Equal(t, c.changed, changed, c.reason)
			require.Equal(t, bindText(t, read(cmp.Or(c.want, "{}"))), bindText(t, merged), c.reason)
		})
	}
}

// TestMergeBounds has quantities that only Go code can make. Comparing them by value would take hours.
func TestMergeBounds(t *testing.T) {
	t.Parallel()
	asks := func(ten resource.Scale) api.Binding {
		b := bindNamed(t, `{spec: {replicas: 1}}`)
		b.Spec.ReplicaRequirements = &interpreter.ReplicaRequirements{ResourceRequest: quantity.List{"cpu": *resource.NewScaledQuantity(1, ten).ToDec()}}
		return b
	}
	_, changed, err := bind.Merge(asks(math.MaxInt32), asks(math.MaxInt32))
	require.NoError(t, err)
	require.Empty(t, changed, "they are written alike")
	_, changed, err = bind.Merge(asks(math.MaxInt32), asks(-math.MaxInt32))
	require.NoError(t, err)
	require.Equal(t, []string{"spec.replicaRequirements"}, changed)
	_, changed, err = bind.Merge(asks(0), asks(math.MaxInt32))
	require.NoError(t, err)
	require.Equal(t, []string{"spec.replicaRequirements"}, changed)
}

// bindNamed decodes a ResourceBinding. Its default name is shop/b.
func bindNamed(t *testing.T, text string) *api.ResourceBinding {
	t.Helper()
	if bindYAML(t, text) == nil {
		return nil
	}
	b, _ := bindBinding(t, bindYAML(t, text)).(*api.ResourceBinding)
	if b.Name == "" {
		b.Namespace, b.Name = "shop", "b"
	}
	return b
}

func TestMergeErrors(t *testing.T) {
	t.Parallel()
	owned := bindNamed(t, `{metadata: {ownerReferences: [{apiVersion: v1, kind: Pod, name: pod, uid: "1", controller: true}]}}`)
	for _, c := range []struct {
		name            string
		stored, desired api.Binding
		want            string
	}{
		{"an earlier object has it", owned, bindNamed(t, `{metadata: {ownerReferences: [{apiVersion: v1, kind: Pod, name: pod, uid: "2", controller: true}]}}`),
			"ResourceBinding shop/b belongs to Pod pod with uid 1, expected uid 2"},
		{"an earlier object has it, and the new one is only referred to", owned, bindNamed(t, `{spec: {resource: {apiVersion: v1, kind: Pod, name: pod, uid: "2"}}}`),
			"ResourceBinding shop/b belongs to Pod pod with uid 1, expected uid 2"},
		{"another name", owned, bindNamed(t, `{metadata: {name: c, namespace: shop}}`), "cannot merge ResourceBinding shop/c into ResourceBinding shop/b, expected the same binding"},
		{"another kind", owned, &api.ClusterResourceBinding{}, "cannot merge ClusterResourceBinding into ResourceBinding shop/b, expected the same binding"},
		{"nothing stored", (*api.ResourceBinding)(nil), owned, "found no binding to merge, expected a stored and a desired one"},
		{"nothing desired", owned, nil, "found no binding to merge, expected a stored and a desired one"},
		{"nothing cluster-wide", (*api.ClusterResourceBinding)(nil), owned, "found no binding to merge, expected a stored and a desired one"},
	} {
		merged, changed, err := bind.Merge(c.stored, c.desired)
		require.EqualError(t, err, c.want, c.name)
		require.Nil(t, merged)
		require.Nil(t, changed)
	}
	_, _, err := bind.Merge(owned, bindNamed(t, `{spec: {resource: {uid: "2"}}}`))
	var owner *bind.OwnerError
	require.ErrorAs(t, err, &owner, "the caller may want to try again")
	require.Equal(t, "pod", owner.Found.Name)
}
