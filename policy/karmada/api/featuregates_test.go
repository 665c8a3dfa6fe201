package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func TestFeatureGatesEnabled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		gates        api.FeatureGates
		gate         api.FeatureGate
		want         bool
	}{
		{"nil, beta", "beta gates are on", nil, api.GatePriorityBasedScheduling, true},
		{"nil, alpha", "alpha gates are off", nil, api.GateWorkloadAffinity, false},
		{"absent", "another gate does not matter", api.FeatureGates{api.GateWorkloadAffinity: true}, api.GatePropagateDeps, true},
		{"switched on", "it is set", api.FeatureGates{api.GateWorkloadAffinity: true}, api.GateWorkloadAffinity, true},
		{"switched off", "it is set", api.FeatureGates{api.GatePropagateDeps: false}, api.GatePropagateDeps, false},
		{"unknown", "it has no default", nil, "AllAlpha", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, c.gates.Enabled(c.gate), c.reason)
		})
	}
}

func TestFeatureGatesCheck(t *testing.T) {
	t.Parallel()
	require.NoError(t, api.FeatureGates{api.GatePropagateDeps: false, api.GateResourceQuotaEstimate: true}.Check())
	require.NoError(t, api.FeatureGates{api.GateSchedulingOvercommitProtection: false}.Check(), "it is off, as it is here")
	require.ErrorContains(t, api.FeatureGates{api.GateSchedulingOvercommitProtection: true}.Check(), "SchedulingOvercommitProtection is on, but it is not modelled")
	require.EqualError(t, api.FeatureGates{"workloadAffinity": true, "AllAlpha": false, api.GatePropagateDeps: true}.Check(),
		`feature gates: found "AllAlpha", "workloadAffinity", expected only CustomizedClusterResourceModeling, Failover, GracefulEviction, MultiplePodTemplatesScheduling, `+
			`PriorityBasedScheduling, PropagateDeps, PropagationPolicyPreemption, ResourceQuotaEstimate, StatefulFailoverInjection, WorkloadAffinity`)
}

func TestParseFeatureGates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, text string
		want               api.FeatureGates
		err                string
	}{
		{"empty", "all gates have their defaults", "", api.FeatureGates{}, ""},
		{"two", "spaces and a comma at the end do not matter", "WorkloadAffinity=true, PropagateDeps=False,", api.FeatureGates{api.GateWorkloadAffinity: true, api.GatePropagateDeps: false}, ""},
		{"no value", "a gate is on or off", "WorkloadAffinity", nil, `feature gates: found "WorkloadAffinity", expected <gate>=true or <gate>=false`},
		{"another value", "a gate is on or off", "WorkloadAffinity=alpha", nil, `feature gates: found "WorkloadAffinity=alpha", expected <gate>=true or <gate>=false`},
		{"repeated", "one of them would have no effect", "PropagateDeps=true,PropagateDeps=false", nil, `feature gates: "PropagateDeps" is repeated`},
		{"unknown", "it would have no effect", "workloadAffinity=true", api.FeatureGates{"workloadAffinity": true},
			`feature gates: found "workloadAffinity", expected only CustomizedClusterResourceModeling, Failover, GracefulEviction, MultiplePodTemplatesScheduling, ` +
				`PriorityBasedScheduling, PropagateDeps, PropagationPolicyPreemption, ResourceQuotaEstimate, StatefulFailoverInjection, WorkloadAffinity`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := api.ParseFeatureGates(c.text)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got, c.reason)
		})
	}
}
