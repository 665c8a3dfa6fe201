package schedule_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestRecorded holds divisions against those that Karmada made.
func TestRecordedDivisions(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/replicas.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	text, err := gzip.NewReader(file)
	require.NoError(t, err)
	cases := 0
	for lines := json.NewDecoder(text); ; cases++ {
		var c struct {
			Name, Strategy, UID string
			Replicas            int32
			Clusters            []schedule.Candidate
			StaticWeights       []struct {
				ClusterNames []string
				Weight       int64
			}
			NoWeightPreference      bool
			Previous, Assignment    []schedule.Share
			Fresh                   bool
			Votes                   map[string]int64
			Initial                 map[string]int64
			Error                   string
			DependsOnCandidateOrder bool
		}
		err := lines.Decode(&c)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if c.Strategy == "Webster" {
			require.Equal(t, byName(c.Assignment), schedule.Webster(c.Replicas, c.Votes, c.Initial, schedule.Descending(c.UID)), c.Name)
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
			Strategy: schedule.Strategy(c.Strategy), Replicas: c.Replicas, Whole: c.Replicas == 0, Candidates: c.Clusters, Previous: c.Previous, Fresh: c.Fresh, UID: c.UID,
		})
		if c.Error != "" {
			require.ErrorContains(t, errors.New(c.Error), err.Error(), c.Name)
			continue
		}
		require.NoError(t, err, c.Name)
		require.Equal(t, byName(c.Assignment), byName(got), c.Name)
	}
	require.Greater(t, cases, 200)
}

func byName(shares []schedule.Share) []schedule.Share {
	sorted := append([]schedule.Share{}, shares...)
	slices.SortFunc(sorted, func(a, b schedule.Share) int { return strings.Compare(a.Name, b.Name) })
	return sorted
}
