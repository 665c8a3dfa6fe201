package work_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recordedState is a case with the labels of the manifests for the targets of a binding.
type recordedState struct {
	Name   string
	Spec   api.ResourceBindingSpec
	Object manifest
	Want   struct {
		Labels               map[string]map[string]string
		KeepWorksIn, WaitFor []string
	}
}

// TestRecordedState replays recordings of Karmada f8fdd02df.
func TestRecordedState(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[recordedState](t, "injectstate")
	require.Len(t, cases, 18, "every recording is read")
	carried := 0
	for _, c := range cases {
		before := casetest.Frozen(t, c)
		got := map[string]map[string]string{}
		for _, target := range work.Targets(&c.Spec) {
			state := work.PreservedLabels(&c.Spec, target.Name)
			carried += len(state)
			labels := map[string]string{}
			maps.Copy(labels, (&unstructured.Unstructured{Object: c.Object}).GetLabels())
			maps.Copy(labels, state)
			got[target.Name] = labels
		}
		require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
		require.Equal(t, casetest.Lean(t, c.Want.Labels), casetest.Lean(t, got), c.Name)
		require.Equal(t, c.Want.KeepWorksIn, sets.List(work.KeptClusters(&c.Spec)), c.Name)
		require.Equal(t, c.Want.WaitFor, sets.List(work.PurgedClusters(&c.Spec)), c.Name)
	}
	require.Positive(t, carried)
}
