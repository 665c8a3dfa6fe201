package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	words := []string{"member1", "member2", "cluster", ""}
	for wrong, want := range map[string]string{
		"membr1": "member1", "MEMBER2": "member2", "custer": "cluster", "member3": "member1", "eu": "", "": "",
		strings.Repeat("x", 101): "",
	} {
		require.Equal(t, want, Nearest(wrong, words), wrong)
	}
	require.Equal(t, ", did you mean cluster?", DidYouMean("clutser", words))
	require.Empty(t, DidYouMean("cluster", nil))
}
