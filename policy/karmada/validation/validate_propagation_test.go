package validation_test

import (
	"fmt"
	"log"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// propagationOf decodes a policy, or the spec of the PropagationPolicy team/p, from YAML.
func propagationOf(t testing.TB, text string) api.PropagationSource {
	t.Helper()
	var content map[string]any
	require.NoError(t, yaml.UnmarshalStrict([]byte(dialecttest.Dedent(text)), &content), "%s", text)
	if content["kind"] == nil {
		content = map[string]any{"kind": "PropagationPolicy", "metadata": map[string]any{"name": "p", "namespace": "team"}, "spec": content}
	}
	encoded, err := json.Marshal(content)
	require.NoError(t, err, "%s", text)
	policy := emptyPolicy(t, encoded).(api.PropagationSource)
	require.NoError(t, json.Unmarshal(encoded, policy), "%s", text)
	return policy
}

// validatePropagationCases are the cases of [TestValidatePropagation].
var validatePropagationCases = []struct {
	name, reason string
	policy       string
	want         []string
}{
	{"empty", "a policy that selects nothing is valid", `{}`, nil},

	{"selectors", "each has the namespace of the policy", `
			resourceSelectors:
			- {apiVersion: v1, kind: Pod}
			- {apiVersion: v1, kind: Pod, namespace: team}
			- {apiVersion: v1, kind: Pod, namespace: other}`, []string{
		`spec.resourceSelectors[0].namespace: Invalid value: "": namespace of resource selector must be the same as the namespace of the policy`,
		`spec.resourceSelectors[2].namespace: Invalid value: "other": namespace of resource selector must be the same as the namespace of the policy`}},
	{"selectors, cluster-wide", "a ClusterPropagationPolicy selects in any namespace", `
			kind: ClusterPropagationPolicy
			metadata: {name: p}
			spec: {resourceSelectors: [{apiVersion: v1, kind: Pod, namespace: other}, {apiVersion: v1, kind: Node}]}`, nil},
	{"selectors that preempt", "each has a name", `
			preemption: Always
			resourceSelectors:
			- {apiVersion: v1, kind: Pod, namespace: other}
			- {apiVersion: v1, kind: Pod, namespace: team, name: web}
			- {apiVersion: v1, kind: Pod, namespace: team, labelSelector: {matchLabels: {app: web}}}`, []string{
		`spec.resourceSelectors[0].namespace: Invalid value: "other": namespace of resource selector must be the same as the namespace of the policy`,
		`spec.resourceSelectors[0].name: Invalid value: "": name cannot be empty if preemption is Always, the empty name may cause unexpected resources preemption`,
		`spec.resourceSelectors[2].name: Invalid value: "": name cannot be empty if preemption is Always, the empty name may cause unexpected resources preemption`}},

	{"failover", "valid for an application and a cluster", `
			propagateDeps: true
			failover:
			  application:
			    decisionConditions: {tolerationSeconds: 0}
			    purgeMode: Gracefully
			    gracePeriodSeconds: 1
			    statePreservation: {rules: [{aliasLabelName: example.com/a, jsonPath: "{.a}"}]}
			  cluster: {purgeMode: Directly}`, nil},
	{"failover without conditions", "Karmada's admission crashes; the other errors are reported", `
			failover: {application: {purgeMode: Gracefully}}`, []string{
		`spec.propagateDeps: Invalid value: false: application failover is set, propagateDeps must be true`,
		`spec.failover.application.decisionConditions.tolerationSeconds: Required value: an API server puts 300 here`,
		`spec.failover.application.gracePeriodSeconds: Invalid value: null: should not be empty when purgeMode is gracefully`}},
	{"failover out of bounds", "a grace period is validated even if it is not used", `
			propagateDeps: true
			failover:
			  application:
			    decisionConditions: {tolerationSeconds: -1}
			    purgeMode: Never
			    gracePeriodSeconds: -2147483648`, []string{
		`spec.failover.application.decisionConditions.tolerationSeconds: Invalid value: -1: must be greater than or equal to 0`,
		`spec.failover.application.gracePeriodSeconds: Invalid value: -2147483648: only takes effect when purgeMode is gracefully`,
		`spec.failover.application.gracePeriodSeconds: Invalid value: -2147483648: must be greater than 0`}},
	{"no purge mode", "validation assumes no defaults", `
			propagateDeps: true
			failover: {application: {decisionConditions: {tolerationSeconds: 1}, gracePeriodSeconds: 5}}`, []string{
		`spec.failover.application.gracePeriodSeconds: Invalid value: 5: only takes effect when purgeMode is gracefully`}},
	{"kept state", "label names are validated, of applications before clusters", `
			propagateDeps: true
			failover:
			  cluster: {statePreservation: {rules: [{aliasLabelName: ok}, {aliasLabelName: a/b/c}]}}
			  application:
			    decisionConditions: {tolerationSeconds: 1}
			    statePreservation: {rules: [{aliasLabelName: ""}]}`, []string{
		`spec.failover.application.statePreservation.rules[0].aliasLabelName: Invalid value: "": name part must be non-empty`,
		`spec.failover.application.statePreservation.rules[0].aliasLabelName: Invalid value: "": name part must consist …`,
		`spec.failover.cluster.statePreservation.rules[1].aliasLabelName: Invalid value: "a/b/c": a valid label key must consist …`}},
	{"failover of clusters", "it does not require propagateDeps", `failover: {cluster: {purgeMode: Never}}`, nil},

	{"suspended twice", "all clusters and some of them; the path is Karmada's", `
			suspension: {dispatching: true, dispatchingOnClusters: {clusterNames: [m1]}}`, []string{
		`spec.suspension.suspension: Invalid value: {"dispatching":true,"dispatchingOnClusters":{"clusterNames":["m1"]}}: suspension dispatching cannot co-exist with dispatchingOnClusters.clusterNames`}},
	{"suspended for some", "false does not suspend", `
			suspension: {dispatching: false, dispatchingOnClusters: {clusterNames: [m1]}}`, nil},
	{"suspended for none", "an empty list does not suspend", `
			suspension: {dispatching: true, dispatchingOnClusters: {clusterNames: []}}`, nil},

	{"not validated", "selectors by labels, kinds, weights, enumerations", `
			resourceSelectors: [{kind: "", namespace: team, labelSelector: {matchLabels: {a b: c}}}]
			conflictResolution: Maybe
			preemption: Sometimes
			placement:
			  replicaScheduling:
			    replicaSchedulingType: Both
			    weightPreference: {dynamicWeight: Mood, staticWeightList: [{targetCluster: {}, weight: -1}]}`, nil},

	{"everything at once", "every error is reported, in the order of the rules", `
			preemption: Always
			resourceSelectors: [{apiVersion: v1, kind: Pod}]
			suspension: {dispatching: true, dispatchingOnClusters: {clusterNames: [m1]}}
			failover: {application: {decisionConditions: {tolerationSeconds: -1}}}
			placement: {spreadConstraints: [{spreadByField: zone}]}`, []string{
		`spec.placement.spreadConstraints: Invalid value: [{"spreadByField":"zone"}]: the cluster spread constraint must be enabled in one of the constraints in case of SpreadByField is enabled`,
		`spec.propagateDeps: Invalid value: false: application failover is set, propagateDeps must be true`,
		`spec.failover.application.decisionConditions.tolerationSeconds: Invalid value: -1: must be greater than or equal to 0`,
		`spec.resourceSelectors[0].namespace: Invalid value: "": namespace of resource selector must be the same as the namespace of the policy`,
		`spec.resourceSelectors[0].name: Invalid value: "": name cannot be empty …`,
		`spec.suspension.suspension: Invalid value: …`}},
}

// TestValidatePropagation tests everything but the placement, see TestValidatePlacement.
func TestValidatePropagation(t *testing.T) {
	t.Parallel()
	for _, c := range validatePropagationCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := propagationOf(t, c.policy)
			before := policy.DeepCopyObject()
			dialecttest.RequireErrors(t, c.want, validation.ValidatePropagation(policy), c.reason)
			require.Equal(t, before, policy, "the policy must not change")
		})
	}
}

