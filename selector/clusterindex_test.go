package selector

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestClusterIndex compares the index with matching each cluster.
func TestClusterIndex(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		g := rand.New(rand.NewPCG(seed, 5))
		word := func() string { return []string{"", "a", "b", "c", "d"}[g.IntN(5)] }
		words := func() (list []string) {
			for range g.IntN(4) {
				list = append(list, word())
			}
			return list
		}
		clusters := make([]*Cluster, g.IntN(12))
		for i := range clusters {
			clusters[i] = &Cluster{Name: word(), Provider: word(), Region: word(), Zones: words(), Labels: map[string]string{}}
			for range g.IntN(3) {
				clusters[i].Labels["k"+word()] = word()
			}
		}
		x := NewClusterIndex(clusters)
		for range 12 {
			s := ClusterSelector{Strict: g.IntN(5) == 0}
			operator := func() string {
				return []string{opIn, opIn, opIn, opNotIn, opExists, opDoesNotExist, opGt, "odd"}[g.IntN(8)]
			}
			if g.IntN(2) == 0 {
				s.Names, s.Exclude = words(), words()
			}
			if g.IntN(2) == 0 {
				s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"k" + word(): word()}}
			}
			if g.IntN(3) == 0 {
				s.LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "k" + word(),
					Operator: metav1.LabelSelectorOperator(operator()), Values: words()}}}
			}
			for range g.IntN(3) {
				s.Fields = append(s.Fields, FieldRequirement{Key: []string{"provider", "region", "zone", "other"}[g.IntN(4)], Operator: operator(), Values: words()})
			}
			if g.IntN(4) == 0 {
				s.Terms = []ClusterTerm{{MatchFields: []FieldRequirement{{Key: "metadata.name", Operator: opIn, Values: []string{word()}}}}, {}}
			}
			c, _ := NewClusters(s)
			var want []int
			for i := range clusters {
				if c.Match(clusters[i]) {
					want = append(want, i)
				}
			}
			require.Equal(t, want, x.Match(c), "seed %d: %+v", seed, s)
		}
	}
}

// TestClusterIndexCandidates has one selector for each cluster. The index must compare each selector with its
// own cluster only.
func TestClusterIndexCandidates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		selector func(id string) ClusterSelector
	}{
		{"name", func(id string) ClusterSelector { return ClusterSelector{Names: []string{id}} }},
		{"label", func(id string) ClusterSelector {
			return ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"all": "x", "id": id}}}
		}},
		{"label key", func(id string) ClusterSelector {
			return ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: id, Operator: metav1.LabelSelectorOpExists}}}}
		}},
		{"provider", func(id string) ClusterSelector {
			return ClusterSelector{Fields: []FieldRequirement{{Key: "provider", Operator: opIn, Values: []string{id}}}}
		}},
		{"region", func(id string) ClusterSelector {
			return ClusterSelector{Fields: []FieldRequirement{{Key: "region", Operator: opIn, Values: []string{id}}}}
		}},
		{"zone", func(id string) ClusterSelector {
			return ClusterSelector{Fields: []FieldRequirement{{Key: "zone", Operator: opIn, Values: []string{id}}}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clusters := make([]*Cluster, 1000)
			for i := range clusters {
				id := fmt.Sprint("c", i)
				clusters[i] = &Cluster{Name: id, Labels: map[string]string{"all": "x", "id": id, id: ""}, Provider: id, Region: id, Zones: []string{id, "z"}}
			}
			x := NewClusterIndex(clusters)
			for i := range clusters {
				s, err := NewClusters(c.selector(clusters[i].Name))
				require.NoError(t, err)
				require.Equal(t, []int{i}, x.Match(s))
				candidates, narrowed := x.candidates(s, x.build())
				require.True(t, narrowed)
				require.Equal(t, []int{i}, candidates)
			}
		})
	}
}
