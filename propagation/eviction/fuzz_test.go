package eviction_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// FuzzAssess assesses tasks again and again:
//
//  1. Every task is kept or dropped, with a reason, and inputs do not change.
//  2. The order of tasks and of targets does not matter.
//  3. The tasks that are kept are kept at the same time again, unless one was created.
//  4. A task is dropped after the retry, but not at it.
func FuzzAssess(f *testing.F) {
	for _, c := range assessCases {
		text, err := json.Marshal(casetest.Decode[situation](f, c.situation))
		require.NoError(f, err)
		f.Add(text, noon.Unix(), int64(noon.Nanosecond()))
		f.Add(text, noon.Unix()+300, int64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seconds, nanoseconds int64) {
		var s situation
		if json.Unmarshal(text, &s) != nil {
			t.Skip()
		}
		in := s.input()
		if in.Now = time.Unix(seconds, nanoseconds); in.Now.Truncate(time.Second).IsZero() {
			t.Skip()
		}
		before := casetest.Frozen(t, in.Tasks)
		first := eviction.Assess(in)
		require.Equal(t, before, casetest.Frozen(t, in.Tasks))
		checkResult(t, in.Tasks, first)

		turned := in
		turned.Tasks, turned.Targets = slices.Clone(in.Tasks), slices.Clone(in.Targets)
		slices.Reverse(turned.Tasks)
		slices.Reverse(turned.Targets)
		back := eviction.Assess(turned)
		slices.Reverse(back.Decisions)
		for i, d := range back.Decisions {
			require.Equal(t, first.Decisions[i].Kind, d.Kind)
		}
		require.Equal(t, first.RetryAfter, back.RetryAfter)

		again := in
		again.Tasks = first.Tasks
		second := eviction.Assess(again)
		if !slices.ContainsFunc(first.Decisions, func(d eviction.Decision) bool { return d.Kind == eviction.Created }) {
			require.Equal(t, first.Tasks, second.Tasks)
			require.Equal(t, first.RetryAfter, second.RetryAfter)
			require.False(t, second.Changed)
		}
		again.Tasks = second.Tasks
		require.False(t, eviction.Assess(again).Changed, "the third assessment changes nothing")

		if again.Now = in.Now.Add(second.RetryAfter); second.RetryAfter > 0 && again.Now.After(in.Now) {
			require.False(t, eviction.Assess(again).Changed, "at the retry")
			again.Now = again.Now.Add(1)
			require.True(t, eviction.Assess(again).Changed, "after the retry")
		}
	})
}
