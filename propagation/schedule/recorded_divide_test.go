package schedule_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRecordedDivisions compares with divisions of Karmada.
func TestRecordedDivisions(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[struct {
		Name, Strategy, UID string
		Replicas            int32
		Clusters            []schedule.Candidate
		StaticWeights       []struct {
			ClusterNames []string
			Weight       int64
		}
		Previous, Assignment []schedule.Share
		Fresh                bool
		Votes, Initial       map[string]int64
		Error                string
	}](t, "replicas")
	require.Len(t, cases, 250)
	for _, c := range cases {
		if c.Strategy == "Webster" {
			got, err := schedule.Webster(c.Replicas, c.Votes, c.Initial, schedule.Descending(c.UID))
			require.NoError(t, err, c.Name)
			require.Equal(t, byName(c.Assignment), got, c.Name)
			continue
		}
		for i := range c.Clusters {
			for _, rule := range c.StaticWeights {
				if len(rule.ClusterNames) == 0 || slices.Contains(rule.ClusterNames, c.Clusters[i].Name) {
					c.Clusters[i].Weight = max(c.Clusters[i].Weight, rule.Weight)
				}
			}
		}
		got, err := schedule.Divide(schedule.Request{
			Strategy: schedule.Strategy(c.Strategy), Replicas: c.Replicas, Undivided: c.Replicas == 0, Candidates: c.Clusters, Previous: c.Previous, Fresh: c.Fresh, UID: c.UID,
		})
		if c.Error != "" {
			require.Error(t, err, c.Name)
			require.ErrorContains(t, errors.New(c.Error), err.Error(), c.Name) // Karmada's message has a longer prefix
			continue
		}
		require.NoError(t, err, c.Name)
		require.Equal(t, byName(c.Assignment), byName(got), c.Name)
	}
}

func byName(shares []schedule.Share) []schedule.Share {
	sorted := append([]schedule.Share{}, shares...)
	slices.SortFunc(sorted, func(a, b schedule.Share) int { return strings.Compare(a.Name, b.Name) })
	return sorted
}