func TestValidatePropagationUpdate(t *testing.T) {
	t.Parallel()
	const (
		plain   = `{kind: PropagationPolicy, metadata: {name: p, namespace: team}}`
		known   = `{kind: PropagationPolicy, metadata: {name: p, namespace: team, labels: {propagationpolicy.karmada.io/permanent-id: a}}}`
		foreign = `{kind: PropagationPolicy, metadata: {name: p, namespace: team, labels: {clusterpropagationpolicy.karmada.io/permanent-id: a}}}`
		wide    = `{kind: ClusterPropagationPolicy, metadata: {name: p, labels: {clusterpropagationpolicy.karmada.io/permanent-id: a}}}`
		other   = `{kind: ClusterPropagationPolicy, metadata: {name: p, labels: {clusterpropagationpolicy.karmada.io/permanent-id: b}}}`
	)
	for _, c := range []struct {
		name, reason string
		policy, old  string
		want         []string
	}{
		{"created", "with its id", known, "", nil},
		{"created, cluster-wide", "with its id", wide, "", nil},
		{"created without id", "the id comes with the defaults", plain, "", []string{
			`metadata.labels[propagationpolicy.karmada.io/permanent-id]: Required value: label propagationpolicy.karmada.io/permanent-id is required, it should be set by the mutating admission webhook during creation`}},
		{"created with the other id", "each kind has its own label", foreign, "", []string{
			`metadata.labels[propagationpolicy.karmada.io/permanent-id]: Required value: label propagationpolicy…`}},
		{"updated", "nothing has changed", known, known, nil},
		{"updated without id", "a policy without an id keeps none", plain, plain, nil},
		{"id changed", "it must not change", wide, other, []string{
			`metadata.labels[clusterpropagationpolicy.karmada.io/permanent-id]: Invalid value: "a": label clusterpropagationpolicy.karmada.io/permanent-id is immutable, it can only be set by the system during creation`}},
		{"id lost", "it must not change", plain, known, []string{
			`metadata.labels[propagationpolicy.karmada.io/permanent-id]: Invalid value: "": label propagationpolicy…`}},
		{"all at once", "all errors are reported", `
			kind: PropagationPolicy
			metadata: {name: p, namespace: team}
			spec: {schedulerName: mine, placement: {spreadConstraints: [{maxGroups: -1}]}}`, known, []string{
			`spec.schedulerName: Invalid value: "mine": the schedulerName should not be updated`,
			`metadata.labels[propagationpolicy.karmada.io/permanent-id]: Invalid value: "": label propagationpolicy…`,
			`spec.placement.spreadConstraints[0]: Invalid value: {"maxGroups":-1}: maxGroups lower than 0 is not allowed`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy := propagationOf(t, c.policy)
			var old api.PropagationSource
			if c.old != "" {
				old = propagationOf(t, c.old)
			}
			dialecttest.RequireErrors(t, c.want, validation.ValidatePropagationUpdate(policy, old), c.reason)
			require.Equal(t, propagationOf(t, c.policy), policy, "the policy must not change")
		})
	}
	dialecttest.RequireErrors(t, nil, validation.ValidatePropagationUpdate(propagationOf(t, known), nil), "a nil old policy means creation")
}

