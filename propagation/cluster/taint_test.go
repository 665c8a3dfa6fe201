package cluster_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestTaints(t *testing.T) {
	t.Parallel()
	const (
		notReady    = "cluster.karmada.io/not-ready:NoSchedule"
		unreachable = "cluster.karmada.io/unreachable:NoSchedule"
		both        = "[{key: a, effect: NoExecute}, {key: cluster.karmada.io/unreachable, effect: NoSchedule}, {key: cluster.karmada.io/not-ready, effect: NoSchedule, value: v}, {key: b, effect: NoSchedule}]"
	)
	for _, c := range []struct {
		name, reason, conditions, taints string
		want                             []string
		changed                          bool
	}{
		{"false", "rule 1", "[{type: Ready, status: 'False'}]", "[]", []string{notReady + "+"}, true},
		{"false with both", "rule 1: the existing taint stays in its place", "[{type: Ready, status: 'False'}]", both, []string{"a:NoExecute", notReady + "=v", "b:NoSchedule"}, true},
		{"unknown", "rule 2", "[{type: Ready, status: Unknown}]", "[]", []string{unreachable + "+"}, true},
		{"unknown with both", "rule 2", "[{type: Ready, status: Unknown}]", both, []string{"a:NoExecute", unreachable, "b:NoSchedule"}, true},
		{"true", "rule 3", "[{type: Ready, status: 'True'}]", "[]", nil, false},
		{"true with both", "rule 3", "[{type: Ready, status: 'True'}]", both, []string{"a:NoExecute", "b:NoSchedule"}, true},
		{"copies", "rule 3: all copies are removed", "[{type: Ready, status: 'True'}]", "[{key: cluster.karmada.io/not-ready, effect: NoSchedule}, {key: a, effect: NoExecute}, {key: cluster.karmada.io/not-ready, effect: NoSchedule, value: v}]", []string{"a:NoExecute"}, true},
		{"no condition", "rule 4", "[]", "[]", []string{notReady + "+"}, true},
		{"no condition with both", "rule 4: unreachable stays", "[{type: Other, status: 'True'}]", both, []string{"a:NoExecute", unreachable, notReady + "=v", "b:NoSchedule"}, false},
		{"odd status", "rule 4", "[{type: Ready, status: 'true'}]", both, []string{"a:NoExecute", unreachable, notReady + "=v", "b:NoSchedule"}, false},
		{"first condition", "of two conditions the first counts", "[{type: Ready, status: 'True'}, {type: Ready, status: 'False'}]", "[]", nil, false},
		{"other effect", "a taint is identified by its key and its effect", "[{type: Ready, status: 'False'}]", "[{key: cluster.karmada.io/not-ready, effect: NoExecute}]", []string{"cluster.karmada.io/not-ready:NoExecute", notReady + "+"}, true},
		{"other effect, true", "only NoSchedule is removed", "[{type: Ready, status: 'True'}]", "[{key: cluster.karmada.io/not-ready, effect: NoExecute}]", []string{"cluster.karmada.io/not-ready:NoExecute"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := casetest.Decode[api.Cluster](t, "{spec: {taints: "+c.taints+"}, status: {conditions: "+c.conditions+"}}")
			before := casetest.Frozen(t, in)
			taints, changed := cluster.Taints(in, now)
			require.Equal(t, c.want, taintTexts(t, taints), c.reason)
			require.Equal(t, c.changed, changed, c.reason)
			require.Equal(t, before, casetest.Frozen(t, in), "the input has not changed")

			in.Spec.Taints = taints
			again, changed := cluster.Taints(in, now.Add(time.Hour))
			require.False(t, changed, "a second call changes nothing")
			require.Equal(t, casetest.Lean(t, taints), casetest.Lean(t, again))
		})
	}
}

// taintTexts returns taints as strings, with a plus sign for those that were added now.
func taintTexts(t *testing.T, taints []api.Taint) []string {
	var all []string
	for _, taint := range taints {
		text := taint.Key + ":" + string(taint.Effect)
		if taint.Value != "" {
			text += "=" + taint.Value
		}
		if taint.TimeAdded != nil {
			require.True(t, taint.TimeAdded.Time.Equal(now))
			text += "+"
		}
		all = append(all, text)
	}
	return all
}

// TestManyTaints has policies, taints and conditions that multiply. Nothing takes long.
func TestManyTaints(t *testing.T) {
	t.Parallel()
	const many = 100_000
	c, both := &api.Cluster{}, &api.ClusterTaintPolicy{}
	in := api.MatchCondition{ConditionType: "Ready", Operator: api.MatchConditionIn, StatusValues: []metav1.ConditionStatus{"False"}}
	policies := make([]*api.ClusterTaintPolicy, many)
	for i := range policies {
		policies[i] = &api.ClusterTaintPolicy{Spec: api.ClusterTaintPolicySpec{
			AddOnConditions: []api.MatchCondition{in}, Taints: []api.PolicyTaint{{Key: fmt.Sprint(i), Effect: api.TaintNoExecute}},
		}}
		both.Spec.AddOnConditions = append(both.Spec.AddOnConditions, in)
		both.Spec.Taints = append(both.Spec.Taints, policies[i].Spec.Taints...)
		c.Status.Conditions = append(c.Status.Conditions, metav1.Condition{Type: "Ready", Status: "True"}, metav1.Condition{Type: "Ready", Status: "False"})
	}
	var changed bool
	c.Spec.Taints, changed = cluster.PolicyTaints(c, policies, now)
	require.True(t, changed)
	require.Len(t, c.Spec.Taints, many)
	_, changed = cluster.PolicyTaints(c, []*api.ClusterTaintPolicy{both}, now)
	require.False(t, changed, "all are there")
	both.Spec.RemoveOnConditions = both.Spec.AddOnConditions
	left, changed := cluster.PolicyTaints(c, []*api.ClusterTaintPolicy{both}, now)
	require.True(t, changed)
	require.Empty(t, left)
}
