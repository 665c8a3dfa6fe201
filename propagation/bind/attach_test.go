package bind_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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

func bindReferrers(others ...*api.ResourceBinding) bind.Referrers {
	return func(namespace, name string) (*api.ResourceBinding, bool) {
		for _, b := range others {
			if b.Namespace == namespace && b.Name == name {
				return b, true
			}
		}
		return nil, false
	}
}

func TestAttach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		stored       string
		want         string
		changed      []string
		conflict     bool
		why          string
	}{
		{name: "new", reason: "it has the clusters of the independent binding, and no placement", stored: ``,
			want: `{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding,
				metadata: {name: db-secret, namespace: shop, finalizers: [karmada.io/binding-controller], labels: {` + bindDependedBy + `}, ` + bindSecretOwner + `},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"},
				requiredBy: [{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}], conflictResolution: Overwrite, preserveResourcesOnDeletion: false}}`,
			why: "required by ResourceBinding shop/web-deployment"},
		{name: "also needed by another", reason: "the entry of the other binding stays; Overwrite and true win",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {other: x}, ` + bindSecretOwner + `}, spec: {requiredBy: [{namespace: shop, name: api-deployment}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {other: x, ` + bindDependedBy + `}, ` + bindSecretOwner + `},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"},
				requiredBy: [{namespace: shop, name: api-deployment}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}],
				conflictResolution: Overwrite, preserveResourcesOnDeletion: true}}`,
			changed:  []string{"metadata.labels", "spec.resource", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			conflict: true,
			why: "required by ResourceBinding shop/web-deployment; it overwrites conflicting objects, though not all bindings that require it do; " +
				"it preserves objects on deletion, though not all bindings that require it do"},
		{name: "entered twice", reason: "both entries get the clusters",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Overwrite, preserveResourcesOnDeletion: false,
				requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: web-deployment, clusters: [{name: m9}]}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Overwrite, preserveResourcesOnDeletion: false,
				requiredBy: [{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]}}`,
			changed: []string{"spec.requiredBy"},
			why:     "required by ResourceBinding shop/web-deployment"},
		{name: "with a policy of its own", reason: "the policy sets the other fields",
			stored: `{metadata: {name: db-secret, namespace: shop}, spec: {placement: {}, conflictResolution: Abort, requiredBy: [{namespace: shop, name: gone}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {resource: {apiVersion: v1, kind: Secret, namespace: shop, name: db, uid: "1", resourceVersion: "7"}, conflictResolution: Abort,
				requiredBy: [{namespace: shop, name: gone}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]}}`,
			changed: []string{"metadata.labels", "spec.resource", "spec.requiredBy"},
			why:     "required by ResourceBinding shop/web-deployment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stored, independent, other, secret := bindNamed(t, c.stored), bindNamed(t, bindIndependent), bindNamed(t, bindOther), bindObject(t, bindYAML(t, bindSecret))
			got, err := bind.Attach(stored, independent, secret, bindReferrers(other))
			require.NoError(t, err)
			require.Equal(t, bindNamed(t, c.stored), stored)
			require.Equal(t, bindNamed(t, bindIndependent), independent)
			require.Equal(t, bindNamed(t, bindOther), other)
			require.Equal(t, bindObject(t, bindYAML(t, bindSecret)), secret)
			bindRequireText(t, c.want, got.Binding, c.reason)
			require.Equal(t, c.stored == "", got.Created)
			require.Equal(t, c.changed, got.Changed)
			require.Equal(t, c.conflict, got.Conflict)
			require.Equal(t, c.why, got.Reason)

			independent.Spec.Clusters[0].Name = "m2"
			bindRequireText(t, c.want, got.Binding, "the clusters are a copy")
		})
	}
}

func TestAttachErrors(t *testing.T) {
	t.Parallel()
	independent, secret := bindNamed(t, bindIndependent), bindObject(t, bindYAML(t, bindSecret))
	for _, c := range []struct {
		name, stored, want string
	}{
		{"a Secret before this one", `{metadata: {name: db-secret, namespace: shop, ownerReferences: [{kind: Secret, name: db, uid: "0", controller: true}]}}`,
			"ResourceBinding shop/db-secret belongs to Secret db with uid 0, expected uid 1"},
		{"required by an unknown binding", `{metadata: {name: db-secret, namespace: shop}, spec: {requiredBy: [{namespace: shop, name: gone}]}}`,
			"ResourceBinding shop/db-secret is required by ResourceBinding shop/gone, which does not exist"},
		{"another binding", `{metadata: {name: tls-secret, namespace: shop}}`,
			"cannot merge ResourceBinding shop/db-secret into ResourceBinding shop/tls-secret, expected the same binding"},
	} {
		got, err := bind.Attach(bindNamed(t, c.stored), independent, secret, nil)
		require.EqualError(t, err, c.want, c.name)
		require.Zero(t, got)
	}
	_, err := bind.Attach(nil, nil, secret, nil)
	require.EqualError(t, err, "found no independent binding, expected one")
	_, err = bind.Attach(nil, &api.ResourceBinding{}, secret, nil)
	require.EqualError(t, err, `found an independent binding with namespace "" and name "", expected both`)
	_, err = bind.Attach(nil, independent, nil, nil)
	require.EqualError(t, err, "dependency of ResourceBinding shop/web-deployment: found no object, expected one to bind")
}

func TestDetach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, stored, want, why string
		changed                         []string
	}{
		{name: "the last one", reason: "the binding stays, without the two fields",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `, own: x}},
				spec: {conflictResolution: Overwrite, preserveResourcesOnDeletion: true, requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: web-deployment}]}}`,
			want:    `{metadata: {name: db-secret, namespace: shop, labels: {own: x}}, spec: {resource: {apiVersion: "", kind: "", name: ""}}}`,
			why:     "no longer required by ResourceBinding shop/web-deployment; no binding requires it",
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"}},
		{name: "another is left", reason: "only that one counts now",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {conflictResolution: Overwrite, requiredBy: [{namespace: shop, name: web-deployment}, {namespace: shop, name: api-deployment}]}}`,
			want: `{metadata: {name: db-secret, namespace: shop},
				spec: {conflictResolution: Abort, preserveResourcesOnDeletion: true, requiredBy: [{namespace: shop, name: api-deployment}]}}`,
			why:     "no longer required by ResourceBinding shop/web-deployment",
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"}},
		{name: "with a policy of its own", reason: "the fields of its policy stay",
			stored: `{metadata: {name: db-secret, namespace: shop, labels: {` + bindDependedBy + `}},
				spec: {placement: {}, conflictResolution: Overwrite, requiredBy: [{namespace: shop, name: web-deployment}]}}`,
			want:    `{metadata: {name: db-secret, namespace: shop}, spec: {conflictResolution: Overwrite}}`,
			why:     "no longer required by ResourceBinding shop/web-deployment",
			changed: []string{"metadata.labels", "spec.requiredBy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stored, independent := bindNamed(t, c.stored), bindNamed(t, bindIndependent)
			got, err := bind.Detach(stored, independent, bindReferrers(bindNamed(t, bindOther)))
			require.NoError(t, err)
			require.Equal(t, bindNamed(t, c.stored), stored)
			require.Equal(t, bindText(t, bindNamed(t, c.want)), bindText(t, got.Binding), c.reason)
			require.Equal(t, c.changed, got.Changed)
			require.Equal(t, c.why, got.Reason)
			require.False(t, got.Created)
			require.False(t, got.Conflict)
		})
	}
}
