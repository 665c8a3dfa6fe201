package cluster_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const old = `
spec:
  resourceModels: [{grade: 5, ranges: [{name: cpu, min: 0, max: 1}]}]
status:
  kubernetesVersion: v1.30.0
  apiEnablements: [{groupVersion: v1}]
  conditions:
  - {type: Custom, status: "True", reason: Own, message: kept, lastTransitionTime: "2026-01-01T00:00:00Z"}
  - {type: Ready, status: "True", reason: Old, message: old, lastTransitionTime: "2026-01-01T00:00:00Z"}
  nodeSummary: {totalNum: 7}
  resourceSummary: {allocatable: {cpu: 7}, allocatableModelings: [{grade: 5, count: 7}]}
  remedyActions: [TrafficControl]
`

// keys are what Text returns for the unchanged parts.
const (
	custom       = "- lastTransitionTime: \"2026-01-01T00:00:00Z\"\n  message: kept\n  reason: Own\n  status: \"True\"\n  type: Custom\n"
	oldSummaries = "nodeSummary:\n  totalNum: 7\nremedyActions:\n- TrafficControl\nresourceSummary:\n  allocatable:\n    cpu: \"7\"\n  allocatableModelings:\n  - count: 7\n    grade: 5\n"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	nodes := objects{"{status: {conditions: [{type: Ready, status: 'True'}], allocatable: {cpu: 2}}}"}
	ready, broken := cluster.ReadyCondition(true, true), cluster.ReadyCondition(false, false)
	apis := []api.APIEnablement{{GroupVersion: "apps/v1"}}
	for _, c := range []struct {
		name, reason string
		report       cluster.Report
		gates        api.FeatureGates
		want         string
	}{
		{
			"not ready", "rule 1: everything else stays", cluster.Report{Ready: broken}, nil,
			"apiEnablements:\n- groupVersion: v1\nconditions:\n" + custom +
				"- lastTransitionTime: \"2030-01-02T03:04:05Z\"\n  message: cluster is not reachable\n  reason: ClusterNotReachable\n  status: \"False\"\n  type: Ready\n" +
				"kubernetesVersion: v1.30.0\n" + oldSummaries,
		},
		{
			"no condition", "rule 1: a condition without a type is invalid, and Ready stays", cluster.Report{}, nil,
			"apiEnablements:\n- groupVersion: v1\nconditions:\n" + custom +
				"- lastTransitionTime: \"2026-01-01T00:00:00Z\"\n  message: old\n  reason: Old\n  status: \"True\"\n  type: Ready\n" +
				"kubernetesVersion: v1.30.0\n" + oldSummaries,
		},
		{
			"discovery failed", "rule 2: the version and the APIs are lost, and the transition of Ready keeps its time",
			cluster.Report{Ready: ready, Collected: &cluster.Collected{DiscoveryError: errors.New("timeout")}}, nil,
			"conditions:\n" + custom +
				"- lastTransitionTime: \"2026-01-01T00:00:00Z\"\n  message: cluster is healthy and ready to accept workloads\n  reason: ClusterReady\n  status: \"True\"\n  type: Ready\n" +
				"- lastTransitionTime: \"2030-01-02T03:04:05Z\"\n  message: collected empty APIEnablements from the cluster\n  reason: Empty\n  status: \"False\"\n  type: CompleteAPIEnablements\n" +
				oldSummaries,
		},
		{
			"collected", "rule 3",
			cluster.Report{Ready: ready, Collected: &cluster.Collected{KubernetesVersion: "v1.31.0", APIEnablements: apis, Summary: summary(t, nodes, nil)}}, nil,
			collectedText + "resourceSummary:\n  allocatable:\n    cpu: \"2\"\n  allocatableModelings:\n  - count: 1\n    grade: 5\n",
		},
		{
			"without grades", "rule 3: the feature gate is off",
			cluster.Report{Ready: ready, Collected: &cluster.Collected{KubernetesVersion: "v1.31.0", APIEnablements: apis, Summary: summary(t, nodes, nil)}},
			api.FeatureGates{api.GateCustomizedClusterResourceModeling: false},
			collectedText + "resourceSummary:\n  allocatable:\n    cpu: \"2\"\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := casetest.Decode[api.Cluster](t, old)
			before := casetest.Frozen(t, in)
			status, err := c.report.Status(in, c.gates, now)
			require.NoError(t, err)
			require.Equal(t, c.want, casetest.Text(t, status), c.reason)

			status.Conditions[0].Reason = "changed"
			if len(status.APIEnablements) > 0 {
				status.APIEnablements[0].GroupVersion = "changed"
			}
			status.RemedyActions[0] = "changed"
			require.Equal(t, before, casetest.Frozen(t, in))
			again, err := c.report.Status(in, c.gates, now)
			require.NoError(t, err)
			require.Equal(t, c.want, casetest.Text(t, again), "the result shares nothing with the input")
		})
	}
}

const collectedText = "apiEnablements:\n- groupVersion: apps/v1\nconditions:\n" + custom +
	"- lastTransitionTime: \"2026-01-01T00:00:00Z\"\n  message: cluster is healthy and ready to accept workloads\n  reason: ClusterReady\n  status: \"True\"\n  type: Ready\n" +
	"- lastTransitionTime: \"2030-01-02T03:04:05Z\"\n  message: collected complete APIEnablements from the cluster\n  reason: Complete\n  status: \"True\"\n  type: CompleteAPIEnablements\n" +
	"kubernetesVersion: v1.31.0\nnodeSummary:\n  readyNum: 1\n  totalNum: 1\nremedyActions:\n- TrafficControl\n"

// TestStatusWithUnevenModels covers models that count no nodes: the status is valid without them, and the error is returned with it.
func TestStatusWithUnevenModels(t *testing.T) {
	t.Parallel()
	in := casetest.Decode[api.Cluster](t, old)
	in.Spec.ResourceModels = models(t, "[{grade: 0, ranges: [{name: cpu, min: 0, max: 1}, {name: cpu, min: 0, max: 1}]}]")
	report := cluster.Report{Ready: cluster.ReadyCondition(true, true), Collected: &cluster.Collected{Summary: summary(t, objects{"{}"}, nil)}}
	status, err := report.Status(in, nil, now.Add(time.Hour))
	require.ErrorIs(t, err, cluster.ErrUnevenModels)
	require.Equal(t, api.NodeSummary{TotalNum: 1}, *status.NodeSummary)
	require.Nil(t, status.ResourceSummary.AllocatableModelings)
	require.Len(t, status.Conditions, 3)
}
