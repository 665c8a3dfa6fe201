package bind_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

const (
	bindIndependent = `
		metadata: {name: web-deployment, namespace: shop, labels: {resourcebinding.karmada.io/permanent-id: web}}
		spec: {clusters: [{name: m1, replicas: 2}], conflictResolution: Overwrite}`
	bindOther  = `{metadata: {name: api-deployment, namespace: shop}, spec: {preserveResourcesOnDeletion: true}}`
	bindSecret = `{apiVersion: v1, kind: Secret, metadata: {name: db, namespace: shop, uid: "1", resourceVersion: "7"}}`

	bindSecretOwner = `ownerReferences: [{apiVersion: v1, kind: Secret, name: db, uid: "1", controller: true, blockOwnerDeletion: true}]`
	bindDependedBy  = `resourcebinding.karmada.io/depended-by-8546649456: web` // of shop/web-deployment
)

// attached distributes bindIndependent, which needs bindSecret or nothing, and returns what is changed with it.
func attached(t *testing.T, needed bool, others ...*api.ResourceBinding) ([]bind.Attached, error) {
	t.Helper()
	needs := bindNeeds{}
	if needed {
		needs = bindNeeds{{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: "db"}}
	}
	in := bind.DistributeInput{Independent: bindNamed(t, bindIndependent), Template: named("App"), Registry: interpreter.NewRegistry(needs), Find: bind.FindIn(bindObject(t, bindYAML(t, bindSecret)))}
	in.Independent.Spec.PropagateDeps = true
	done, err := distributed(in, bindIndex(others...))
	in.Independent.Spec.Clusters[0].Name = "changed"
	return done.Attached, err
}

func TestAttach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		stored       string
		want         string
		changed      []string
		conflict     bool
		detach       bool
	}{
		{name: "new", reason: "it has the clusters of the independent binding, and no placement", stored: ``,
			want: `{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding,
				metadata: {name: db-secret, namespace: shop, finalizers: [karmada.io/binding-controller], labels: {` + bindDependedBy + `}, ` + bindSecretOwner + `},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"},
				requiredBy: [{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}], conflictResolution: Overwrite, preserveResourcesOnDeletion: false}}`},
		{name: "also needed by another", reason: "the entry of the other binding stays; Overwrite and true win",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {other: x}, ` + bindSecretOwner + `}, spec: {requiredBy: [{namespace: shop, name: api-deployment}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {other: x, ` + bindDependedBy + `}, ` + bindSecretOwner + `},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"},
				requiredBy: [{namespace: shop, name: api-deployment}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}],
				conflictResolution: Overwrite, preserveResourcesOnDeletion: true}}`,
			changed:  []string{"metadata.labels", "spec.resource", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			conflict: true},
		{name: "entered twice", reason: "both entries get the clusters",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Overwrite, preserveResourcesOnDeletion: false,
				requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: web-deployment, clusters: [{name: m9}]}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Overwrite, preserveResourcesOnDeletion: false,
				requiredBy: [{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]}}`,
			changed: []string{"spec.requiredBy"}},
		{name: "with a policy of its own", reason: "the policy sets the other fields",
			stored: `{metadata: {name: db-secret, namespace: shop}, spec: {placement: {}, conflictResolution: Abort, requiredBy: [{namespace: shop, name: gone}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Abort,
				requiredBy: [{namespace: shop, name: gone}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]}}`,
			changed: []string{"metadata.labels", "spec.resource", "spec.requiredBy"}},
		{name: "detach: the last one", reason: "the binding stays, without the two fields", detach: true,
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `, own: x}},
				spec: {conflictResolution: Overwrite, preserveResourcesOnDeletion: true, requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: web-deployment}]}}`,
			want:    `{metadata: {name: db-secret, namespace: shop, labels: {own: x}}, spec: {resource: {apiVersion: "", kind: "", name: ""}}}`,
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"}},
		{name: "detach: another is left", reason: "only that one counts now", detach: true,
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {conflictResolution: Overwrite, requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: api-deployment}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop},
				spec: {conflictResolution: Abort, preserveResourcesOnDeletion: true, requiredBy: [{namespace: shop, name: api-deployment}]}}`,
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"}},
		{name: "detach: with a policy of its own", reason: "the fields of its policy stay", detach: true,
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {placement: {}, conflictResolution: Overwrite, requiredBy: [{namespace: shop, name: web-deployment}]}}`,
			want:    `{metadata: {name: db-secret, namespace: shop}, spec: {conflictResolution: Overwrite}}`,
			changed: []string{"metadata.labels", "spec.requiredBy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stored, other := bindNamed(t, c.stored), bindNamed(t, bindOther)
			got, err := attached(t, !c.detach, stored, other)
			require.NoError(t, err)
			require.Equal(t, bindNamed(t, c.stored), stored)
			require.Equal(t, bindNamed(t, bindOther), other)
			require.Len(t, got, 1)
			require.Equal(t, bindText(t, bindNamed(t, c.want)), bindText(t, got[0].Binding), c.reason)
			require.Equal(t, c.stored == "", got[0].Created)
			require.Equal(t, c.changed, got[0].Changed)
			require.Equal(t, c.conflict, got[0].Conflict)
		})
	}
}

func TestAttachErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stored, want string
	}{
		{"a Secret before this one", `{metadata: {name: db-secret, namespace: shop, ownerReferences: [{kind: Secret, name: db, uid: "0", controller: true}]}}`,
			"ResourceBinding shop/db-secret belongs to Secret db with uid 0, expected uid 1"},
		{"required by an unknown binding", `{metadata: {name: db-secret, namespace: shop}, spec: {requiredBy: [{namespace: shop, name: gone}]}}`,
			"ResourceBinding shop/db-secret is required by ResourceBinding shop/gone, which does not exist"},
	} {
		got, err := attached(t, true, bindNamed(t, c.stored))
		require.EqualError(t, err, c.want, c.name)
		require.Empty(t, got)
	}
	batch := bind.NewBatch(nil, nil)
	_, err := batch.Distribute(context.Background(), bind.DistributeInput{})
	require.EqualError(t, err, "found no independent binding, expected one")
	_, err = batch.Distribute(context.Background(), bind.DistributeInput{Independent: &api.ResourceBinding{}})
	require.EqualError(t, err, `found an independent binding with namespace "" and name "", expected both`)
}
