package selector_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/selector"
)

func TestRankString(t *testing.T) {
	t.Parallel()
	for rank, want := range map[selector.Rank]string{
		selector.RankNone: "mismatch", selector.RankAll: "match-all", selector.RankLabels: "labelSelector",
		selector.RankName: "name", 7: "Rank(7)", -1: "Rank(-1)",
	} {
		require.Equal(t, want, rank.String())
	}
}
