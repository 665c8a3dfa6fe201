package claim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

var preemption = api.FeatureGates{api.GatePropagationPolicyPreemption: true}

func TestPreempt(t *testing.T) {
	t.Parallel()
	const (
		pp  = `{metadata: {name: new, namespace: a}, spec: {preemption: Always, priority: 5, resourceSelectors: [{apiVersion: v1, kind: ConfigMap, namespace: a, name: c}]}}`
		cpp = `{metadata: {name: new}, spec: {preemption: Always, priority: 5, resourceSelectors: [{apiVersion: v1, kind: ConfigMap, namespace: a, name: c}]}}`

		ofPP    = `labels: {` + ppID + `: id-old}, annotations: {` + ppNamespace + `: a, ` + ppName + `: old}`
		ofCPP   = `labels: {` + cppID + `: id-old}, annotations: {` + cppName + `: old}`
		ofNewPP = `labels: {` + ppID + `: id-new}, annotations: {` + ppNamespace + `: a, ` + ppName + `: new}`
		rest    = `labels: {` + ppID + `: id-old}, annotations: {` + ppNamespace + `: a, ` + ppName + `: old, ` + cppName + `: gone}`
	)
	old := func(namespace, priority string) string {
		return `{metadata: {name: old` + namespace + `}, spec: {priority: ` + priority + `, resourceSelectors: []}}`
	}
	for _, c := range []struct {
		name, reason, policy, object, old string
		taken                             bool
		from, want                        string
	}{
		{"higher", "it takes the object", pp, ofPP, old(", namespace: a", "4"), true, "PropagationPolicy a/old", "priority 5 is above priority 4 of PropagationPolicy a/old"},
		{"equal", "it must be higher", pp, ofPP, old(", namespace: a", "5"), false, "", ""},
		{"from a cluster-wide one", "priorities do not count", pp, ofCPP, old("", "9"), true, "ClusterPropagationPolicy old", "a PropagationPolicy takes precedence over ClusterPropagationPolicy old"},
		{"the rest of a cluster-wide claim", "the annotation is enough", pp, rest, old(", namespace: a", "9"), true, "ClusterPropagationPolicy gone", "a PropagationPolicy takes precedence over ClusterPropagationPolicy gone"},
		{"its own", "there is nothing to take", pp, ofNewPP, "", false, "", ""},
		{"its own and the rest", "the label is there, so nothing is written", pp, ofNewPP[:len(ofNewPP)-1] + `, ` + cppName + `: gone}`, "", false, "", ""},
		{"unclaimed", "claiming is not preemption", pp, `labels: {a: b}`, "", false, "", ""},
		{"cluster-wide, higher", "it takes the object", cpp, ofCPP, old("", "-1"), true, "ClusterPropagationPolicy old", "priority 5 is above priority -1 of ClusterPropagationPolicy old"},
		{"cluster-wide, lower", "it does not", cpp, ofCPP, old("", "6"), false, "", ""},
		{"cluster-wide, from one of a namespace", "never", cpp, ofPP, old(", namespace: a", "1"), false, "", ""},
		{"an owner that does not exist", "its claim is released first", pp, ofPP, "", false, "", ""},
		{"another namespace", "it takes objects of its own", strings.ReplaceAll(pp, "namespace: a", "namespace: b"), ofCPP, old("", "1"), false, "", ""},
		{"no namespace in the selector", "it is that of the policy", strings.Replace(pp, "kind: ConfigMap, namespace: a", "kind: ConfigMap", 1), ofPP, old(", namespace: a", "4"), true,
			"PropagationPolicy a/old", "priority 5 is above priority 4 of PropagationPolicy a/old"},
		{"no name in the selector", "only objects that are named are taken", strings.Replace(pp, ", name: c", "", 1), ofPP, old(", namespace: a", "4"), false, "", ""},
		{"never", "it is the default", strings.Replace(pp, "preemption: Always, ", "", 1), ofPP, old(", namespace: a", "4"), false, "", ""},
		{"a policy that is being deleted", "it takes nothing", strings.Replace(pp, "{name: new,", `{name: new, deletionTimestamp: "2026-02-03T04:05:06Z",`, 1), ofPP, old(", namespace: a", "4"), false, "", ""},
		{"being deleted", "it is not worth taking", pp, ofPP + `, deletionTimestamp: "2026-02-03T04:05:06Z"`, old(", namespace: a", "4"), false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policies := claimPolicies(t, c.policy)
			if c.old != "" {
				policies = claimPolicies(t, c.policy, c.old)
			}
			text := `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, ` + c.object + `}}`
			policy, object := claimPolicy(t, c.policy), claimObject(t, text)
			got := policies.Preempt(object, preemption)
			require.Equal(t, claimObject(t, text), object)
			require.Equal(t, c.taken, len(got) == 1, c.reason)
			require.Empty(t, policies.Preempt(object, nil), "the gate is off")
			if !c.taken {
				return
			}
			require.Equal(t, claim.DecisionPreempt, got[0].Kind)
			require.Equal(t, c.want, got[0].Reason)
			require.Equal(t, c.from, got[0].From.String())
			taken, claimed := claim.ClaimOf(got[0].Edit.Labels(object.GetLabels()), got[0].Edit.Annotations(object.GetAnnotations()))
			require.True(t, claimed)
			require.Equal(t, claim.Claim{Policy: policy.Ref(), ID: "id-new"}, taken)
		})
	}
}
