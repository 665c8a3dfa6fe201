package shard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ reason, text, index, want string }{
		{"the first of several", "0/4", "", "0/4"},
		{"the only one", "0/1", "", "0/1"},
		{"the index of the pod", "auto/4", "3", "3/4"},
		{"the flag counts", "1/4", "3", "1/4"},
		{"no Indexed Job", "auto/4", "", "auto is the index of a pod in an Indexed Job, but JOB_COMPLETION_INDEX is not set"},
		{"more pods than shards", "auto/4", "4", `JOB_COMPLETION_INDEX is "4", expected 0 to 3`},
		{"not a number in the environment", "auto/4", "x", `JOB_COMPLETION_INDEX is "x", expected 0 to 3`},
		{"the index is counted from 0", "4/4", "", `the index is "4", expected 0 to 3`},
		{"negative", "-1/4", "", `the index is "-1", expected 0 to 3`},
		{"no shards", "1/0", "", "the number of shards is 0, expected 1 to 10000"},
		{"a negative number of shards", "0/-4", "", "the number of shards is -4, expected 1 to 10000"},
		{"too many", "0/1000000000", "", "the number of shards is 1000000000, expected 1 to 10000"},
		{"more than an integer has", "0/100000000000000000000", "", "expected INDEX/COUNT, such as 0/4, or auto/COUNT"},
		{"no slash", "3", "", "expected INDEX/COUNT, such as 0/4, or auto/COUNT"},
		{"two slashes", "1/2/3", "", "expected INDEX/COUNT, such as 0/4, or auto/COUNT"},
		{"nothing", "", "", "expected INDEX/COUNT, such as 0/4, or auto/COUNT"},
	} {
		s, err := Parse(tc.text, tc.index)
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		require.Equal(t, tc.want, got, tc.reason)
	}
}

// TestOwns checks that each name has one owner, that the shares are about equal, and that a further shard only takes names.
func TestOwns(t *testing.T) {
	t.Parallel()
	const names = 4000
	owner := func(of, n int) int {
		ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: fmt.Sprint("ns-", n%50), Name: fmt.Sprint("web-", n)}
		found := -1
		for i := range of {
			if New(i, of).Owns(ref) {
				require.Equal(t, -1, found)
				found = i
			}
		}
		require.GreaterOrEqual(t, found, 0)
		return found
	}
	for _, of := range []int{1, 2, 3, 7} {
		count := make([]int, of+1)
		for n := range names {
			before, after := owner(of, n), owner(of+1, n)
			require.True(t, after == before || after == of)
			count[before]++
		}
		for i := range of {
			require.InEpsilon(t, names/of, count[i], 0.15)
		}
	}
	require.True(t, Shard{}.Owns(override.Ref{}))
	for i := range 7 { // a version is not part of the key
		s := New(i, 7)
		require.Equal(t, s.Owns(override.Ref{APIVersion: "apps/v1", Name: "a"}), s.Owns(override.Ref{APIVersion: "apps/v2", Name: "a"}))
		require.Equal(t, s.Owns(override.Ref{APIVersion: "v1", Name: "a"}), s.Owns(override.Ref{APIVersion: "v2", Name: "a"}))
	}
}
