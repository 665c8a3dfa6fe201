package karmada_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
)

func TestDeepCopySharesNothing(t *testing.T) {
	t.Parallel()
	for name, empty := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			original := dialecttest.Filled(t, empty(), 0)
			c := original.DeepCopyObject()
			require.Equal(t, original, c, "a copy is equal to its original")

			mine, yours := dialecttest.Memory(original), dialecttest.Memory(c)
			require.Greater(t, len(mine), 10, "the original has lists, maps and pointers")
			for place, at := range yours {
				require.NotContains(t, mine, place, "the copy shares %s with its original", at)
			}
			scribble(reflect.ValueOf(c))
			require.NotEqual(t, original, c, "the copy has been written")
			require.Equal(t, dialecttest.Filled(t, empty(), 0), original, "the original has been written through its copy")
		})
	}
}

func TestDeepCopyKeepsNothing(t *testing.T) {
	t.Parallel()
	for name, empty := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, empty(), empty().DeepCopyObject(), "what is nil stays nil")
		})
	}
	t.Run("lists of nothing", func(t *testing.T) {
		t.Parallel()
		p := &karmada.OverridePolicy{}
		p.Spec.OverrideRules = []karmada.RuleWithCluster{}
		p.Spec.Overriders.LabelsOverrider = []karmada.LabelAnnotationOverrider{{Value: map[string]string{}}}
		require.Equal(t, p, p.DeepCopy(), "what is empty stays empty: overrideRules that are empty hide the older pair")
	})
	t.Run("nil pointers", func(t *testing.T) {
		t.Parallel()
		require.Nil(t, (*karmada.OverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.ClusterOverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.Cluster)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.PropagationPolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.ClusterPropagationPolicy)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.ResourceBinding)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.ClusterResourceBinding)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, (*karmada.Work)(nil).DeepCopy(), "there is nothing to copy")
		require.Nil(t, karmada.Manifest(nil).DeepCopy(), "there is nothing to copy")
	})
}

// The typed copies are those of DeepCopyObject.
func TestDeepCopyTyped(t *testing.T) {
	t.Parallel()
	p := dialecttest.Filled(t, &karmada.OverridePolicy{}, 0).(*karmada.OverridePolicy)
	q := dialecttest.Filled(t, &karmada.ClusterOverridePolicy{}, 0).(*karmada.ClusterOverridePolicy)
	c := dialecttest.Filled(t, &karmada.Cluster{}, 0).(*karmada.Cluster)
	for _, pair := range [][2]runtime.Object{{p, p.DeepCopy()}, {q, q.DeepCopy()}, {c, c.DeepCopy()}} {
		require.Equal(t, pair[0], pair[1], "equal to the original")
		require.NotSame(t, pair[0], pair[1], "and not the original")
	}
}

// The parts that travel alone, from a policy to a binding and from one binding to another, are copied by themselves.
func TestDeepCopyParts(t *testing.T) {
	t.Parallel()
	p := dialecttest.Filled(t, &karmada.PropagationPolicy{}, 0).(*karmada.PropagationPolicy)
	b := dialecttest.Filled(t, &karmada.ResourceBinding{}, 0).(*karmada.ResourceBinding)
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
