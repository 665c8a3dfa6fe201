package cluster_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recorded is a case with the result of Karmada: one of Want and Panic.
type recorded struct {
	Name, Op string

	Nodes, Pods     []api.Manifest // which decode integers as integers
	Models          []api.ResourceModel
	Online, Healthy bool
	Cluster         *api.Cluster
	APIVersion      string
	Kind            string

	Want         json.RawMessage
	Error, Panic string
}

// now is a time that no recording contains.
var now = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)

// TestRecorded replays recordings of Karmada f8fdd02df, and checks that inputs are not written. Where Karmada panics, there is an error.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{"nodesummary": 9, "resourcesummary": 23, "clustermodels": 30, "readycondition": 4, "taints": 10, "apienablement": 6} {
		cases := casetest.Recorded[recorded](t, file)
		require.Len(t, cases, count, "every recording is read")
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				require.Empty(t, c.Error)
				before := casetest.Frozen(t, c)
				got, err := c.answer(t)
				require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
				if c.Panic != "" {
					require.Error(t, err)
					return
				}
				require.NotEmpty(t, c.Want)
				require.JSONEq(t, string(c.Want), casetest.Frozen(t, got))
			})
		}
	}
}

func (c recorded) answer(t *testing.T) (any, error) {
	switch c.Op {
	case "NodeSummary":
		return c.summary(t).NodeSummary(), nil
	case "ResourceSummary":
		return c.summary(t).ResourceSummary(), nil
	case "ClusterModels":
		counts, err := c.summary(t).Modelings(c.Models)
		return map[string]any{"allocatableModelings": counts}, err
	case "ReadyCondition":
		ready := cluster.ReadyCondition(c.Online, c.Healthy)
		require.Zero(t, ready.LastTransitionTime)
		return map[string]any{"type": ready.Type, "status": ready.Status, "reason": ready.Reason, "message": ready.Message}, nil
	case "Taints":
		taints, updated := cluster.Taints(c.Cluster, now)
		for i := range taints {
			if at := taints[i].TimeAdded; at != nil && at.Time.Equal(now) {
				taints[i].TimeAdded = nil // recordings do not have it
			}
		}
		return map[string]any{"taints": append([]api.Taint{}, taints...), "updated": updated}, nil
	case "APIEnablement":
		return map[string]any{"state": cluster.APIStateOf(c.Cluster, c.APIVersion, c.Kind)}, nil
	}
	require.Fail(t, "unknown operation", c.Op)
	return nil, nil
}

func (c recorded) summary(t *testing.T) *cluster.Summary {
	s := &cluster.Summary{}
	for _, node := range c.Nodes {
		require.NoError(t, s.AddNode(&unstructured.Unstructured{Object: node}))
	}
	for _, pod := range c.Pods {
		require.NoError(t, s.AddPod(&unstructured.Unstructured{Object: pod}))
	}
	return s
}
