package claim_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
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
		{"equal", "it must be higher", pp, ofPP, old(", namespace: a", "5"), false, "", "priority 5 is not above priority 5 of PropagationPolicy a/old"},
		{"from a cluster-wide one", "priorities do not count", pp, ofCPP, old("", "9"), true, "ClusterPropagationPolicy old", "a PropagationPolicy takes precedence over ClusterPropagationPolicy old"},
		{"the rest of a cluster-wide claim", "the annotation is enough", pp, rest, old(", namespace: a", "9"), true, "ClusterPropagationPolicy gone", "a PropagationPolicy takes precedence over ClusterPropagationPolicy gone"},
		{"its own", "there is nothing to take", pp, ofNewPP, "", false, "", "PropagationPolicy a/new has claimed it already"},
		{"its own and the rest", "the label is there, so nothing is written", pp, ofNewPP[:len(ofNewPP)-1] + `, ` + cppName + `: gone}`, "", false, "", "PropagationPolicy a/new has claimed it already"},
		{"unclaimed", "claiming is not preemption", pp, `labels: {a: b}`, "", false, "", "no policy of a kind that it preempts has claimed the object"},
		{"cluster-wide, higher", "it takes the object", cpp, ofCPP, old("", "-1"), true, "ClusterPropagationPolicy old", "priority 5 is above priority -1 of ClusterPropagationPolicy old"},
		{"cluster-wide, lower", "it does not", cpp, ofCPP, old("", "6"), false, "", "priority 5 is not above priority 6 of ClusterPropagationPolicy old"},
		{"cluster-wide, from one of a namespace", "never", cpp, ofPP, old(", namespace: a", "1"), false, "", "no policy of a kind that it preempts has claimed the object"},
		{"being deleted", "it is not worth taking", pp, ofPP + `, deletionTimestamp: "2026-02-03T04:05:06Z"`, old(", namespace: a", "4"), false, "", "the object is being deleted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policies := claimPolicies(t, c.policy)
			if c.old != "" {
				policies = claimPolicies(t, c.policy, c.old)
			}
			text := `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, ` + c.object + `}}`
			policy, object := claimPolicy(t, c.policy), claimObject(t, text)
			got, err := claim.Preempt(claim.PreemptInput{FeatureGates: preemption, Policy: policy, Policies: policies, Object: func(override.Ref) (*unstructured.Unstructured, error) { return object, nil }})
			require.NoError(t, err)
			require.Len(t, got, 1)
			require.Equal(t, c.taken, got[0].Kind == claim.DecisionPreempt, c.reason)
			require.Equal(t, c.taken, !got[0].Edit.Empty(), c.reason)
			require.Equal(t, c.want, got[0].Reason)
			require.Equal(t, c.from, got[0].From.String())
			require.Equal(t, claimObject(t, text), object)
			require.Equal(t, claimPolicy(t, c.policy), policy)
			if c.taken {
				taken, claimed := claim.ClaimOf(got[0].Edit.Labels(object.GetLabels()), got[0].Edit.Annotations(object.GetAnnotations()))
				require.True(t, claimed)
				require.Equal(t, claim.Claim{Policy: policy.Ref(), ID: "id-new"}, taken)
			}
		})
	}
}

