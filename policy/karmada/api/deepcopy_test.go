package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

func TestDeepCopy(t *testing.T) { kinds.CopyDeeply(t) }

// TestDeepCopyNothing copies empty lists and nil pointers.
func TestDeepCopyNothing(t *testing.T) {
	t.Parallel()
	t.Run("lists of nothing", func(t *testing.T) {
		t.Parallel()
		p := &api.OverridePolicy{}
		p.Spec.OverrideRules = []api.RuleWithCluster{}
		p.Spec.Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Value: map[string]string{}}}
		require.Equal(t, p, p.DeepCopy(), "what is empty stays empty: overrideRules that are empty hide the older pair")
	})
	t.Run("nil pointers", func(t *testing.T) {
		t.Parallel()
		require.Nil(t, (*api.OverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.ClusterOverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.Cluster)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.PropagationPolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.ClusterPropagationPolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.ResourceBinding)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.ClusterResourceBinding)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*api.Work)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, api.Manifest(nil).DeepCopy(), "there is nothing to copy")
	})
}

// The typed copies are those of DeepCopyObject.
func TestDeepCopyTyped(t *testing.T) {
	t.Parallel()
	p := dialecttest.Filled(t, &api.OverridePolicy{}, 0).(*api.OverridePolicy)
	q := dialecttest.Filled(t, &api.ClusterOverridePolicy{}, 0).(*api.ClusterOverridePolicy)
	c := dialecttest.Filled(t, &api.Cluster{}, 0).(*api.Cluster)
	for _, pair := range [][2]runtime.Object{{p, p.DeepCopy()}, {q, q.DeepCopy()}, {c, c.DeepCopy()}} {
		require.Equal(t, pair[0], pair[1], "equal to the original")
		require.NotSame(t, pair[0], pair[1], "and not the original")
	}
}

// The parts that travel alone, from a policy to a binding and from one binding to another, are copied by themselves.
func TestDeepCopyParts(t *testing.T) {
	t.Parallel()
	p := dialecttest.Filled(t, &api.PropagationPolicy{}, 0).(*api.PropagationPolicy)
	b := dialecttest.Filled(t, &api.ResourceBinding{}, 0).(*api.ResourceBinding)
	task := &b.Spec.GracefulEvictionTasks[0]
	for name, pair := range map[string][2]any{
		"PropagationSpec":       {&p.Spec, p.Spec.DeepCopy()},
		"Placement":             {&p.Spec.Placement, p.Spec.Placement.DeepCopy()},
		"FailoverBehavior":      {p.Spec.Failover, p.Spec.Failover.DeepCopy()},
		"Suspension":            {p.Spec.Suspension, p.Spec.Suspension.DeepCopy()},
		"ResourceBindingSpec":   {&b.Spec, b.Spec.DeepCopy()},
		"ResourceBindingStatus": {&b.Status, b.Status.DeepCopy()},
		"GracefulEvictionTask":  {task, task.DeepCopy()},
	} {
		require.Equal(t, pair[0], pair[1], name)
		mine := dialecttest.Memory(pair[0])
		require.NotEmpty(t, mine, name)
		for place, at := range dialecttest.Memory(pair[1]) {
			require.NotContains(t, mine, place, "%s shares %s", name, at)
		}
	}
}

// TestDeepCopyEnds copies what only a Go program can make: a map that contains itself has no copy, and stays.
func TestDeepCopyEnds(t *testing.T) {
	t.Parallel()
	self := api.Manifest{"kind": "Test"}
	self["self"] = map[string]any(self)
	require.Equal(t, "Test", self.DeepCopy()["kind"])
	affinity := map[string]any{"a": "b"}
	affinity["self"] = []any{affinity}
	binding := &api.ResourceBinding{}
	binding.Spec.ReplicaRequirements = &interpreter.ReplicaRequirements{NodeClaim: &interpreter.NodeClaim{HardNodeAffinity: affinity}}
	require.Equal(t, "b", binding.DeepCopy().Spec.ReplicaRequirements.NodeClaim.HardNodeAffinity["a"])
}
