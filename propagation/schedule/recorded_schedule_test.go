package schedule_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// goes is the result for a binding.
type goes struct {
	Clusters     []api.TargetCluster
	AffinityName string
}

// recordedRun is a run of Karmada's scheduler: its input, and one of Want, Error, Panic and Results.
type recordedRun struct {
	Name    string
	Binding struct {
		Spec   api.ResourceBindingSpec
		Status api.ResourceBindingStatus
	}
	Clusters []*api.Cluster
	Options  struct{ EnableEmptyWorkloadPropagation bool }

	Want             *goes
	Error, ErrorKind string
	Panic            string
	Unstable         bool
	OrderOnly        bool // of Results: the order of the clusters does not count
	Results          []struct {
		Want  *goes
		Error string
	}
	After *struct {
		Clusters             []api.TargetCluster
		AffinityName, Reason string
		Retried              bool
	}
	Int32Overflow bool // the error is due to 32-bit integers
}

// TestRecordedRuns compares with runs of Karmada.
func TestRecordedRuns(t *testing.T) {
	t.Parallel()
	for _, file := range []struct {
		name   string
		cases  int
		reason string
	}{
		{"schedule", 400, "placements of every kind over up to forty clusters"},
		{"traps", 68, "one surprise each"},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			cases := casetest.Recorded[recordedRun](t, file.name)
			require.Len(t, cases, file.cases, file.reason)
			for _, c := range cases {
				judgeRun(t, c)
			}
		})
	}
}

func judgeRun(t *testing.T, c recordedRun) {
	t.Helper()
	in := schedule.Input{
		Spec: &c.Binding.Spec, Status: &c.Binding.Status, Clusters: c.Clusters,
		Options: schedule.Options{EmptyWorkloads: c.Options.EnableEmptyWorkloadPropagation},
	}
	before := text(t, in)
	got, err := schedule.Schedule(in)
	after := schedule.StatusAfter(in, got, err)
	require.Equal(t, before, text(t, in), "%s: the input was written", c.Name)

	switch {
	case c.Panic != "":
		require.Error(t, err, "%s: Karmada panics: %s", c.Name, c.Panic)
	case c.Int32Overflow:
		var overflow *schedule.OverflowError
		require.ErrorAs(t, err, &overflow, "%s: Karmada reports %s", c.Name, c.Error)
	case c.Unstable && !c.OrderOnly:
		messages := []string{}
		for _, r := range c.Results {
			messages = append(messages, r.Error)
		}
		require.Error(t, err, c.Name)
		require.Contains(t, messages, err.Error(), c.Name)
	case c.Unstable:
		require.NoError(t, err, c.Name)
		require.Equal(t, sorted(c.Results[0].Want.Clusters), sorted(got.Clusters), c.Name)
	case c.Error != "":
		require.Error(t, err, c.Name)
		if !strings.Contains(err.Error(), "groups to spread over") { // Karmada finds that there are too few
			require.EqualError(t, err, c.Error, c.Name)
		}
		var noFit *schedule.FitError
		var unschedulable *schedule.UnschedulableError
		require.Equal(t, c.ErrorKind == "FitError", errors.As(err, &noFit), c.Name)
		require.Equal(t, c.ErrorKind == "UnschedulableError", errors.As(err, &unschedulable), c.Name)
		require.Equal(t, c.After.Reason, after.Condition.Reason, c.Name)
		require.Equal(t, c.After.Retried, after.Retry, c.Name)
		require.Equal(t, c.After.AffinityName, after.AffinityName, c.Name)
		require.Equal(t, append([]api.TargetCluster{}, c.After.Clusters...), append([]api.TargetCluster{}, after.Clusters...), c.Name)
	default:
		require.NoError(t, err, c.Name)
		require.Equal(t, append([]api.TargetCluster{}, c.Want.Clusters...), append([]api.TargetCluster{}, got.Clusters...), c.Name)
		require.Equal(t, c.Want.AffinityName, got.AffinityName, c.Name)
		require.Equal(t, got.Clusters, append(got.Clusters[:0:0], after.Clusters...), c.Name)
		require.Equal(t, len(c.Clusters), len(got.Rejected)+known(c.Clusters, got.Clusters), "%s: a cluster is either chosen or rejected", c.Name)
	}
}