// TestPreemptSelectors has several selectors. Each has its own decision, and errors are joined.
func TestPreemptSelectors(t *testing.T) {
	t.Parallel()
	policy := claimPolicy(t, `{metadata: {name: new}, spec: {preemption: Always, priority: 5, resourceSelectors: [
		{apiVersion: v1, kind: ConfigMap}, {apiVersion: v1, kind: ConfigMap, name: lost}, {apiVersion: v1, kind: ConfigMap, name: broken},
		{apiVersion: v1, kind: ConfigMap, name: c}, {apiVersion: v1, kind: ConfigMap, name: c}, {apiVersion: v1, kind: ConfigMap, name: absent}]}}`)
	in := claim.PreemptInput{
		FeatureGates: preemption, Policy: policy, Policies: claimPolicies(t, `{metadata: {name: old}, spec: {resourceSelectors: []}}`),
		Object: func(ref override.Ref) (*unstructured.Unstructured, error) {
			switch ref.Name {
			case "absent":
				return nil, nil
			case "broken":
				return nil, errors.New("no answer")
			case "lost":
				return claimObject(t, `{metadata: {annotations: {`+cppName+`: lost}}}`), nil
			}
			return claimObject(t, `{metadata: {labels: {`+cppID+`: x}, annotations: {`+cppName+`: old}}}`), nil
		},
	}
	got, err := claim.Preempt(in)
	require.EqualError(t, err, "ConfigMap lost: ClusterPropagationPolicy lost claimed the object and does not exist\nConfigMap broken: no answer")
	var reasons []string
	for _, p := range got {
		reasons = append(reasons, p.Object.String()+": "+p.Reason)
	}
	require.Equal(t, []string{
		"ConfigMap: the selector does not name an object", "ConfigMap c: priority 5 is above priority 0 of ClusterPropagationPolicy old",
		"ConfigMap c: another selector has taken it", "ConfigMap absent: the object does not exist",
	}, reasons)

	in.FeatureGates = nil
	got, err = claim.Preempt(in)
	require.NoError(t, err)
	require.Empty(t, got, "the gate is off")
	in.FeatureGates, in.Object = preemption, nil
	got, err = claim.Preempt(in)
	require.NoError(t, err)
	require.Equal(t, "the object does not exist", got[1].Reason, "nothing can be looked up")
	in.Policy = (*api.PropagationPolicy)(nil)
	_, err = claim.Preempt(in)
	require.EqualError(t, err, "found no policy, expected one that may preempt")
}

func TestPoliciesToRequeue(t *testing.T) {
	t.Parallel()
	state := func(generation, spec string) api.PropagationSource {
		return claimPolicy(t, `{metadata: {name: p, namespace: a, generation: `+generation+`}, spec: {resourceSelectors: []`+spec+`}}`)
	}
	other := func(meta, spec string) string {
		return `{metadata: {` + meta + `}, spec: {resourceSelectors: []` + spec + `}}`
	}
	policies := claimPolicies(t,
		other("name: b, namespace: a", ", preemption: Always, priority: 3"), other("name: a, namespace: a", ", preemption: Always, priority: 3"),
		other("name: high, namespace: a", ", preemption: Always, priority: 4"), other("name: top, namespace: a", ", preemption: Always, priority: 5"),
		other("name: low, namespace: a", ", preemption: Always, priority: -1"), other("name: never, namespace: a", ", priority: 3"),
		other("name: none, namespace: a", ", preemption: Always"), other("name: far, namespace: b", ", preemption: Always, priority: 3"),
		other("name: wide", ", preemption: Always, priority: 3"),
	)
	for _, c := range []struct {
		name, reason  string
		before, after api.PropagationSource
		gates         api.FeatureGates
		want          []string
	}{
		{"lowered", "those between the two priorities, the highest first", state("1", ", priority: 5"), state("2", ", priority: -1"), preemption, []string{"a/p", "a/high", "a/a", "a/b"}},
		{"raised", "the policy itself preempts", state("1", ", priority: 1"), state("2", ", priority: 5"), preemption, []string{"a/p"}},
		{"the gate is off", "no policy preempts", state("1", ", priority: 5"), state("2", ", priority: 1"), nil, []string{"a/p"}},
		{"nothing changed", "the generation is the same", state("1", ", priority: 5"), state("1", ", priority: 5"), preemption, nil},
		{"no priorities", "nothing is compared", state("1", ""), state("2", ""), preemption, []string{"a/p"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := claim.PoliciesToRequeue(c.before, c.after, policies, c.gates)
			require.NoError(t, err)
			var refs []string
			for _, ref := range got {
				refs = append(refs, ref.Namespace+"/"+ref.Name)
			}
			require.Equal(t, c.want, refs, c.reason)
		})
	}
	_, err := claim.PoliciesToRequeue(state("1", ", priority: 5"), state("2", ""), policies, preemption)
	require.EqualError(t, err, "PropagationPolicy a/p: found no priority before or after the update, expected both")
	_, err = claim.PoliciesToRequeue(nil, state("2", ""), policies, preemption)
	require.EqualError(t, err, "found no policy, expected its states before and after an update")
	_, err = claim.PoliciesToRequeue(state("1", ""), claimPolicy(t, other("name: wide", "")), policies, preemption)
	require.EqualError(t, err, "found PropagationPolicy a/p and ClusterPropagationPolicy wide, expected two states of one policy")
	got, err := claim.PoliciesToRequeue(state("1", ", priority: 5"), state("2", ", priority: 1"), nil, preemption)
	require.NoError(t, err)
	require.Len(t, got, 1)
}
