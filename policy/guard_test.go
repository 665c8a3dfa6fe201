package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
)

const tenantObject = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: tenant, labels: {kubeadmiral.io/override-policy-name: p}}
data: {a: b}
---
`

// karmadaPolicy and kubeadmiralPolicy return a policy of the tenant with overriders.
func karmadaPolicy(overriders string) string {
	return "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: tenant}\nspec:\n" +
		"  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]\n  overrideRules: [{overriders: {" + overriders + "}}]\n"
}

func kubeadmiralPolicy(overriders string) string {
	return "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: tenant}\nspec:\n" +
		"  overrideRules: [{overriders: {" + overriders + "}}]\n"
}

// TestTenantsAttack decodes what a user who may write ConfigMaps and override policies in one namespace can write. Without a guard, each policy makes
// another object of the ConfigMap. With it, the object fails, and admission can refuse the policy.
func TestTenantsAttack(t *testing.T) {
	t.Parallel()
	const admin = `plaintext: [{path: /apiVersion, operator: replace, value: rbac.authorization.k8s.io/v1}, {path: /kind, operator: replace, value: ClusterRoleBinding},
		{path: /metadata/namespace, operator: remove}, {path: /data, operator: remove},
		{path: /roleRef, operator: add, value: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}},
		{path: /subjects, operator: add, value: [{kind: User, name: tenant}]}]`
	for _, c := range []struct{ name, policy, step, at string }{
		{"a ClusterRoleBinding", karmadaPolicy(admin), "plaintext[0]", "/apiVersion"},
		{"another namespace", karmadaPolicy("plaintext: [{path: /metadata/namespace, operator: replace, value: kube-system}]"), "plaintext[0]", "/metadata/namespace"},
		{"another name", karmadaPolicy("plaintext: [{path: /metadata/name, operator: replace, value: coredns}]"), "plaintext[0]", "/metadata/name"},
		{"a whole object", karmadaPolicy(`plaintext: [{path: "", operator: replace, value: {apiVersion: v1, kind: Namespace, metadata: {name: x}}}]`), "plaintext[0]", "/kind"},
		{"new metadata", karmadaPolicy("plaintext: [{path: /metadata, operator: add, value: {name: coredns, namespace: kube-system}}]"), "plaintext[0]", "/metadata/namespace"},
		{"a list", karmadaPolicy("plaintext: [{path: /items, operator: add, value: [{apiVersion: v1, kind: Namespace, metadata: {name: x}}]}]"), "plaintext[0]", "/items"},
		{"a conflict with an object of the cluster", karmadaPolicy("annotationsOverrider: [{operator: add, value: {work.karmada.io/conflict-resolution: overwrite}}]"), "annotationsOverrider[0]", "/metadata/annotations/work.karmada.io~1conflict-resolution"},
		{"the label of another Work", karmadaPolicy("labelsOverrider: [{operator: add, value: {a: b, work.karmada.io/permanent-id: x}}]"), "labelsOverrider[0]", "/metadata/labels/work.karmada.io~1permanent-id"},
		{"an annotation by its path", karmadaPolicy(`plaintext: [{path: /metadata/annotations, operator: add, value: {}}, {path: "/metadata/annotations/resourcetemplate.karmada.io~1uid", operator: add, value: x}]`), "plaintext[1]", "/metadata/annotations/resourcetemplate.karmada.io~1uid"},
		{"KubeAdmiral: another group", kubeadmiralPolicy("jsonpatch: [{path: /apiVersion, value: example.com/v1}]"), "jsonpatch[0]", "/apiVersion"},
		{"KubeAdmiral: new metadata", kubeadmiralPolicy("jsonpatch: [{path: /metadata, value: {name: coredns, namespace: kube-system}}]"), "jsonpatch[0]", "/metadata/namespace"},
		{"KubeAdmiral: a label", kubeadmiralPolicy("labels: [{operator: addIfAbsent, value: {kubeadmiral.io/managed: x}}]"), "labels[0]", "/metadata/labels/kubeadmiral.io~1managed"},
		{"KubeAdmiral: an annotation", kubeadmiralPolicy("annotations: [{operator: addIfAbsent, value: {internal.kubeadmiral.io/a: x}}]"), "annotations[0]", "/metadata/annotations/internal.kubeadmiral.io~1a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bundle, err := policy.Decode(strings.NewReader(tenantObject + c.policy))
			require.NoError(t, err)
			set := override.NewSet(bundle.Policies...)
			_, err = set.Select(bundle.Objects[0]).Apply(selector.Cluster{Name: "member1"})
			require.NoError(t, err, "Karmada and KubeAdmiral allow it")

			guard := policy.Guard(override.GuardNamespaced)
			_, err = set.Guarding(guard).Select(bundle.Objects[0]).Apply(selector.Cluster{Name: "member1"})
			var failed *override.Error
			require.ErrorAs(t, err, &failed)
			require.Equal(t, override.CodeIdentity, failed.Code)
			require.Contains(t, failed.At, c.step)

			faults := bundle.Policies[0].GuardFaults(guard)
			require.NotEmpty(t, faults)
			require.Contains(t, faults[0].Error(), fmt.Sprintf("spec.overrideRules[0].overriders.%s: Forbidden: %s identifies the object", c.step, c.at))
			require.Empty(t, bundle.Policies[0].GuardFaults(policy.Guard(override.GuardNone)))
		})
	}
}

// TestGuardFaults compiles policies that admission must not refuse, and others that it must.
func TestGuardFaults(t *testing.T) {
	t.Parallel()
	clusterWide := func(overriders string) string {
		return strings.Replace(strings.Replace(karmadaPolicy(overriders), "kind: O", "kind: ClusterO", 1), ", namespace: tenant", "", 1)
	}
	for _, c := range []struct {
		name, reason, policy string
		want                 []string
	}{
		{"another field", "it is not part of the identity", karmadaPolicy("plaintext: [{path: /data/kind, operator: add, value: x}, {path: /metadata/labels/app, operator: add, value: x}]"), nil},
		{"the selected kind", "it changes nothing", karmadaPolicy("plaintext: [{path: /kind, operator: replace, value: ConfigMap}, {path: /apiVersion, operator: add, value: v1}]"), nil},
		{"the own namespace", "all objects have it", karmadaPolicy("plaintext: [{path: /metadata/namespace, operator: replace, value: tenant}]"), nil},
		{"a test", "it writes nothing", karmadaPolicy("plaintext: [{path: /kind, operator: test, value: Secret}]"), nil},
		{"new labels", "no owned key may be among the old ones", karmadaPolicy("plaintext: [{path: /metadata/labels, operator: replace, value: {a: b}}]"), nil},
		{"new metadata", "an object without a uid keeps its identity", karmadaPolicy("plaintext: [{path: /metadata, operator: replace, value: {name: settings, namespace: tenant, labels: {a: b}}}]"), nil},
		{"the domain alone", "a key without a slash has no domain", karmadaPolicy("labelsOverrider: [{operator: add, value: {karmada.io: x, mykarmada.io/a: x}}]"), nil},
		{"a field with a document", "it is not guarded", karmadaPolicy("fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /kind, operator: replace, value: x}]}]"), nil},
		{"a name", "objects of the kind have other names", karmadaPolicy("plaintext: [{path: /metadata/name, operator: replace, value: x}]"), []string{"/metadata/name"}},
		{"a document", "it is written", karmadaPolicy("fieldOverrider: [{fieldPath: /metadata/annotations/karmada.io~1a, yaml: [{subPath: /kind, operator: replace, value: x}]}]"), []string{"/metadata/annotations/karmada.io~1a"}},
		{"an image", "it is written", karmadaPolicy("imageOverrider: [{predicate: {path: /metadata/name}, component: Tag, operator: add, value: v1}]"), []string{"/metadata/name"}},
		{"an image of KubeAdmiral", "it is written", kubeadmiralPolicy("image: [{imagePath: /metadata/name, operations: [{imageComponent: Tag, operator: overwrite, value: v1}]}]"), []string{"/metadata/name"}},
		{"a protected place of KubeAdmiral", "it fails everywhere", kubeadmiralPolicy("jsonpatch: [{path: /metadata/name, value: x}]"), []string{"/metadata/name"}},
		{"a finalizer of KubeAdmiral", "it is not guarded", kubeadmiralPolicy("jsonpatch: [{path: /metadata/finalizers/-, operator: add, value: x}]"), nil},
		{"inside an owner", "it is written", karmadaPolicy("plaintext: [{path: /metadata/ownerReferences/0/uid, operator: replace, value: x}]"), []string{"/metadata/ownerReferences"}},
		{"a cluster-wide policy", "all policies are guarded", clusterWide("plaintext: [{path: /metadata/namespace, operator: replace, value: x}]"), []string{"/metadata/namespace"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bundle, err := policy.Decode(strings.NewReader(c.policy))
			require.NoError(t, err)
			var got []string
			for _, w := range bundle.Policies[0].IdentityWrites(policy.Guard(override.GuardAll)) {
				got = append(got, w.Pointer.String())
			}
			require.Equal(t, c.want, got, c.reason)
			require.Len(t, bundle.Policies[0].GuardFaults(policy.Guard(override.GuardAll)), len(got))
			if bundle.Policies[0].Tier() == override.ClusterWide {
				require.Empty(t, bundle.Policies[0].GuardFaults(policy.Guard(override.GuardNamespaced)), "cluster-wide policies may do it")
			}
		})
	}
}