// TestValidatePropagationShares changes a policy after its validation.
func TestValidatePropagationShares(t *testing.T) {
	t.Parallel()
	policy := propagationOf(t, `
		placement:
		  clusterAffinity: {fieldSelector: {matchExpressions: [{key: a, operator: In, values: [b]}]}}
		  clusterAffinities: [{affinityName: a, overflowAffinities: [{affinityName: a, clusterNames: [m1]}]}, {affinityName: a}]
		  spreadConstraints: [{spreadByField: zone, spreadByLabel: a}, {spreadByField: zone}]
		  workloadAffinity: {affinity: {groupByLabelKey: a}, antiAffinity: {groupByLabelKey: a}}
		failover: {application: {purgeMode: Directly, decisionConditions: {tolerationSeconds: -1}, gracePeriodSeconds: 0}}
		suspension: {dispatching: true, dispatchingOnClusters: {clusterNames: [m1]}}`)
	errs := validation.ValidatePropagation(policy)
	require.Greater(t, len(errs), 10)
	mine := dialecttest.Memory(policy)
	delete(mine, 0) // a nil map
	for place, at := range dialecttest.Memory(&errs) {
		require.NotContains(t, mine, place, "the errors share %s with the policy", at)
	}
}

// Set the defaults of a policy, and then validate it.
func ExampleValidatePropagationUpdate() {
	policy := &api.PropagationPolicy{}
	if err := yaml.Unmarshal([]byte(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: web, namespace: team}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  placement:
    clusterAffinity: {clusterNames: [member1]}
    clusterAffinities: []
    spreadConstraints: [{maxGroups: 2, minGroups: 3}]
`), policy); err != nil {
		log.Fatal(err)
	}
	created := validation.DefaultPropagation(policy, func() string { return "0001" })
	fmt.Println(created.GetLabels(), created.PropagationSpec().ResourceSelectors[0].Namespace)
	for _, err := range validation.ValidatePropagationUpdate(created, nil) {
		fmt.Println(err.Field, err.Detail)
	}
	// Output:
	// map[propagationpolicy.karmada.io/permanent-id:0001] team
	// spec.placement clusterAffinities cannot co-exist with clusterAffinity
	// spec.placement.spreadConstraints[0] maxGroups lower than minGroups is not allowed
}