func TestRecordedMatches(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[struct {
		Name     string
		Cluster  api.Cluster
		Affinity api.ClusterAffinity
		Want     struct{ Matches bool }
	}](t, "matches")
	require.Len(t, cases, 100)
	for _, c := range cases {
		require.Equal(t, c.Want.Matches, schedule.Matches(&c.Affinity, &c.Cluster), c.Name)
	}
}

func TestRecordedEstimates(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[struct {
		Name                string
		Cluster             api.Cluster
		ReplicaRequirements *interpreter.ReplicaRequirements
		Replicas            int32
		Want                struct{ Available, Allocatable int32 }
	}](t, "estimate")
	require.Len(t, cases, 50)
	for _, c := range cases {
		before := text(t, c)
		require.Equal(t, c.Want.Available, schedule.Estimate(&c.Cluster, c.ReplicaRequirements), c.Name)
		in := schedule.Input{Spec: &api.ResourceBindingSpec{Replicas: c.Replicas, ReplicaRequirements: c.ReplicaRequirements}}
		require.Equal(t, c.Want.Allocatable, schedule.Allocatable(in, &c.Cluster), c.Name)
		require.Equal(t, before, text(t, c), c.Name)
	}
}

func TestRecordedPlacements(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[struct {
		Name, Op                               string
		Placement                              *api.Placement
		AppliedPlacement, ObservedAffinityName string

		Binding  *api.ResourceBinding
		Clusters []*api.Cluster

		Want  struct{ Changed, Accepted, Schedule bool }
		Error string
	}](t, "placement")
	require.Len(t, cases, 54)
	for _, c := range cases {
		if c.Op == "PlacementChanged" {
			require.Equal(t, c.Want.Changed, schedule.PlacementChanged(c.Placement, c.AppliedPlacement, c.ObservedAffinityName), c.Name)
			continue
		}
		in := schedule.Input{Spec: &c.Binding.Spec, Status: &c.Binding.Status, Clusters: c.Clusters}
		before := text(t, in)
		accepted, why := schedule.Accepted(in, c.Binding)
		require.NotEmpty(t, why, c.Name)
		triggered, why, err := schedule.Triggered(in, c.Binding)
		needed, because := schedule.ShouldSchedule(in, c.Binding)
		require.NotEmpty(t, because, c.Name)
		require.Equal(t, before, text(t, in), c.Name)
		if c.Error != "" {
			require.Error(t, err, c.Name)
			continue
		}
		require.NoError(t, err, c.Name)
		require.NotEmpty(t, why, c.Name)
		require.Equal(t, c.Want.Accepted, accepted, c.Name)
		require.Equal(t, c.Want.Schedule, triggered, c.Name)
		require.Equal(t, accepted && triggered, needed, c.Name)
	}
}

// text returns all of a value, to compare it later.
func text(t *testing.T, v any) string {
	t.Helper()
	if in, ok := v.(schedule.Input); ok {
		v = []any{in.Spec, in.Status, in.Clusters}
	}
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func sorted(list []api.TargetCluster) []api.TargetCluster {
	return slices.SortedFunc(slices.Values(list), func(a, b api.TargetCluster) int { return strings.Compare(a.Name, b.Name) })
}

// known returns how many targets are existing clusters.
func known(clusters []*api.Cluster, targets []api.TargetCluster) (n int) {
	for _, c := range clusters {
		if slices.ContainsFunc(targets, func(t api.TargetCluster) bool { return t.Name == c.Name }) {
			n++
		}
	}
	return n
}
