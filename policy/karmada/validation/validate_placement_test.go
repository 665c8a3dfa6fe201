package validation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

func TestValidatePlacement(t *testing.T) {
	t.Parallel()
	const room = "replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}\n"
	for _, c := range []struct {
		name, reason string
		placement    string
		want         []string
	}{
		{"both affinities", "an empty list counts", `{clusterAffinity: {}, clusterAffinities: []}`, []string{
			`placement: Invalid value: {"clusterAffinity":{}}: clusterAffinities cannot co-exist with clusterAffinity`}},
		{"fields", "only provider, region and zone are compared, only by In and NotIn, with any values", `
			clusterAffinity:
			  fieldSelector: {matchExpressions: [{key: zone, operator: In}, {key: region, operator: NotIn, values: ["a b"]}, {key: provider, operator: In}]}`, nil},
		{"fields unknown", "only the first error is reported, the key before the operator", `
			clusterAffinity:
			  fieldSelector: {matchExpressions: [{key: zone, operator: In}, {key: zones, operator: Gt}, {key: zone, operator: Gt}]}`, []string{
			`placement.clusterAffinity.fieldSelector: Invalid value: {"matchExpressions":[{"key":"zone","operator":"In"},{"key":"zones","operator":"Gt"},{"key":"zone","operator":"Gt"}]}: unsupported key "zones", must be provider, region, or zone`}},

		{"terms", "their names are different label keys", `
			clusterAffinities: [{affinityName: a}, {affinityName: example.com/a}, {affinityName: A.b_c-1}]`, nil},
		{"terms of one name", "reported for each repetition, at the list; an empty name is not a label key", `
			clusterAffinities: [{affinityName: ""}, {affinityName: ""}]`, []string{
			`placement.clusterAffinities[0]: Invalid value: "": name part must be non-empty`,
			`placement.clusterAffinities[0]: Invalid value: "": name part must consist …`,
			`placement.clusterAffinities[1]: Invalid value: "": name part must be non-empty`,
			`placement.clusterAffinities[1]: Invalid value: "": name part must consist …`,
			`placement.clusterAffinities: Invalid value: [{"affinityName":""},{"affinityName":""}]: each affinity term in a policy must have a unique name`}},
		{"fields of a term", "the error has the path of the term", `
			clusterAffinities: [{affinityName: a}, {affinityName: b, fieldSelector: {matchExpressions: [{key: zone, operator: in}]}}]`, []string{
			`placement.clusterAffinities[1].fieldSelector: Invalid value: {"matchExpressions":[{"key":"zone","operator":"in"}]}: unsupported operator "in", must be In or NotIn`}},

		{"overflow", "names are unique in one term only", room + `
clusterAffinities:
- {affinityName: a, clusterNames: [m1], overflowAffinities: [{affinityName: b}, {affinityName: c}]}
- {affinityName: b, labelSelector: {}, overflowAffinities: [{affinityName: c}, {affinityName: a}]}`, nil},
		{"overflow of equal names", "equal to that of the term, or of an overflow before", room + `
clusterAffinities: [{affinityName: a, exclude: [m1], overflowAffinities: [{affinityName: a}, {affinityName: b}, {affinityName: b, fieldSelector: {matchExpressions: [{key: ""}]}}]}]`, []string{
			`placement.clusterAffinities[0].overflowAffinities[0].affinityName: Invalid value: "a": overflow affinity name must be unique and must not duplicate the primary group's affinityName`,
			`placement.clusterAffinities[0].overflowAffinities[2].affinityName: Invalid value: "b": overflow affinity name must be unique and must not duplicate the primary group's affinityName`,
			`placement.clusterAffinities[0].overflowAffinities[2].fieldSelector: Invalid value: {"matchExpressions":[{"key":"","operator":""}]}: unsupported key "", must be provider, region, or zone`}},
		{"overflow of all clusters", "a term that selects all clusters has no overflow, not even an empty list", room + `
clusterAffinities: [{affinityName: a, overflowAffinities: []}]`, []string{
			`placement.clusterAffinities[0].overflowAffinities: Invalid value: []: overflowAffinities can only be used together with the inline ClusterAffinity`}},
		{"overflow of all replicas", "replicas must be divided; reported before the errors of terms", `
			clusterAffinities: [{affinityName: a b, clusterNames: [m1], overflowAffinities: []}]
			replicaScheduling: {replicaSchedulingType: Duplicated, replicaDivisionPreference: Aggregated}`, []string{
			`placement.clusterAffinities[0].overflowAffinities: Invalid value: []: overflowAffinities can only be used together with dynamic weight or aggregated scheduling`,
			`placement.clusterAffinities[0]: Invalid value: "a b": name part must consist …`}},
		{"overflow by dynamic weight", "it divides by capacity", `
			clusterAffinities: [{affinityName: a, clusterNames: [m1], overflowAffinities: []}]
			replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {dynamicWeight: AvailableReplicas}}`, nil},
		{"overflow by static weight", "it does not", `
			clusterAffinities: [{affinityName: a, clusterNames: [m1], overflowAffinities: []}]
			replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {staticWeightList: []}}`, []string{
			`placement.clusterAffinities[0].overflowAffinities: Invalid value: []: overflowAffinities can only be used together with dynamic weight or aggregated scheduling`}},

		{"spread", "maxGroups 0 is valid, and a label needs no field cluster", `
			spreadConstraints: [{spreadByLabel: env, minGroups: 3}, {spreadByLabel: env, minGroups: 1, maxGroups: 1}, {}]`, nil},
		{"spread by both", "reported with all other errors", `
			spreadConstraints: [{spreadByField: cluster, spreadByLabel: env, minGroups: -1, maxGroups: -2}]`, []string{
			`placement.spreadConstraints[0]: Invalid value: {"spreadByField":"cluster","spreadByLabel":"env","maxGroups":-2,"minGroups":-1}: spreadByLabel should not co-exist with spreadByField`,
			`placement.spreadConstraints[0]: Invalid value: {"spreadByField":"cluster","spreadByLabel":"env","maxGroups":-2,"minGroups":-1}: minGroups lower than 0 is not allowed`,
			`placement.spreadConstraints[0]: Invalid value: {"spreadByField":"cluster","spreadByLabel":"env","maxGroups":-2,"minGroups":-1}: maxGroups lower than 0 is not allowed`}},
		{"spread thrice", "reported once for each field, at the second constraint; the field cluster is missing", `
			spreadConstraints: [{spreadByField: zone}, {spreadByField: region}, {spreadByField: zone}, {spreadByField: zone}, {spreadByField: region}]`, []string{
			`placement.spreadConstraints: Invalid value: [{"spreadByField":"zone"},{"spreadByField":"region"},{"spreadByField":"zone"},{"spreadByField":"zone"},{"spreadByField":"region"}]: multiple zone spread constraints are not allowed`,
			`placement.spreadConstraints: Invalid value: [{"spreadByField":"zone"},{"spreadByField":"region"},{"spreadByField":"zone"},{"spreadByField":"zone"},{"spreadByField":"region"}]: multiple region spread constraints are not allowed`,
			`placement.spreadConstraints: Invalid value: [{"spreadByField":"zone"},{"spreadByField":"region"},{"spreadByField":"zone"},{"spreadByField":"zone"},{"spreadByField":"region"}]: the cluster spread constraint must be enabled …`}},

		{"workloads", "affinity or antiAffinity, or both with two keys", `
			workloadAffinity: {affinity: {groupByLabelKey: app}, antiAffinity: {groupByLabelKey: example.com/app}}`, nil},
		{"workloads of one key", "the groups contradict each other", `
			workloadAffinity: {affinity: {groupByLabelKey: /a}, antiAffinity: {groupByLabelKey: /a}}`, []string{
			`placement.workloadAffinity.affinity.groupByLabelKey: Invalid value: "/a": prefix part must be non-empty`,
			`placement.workloadAffinity.antiAffinity.groupByLabelKey: Invalid value: "/a": prefix part must be non-empty`,
			`placement.workloadAffinity: Invalid value: {"affinity":{"groupByLabelKey":"/a"},"antiAffinity":{"groupByLabelKey":"/a"}}: affinity and antiAffinity must not use the same groupByLabelKey`}},

		{"tolerations", "only the two numeric operators are errors", `
			clusterTolerations: [{key: a}, {operator: Lt}, {operator: Exists}, {operator: Gt}, {operator: Like}]`, []string{
			`placement.clusterTolerations[1].operator: Unsupported value: "Lt": supported values: "", "Exists", "Equal"`,
			`placement.clusterTolerations[3].operator: Unsupported value: "Gt": supported values: "", "Exists", "Equal"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := propagationOf(t, `{}`)
			policy.PropagationSpec().Placement = placementOf(t, c.placement)
			before := policy.DeepCopyObject()
			want := make([]string, len(c.want))
			for i, line := range c.want {
				want[i] = "spec." + line
			}
			dialecttest.RequireErrors(t, want, validation.ValidatePropagation(policy), c.reason)
			require.Equal(t, before, policy, "the policy must not change")
		})
	}
}
