package validation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

func TestRatchetOverrideUpdate(t *testing.T) {
	t.Parallel()
	const badLabel = `overrideRules: [{overriders: {labelsOverrider: [{value: {a: -}}]}}]`
	for _, c := range []struct {
		name, reason string
		old, policy  string
		upstream     int // errors of ValidateOverride
		want         []string
	}{
		{"same fault", "it was stored like this", badLabel, badLabel, 1, nil},
		{"another fault", "it is new", badLabel, `overrideRules: [{overriders: {labelsOverrider: [{value: {a: -, b: -}}], fieldOverrider: [{fieldPath: a, json: [{operator: remove}]}]}}]`, 3, []string{
			`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`,
			`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`,
			`spec.overrideRules[0].overriders.fieldOverrider[0].fieldPath: Invalid value: "a": JSON pointer …`}},
		{"the same bad value at another key", "the map changed", badLabel, `overrideRules: [{overriders: {labelsOverrider: [{value: {zzz: -}}]}}]`, 1, []string{
			`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`}},
		{"another entry beside it", "the bad value did not change", badLabel, `overrideRules: [{overriders: {labelsOverrider: [{value: {a: -}}, {value: {b: c}}]}}]`, 1, nil},
		{"another bad value", "the value changed", badLabel, `overrideRules: [{overriders: {labelsOverrider: [{value: {a: _}}]}}]`, 1, []string{
			`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "_": a valid label …`}},
		{"moved", "entries are compared by their index", badLabel, `overrideRules: [{overriders: {}}, {overriders: {labelsOverrider: [{value: {a: -}}]}}]`, 1, []string{
			`spec.overrideRules[1].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`}},
		{"repaired", "there is no error left", badLabel, `overrideRules: []`, 0, nil},
		{"bad object", "objects are compared by what they contain", `{overrideRules: [], targetCluster: {clusterNames: [a]}}`, `{overrideRules: [], targetCluster: {clusterNames: [b]}}`, 1, []string{
			`spec.targetCluster: Invalid value: {"clusterNames":["b"]}: overrideRules and targetCluster can't co-exist`}},
		{"same bad object", "it is not the same pointer", `{overrideRules: [], targetCluster: {clusterNames: [a]}}`, `{overrideRules: [], targetCluster: {clusterNames: [a]}}`, 1, nil},
		{"selector without a namespace", "the mutating webhook did not run", `resourceSelectors: [{kind: Pod}]`, `resourceSelectors: [{kind: Pod}]`, 1, nil},
		{"created", "there is no old policy", "", badLabel, 1, []string{`spec.overrideRules[0].overriders.labelsOverrider[0].value: Invalid value: "-": a valid label …`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policy, old := policyOf(t, c.policy), api.OverrideSource(nil)
			if c.old != "" {
				old = policyOf(t, c.old)
			}
			require.Len(t, validation.ValidateOverride(policy), c.upstream, c.reason)
			dialecttest.RequireErrors(t, c.want, validation.RatchetOverrideUpdate(policy, old), c.reason)
		})
	}
}

// TestRatchetPropagationUpdate removes the finalizer of a policy that is being deleted.
func TestRatchetPropagationUpdate(t *testing.T) {
	t.Parallel()
	var old api.PropagationPolicy
	require.NoError(t, yaml.UnmarshalStrict([]byte(`
metadata: {name: p, namespace: team, finalizers: [karmada.io/propagation-policy-controller]}
spec:
  resourceSelectors: [{kind: Pod}]
  placement:
    clusterAffinity: {clusterNames: [a]}
    clusterAffinities: [{affinityName: a b}, {affinityName: a b}]
    spreadConstraints: [{minGroups: -1}]
`), &old))
	now := metav1.Now()
	old.DeletionTimestamp = &now
	policy := old.DeepCopy()
	policy.Finalizers = nil
	mutated := validation.DefaultPropagation(policy, nil)
	require.NotEmpty(t, validation.ValidatePropagationUpdate(policy, &old), "Karmada refuses it")
	require.Empty(t, validation.RatchetPropagationUpdate(policy, &old), "only a finalizer changed")
	require.Empty(t, validation.RatchetPropagationUpdate(mutated, &old), "the mutating webhook changes the placement that the first error quotes")

	policy.Spec.SchedulerName = "mine"
	policy.Spec.Placement.SpreadConstraints[0].MaxGroups = -1
	dialecttest.RequireErrors(t, []string{
		`spec.schedulerName: Invalid value: "mine": the schedulerName should not be updated`,
		`spec.placement: Invalid value: …`,
		`spec.placement.spreadConstraints[0]: Invalid value: …`,
		`spec.placement.spreadConstraints[0]: Invalid value: …`}, validation.RatchetPropagationUpdate(policy, &old), "the placement changed")
}

// TestRatchetManyFaults has errors that all quote the same long list.
func TestRatchetManyFaults(t *testing.T) {
	t.Parallel()
	terms, changed := make([]string, 20_000), make([]string, 20_000)
	changed[len(changed)-1] = "x"
	var errs, old field.ErrorList
	for range terms {
		errs = append(errs, field.Invalid(field.NewPath("a"), changed, "twice"))
		old = append(old, field.Invalid(field.NewPath("a"), terms, "twice"))
	}
	require.Len(t, validation.Ratchet(errs, old, old), len(errs), "the list changed")
	require.Empty(t, validation.Ratchet(errs, old, errs), "the list did not change")
}
