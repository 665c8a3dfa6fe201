package validation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// placementOf decodes a placement from YAML.
func placementOf(t testing.TB, text string) api.Placement {
	t.Helper()
	var placement api.Placement
	require.NoError(t, yaml.UnmarshalStrict([]byte(dialecttest.Dedent(text)), &placement), "%s", text)
	return placement
}

// defaultPropagationCases are the cases of [TestDefaultPropagation].
var defaultPropagationCases = []struct {
	name, reason string
	policy       string
	created      bool
	want         string
}{
	{"empty", "there is nothing to default", `{}`, false, `{}`},
	{"selectors", "an empty namespace becomes the policy's; another one stays, for validation", `
			resourceSelectors: [{kind: Pod}, {kind: Pod, namespace: other}]`, false, `
			resourceSelectors: [{kind: Pod, namespace: team}, {kind: Pod, namespace: other}]`},
	{"selectors, cluster-wide", "an empty namespace is any", `
			kind: ClusterPropagationPolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{kind: Pod}]}`, false, `
			kind: ClusterPropagationPolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{kind: Pod}]}`},
	{"spread", "by cluster, with one group at least; a negative number stays, for validation", `
			placement: {spreadConstraints: [{}, {spreadByLabel: env, maxGroups: 2}, {spreadByField: zone, minGroups: -1}]}`, false, `
			placement: {spreadConstraints: [{spreadByField: cluster, minGroups: 1}, {spreadByLabel: env, maxGroups: 2, minGroups: 1}, {spreadByField: zone, minGroups: -1}]}`},
	{"imported services", "dependencies are propagated", `
			resourceSelectors: [{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: team}]`, false, `
			propagateDeps: true
			resourceSelectors: [{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: team}]`},
	{"imported services of another version", "Karmada does not know it", `
			resourceSelectors: [{apiVersion: multicluster.x-k8s.io/v1beta1, kind: ServiceImport, namespace: team}]`, false, `
			resourceSelectors: [{apiVersion: multicluster.x-k8s.io/v1beta1, kind: ServiceImport, namespace: team}]`},
	{"division", "the default is by weight", `
			placement: {replicaScheduling: {replicaSchedulingType: Divided}}`, false, `
			placement: {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}`},
	{"no division", "there is no preference to default", `
			placement: {replicaScheduling: {replicaSchedulingType: Duplicated}}`, false, `
			placement: {replicaScheduling: {replicaSchedulingType: Duplicated}}`},
	{"no type", "an API server sets Divided, from the schema", `
			placement: {replicaScheduling: {}}`, false, `
			placement: {replicaScheduling: {}}`},
	{"graceful purge", "the default is 600 seconds", `
			failover: {application: {purgeMode: Gracefully, decisionConditions: {}}}`, false, `
			failover: {application: {purgeMode: Gracefully, decisionConditions: {}, gracePeriodSeconds: 600}}`},
	{"graceful purge with a period", "0 stays, for validation", `
			failover: {application: {purgeMode: Gracefully, gracePeriodSeconds: 0}}`, false, `
			failover: {application: {purgeMode: Gracefully, gracePeriodSeconds: 0}}`},
	{"other purges", "they do not wait", `
			failover: {application: {purgeMode: Never}, cluster: {purgeMode: Gracefully}}`, false, `
			failover: {application: {purgeMode: Never}, cluster: {purgeMode: Gracefully}}`},
	{"created", "there is an id and a finalizer", `{}`, true, `
			kind: PropagationPolicy
			metadata:
			  name: p
			  namespace: team
			  labels: {propagationpolicy.karmada.io/permanent-id: "1"}
			  finalizers: [karmada.io/propagation-policy-controller]`},
	{"created with an id", "it is replaced; everything else stays, without duplicates", `
			kind: ClusterPropagationPolicy
			metadata:
			  name: p
			  labels: {clusterpropagationpolicy.karmada.io/permanent-id: mine, a: b}
			  finalizers: [karmada.io/cluster-propagation-policy-controller, example.com/keep]`, true, `
			kind: ClusterPropagationPolicy
			metadata:
			  name: p
			  labels: {clusterpropagationpolicy.karmada.io/permanent-id: "1", a: b}
			  finalizers: [karmada.io/cluster-propagation-policy-controller, example.com/keep]`},
}

func TestDefaultPropagation(t *testing.T) {
	t.Parallel()
	for _, c := range defaultPropagationCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := propagationOf(t, c.policy)
			before := policy.DeepCopyObject()
			asked := 0
			var newID func() string
			if c.created {
				newID = func() string { asked++; return "1" }
			}
			got := validation.DefaultPropagation(policy, newID)
			require.Equal(t, propagationOf(t, c.want), got, c.reason)
			require.Equal(t, before, policy, "the policy must not change")
			require.Equal(t, c.created, asked == 1, "newID is called once, for a new policy")
			if !c.created {
				require.Equal(t, got, validation.DefaultPropagation(got, nil), "defaults are idempotent")
			}
		})
	}
	t.Run("full", func(t *testing.T) {
		t.Parallel()
		for _, kind := range []string{"PropagationPolicy", "ClusterPropagationPolicy"} {
			policy := dialecttest.Filled(t, kinds[kind](), 0).(api.PropagationSource)
			mine := dialecttest.Memory(policy)
			for place, at := range dialecttest.Memory(validation.DefaultPropagation(policy, func() string { return "1" })) {
				require.NotContains(t, mine, place, "the copy shares %s with the policy", at)
			}
		}
	})
}

func TestDefaultOverride(t *testing.T) {
	t.Parallel()
	policy := policyOf(t, `resourceSelectors: [{kind: Pod}, {kind: Pod, namespace: other}]`)
	require.Equal(t, policyOf(t, `resourceSelectors: [{kind: Pod, namespace: team}, {kind: Pod, namespace: other}]`), validation.DefaultOverride(policy),
		"an empty namespace is the policy's")
	require.Equal(t, policyOf(t, `resourceSelectors: [{kind: Pod}, {kind: Pod, namespace: other}]`), policy, "the policy must not change")

	wide := policyOf(t, `{kind: ClusterOverridePolicy, metadata: {name: p}, spec: {resourceSelectors: [{kind: Pod}]}}`)
	require.Equal(t, wide, validation.DefaultOverride(wide), "an empty namespace is any")
	require.NotSame(t, wide, validation.DefaultOverride(wide), "it is a copy")
}
