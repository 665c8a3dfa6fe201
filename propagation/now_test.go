package propagation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestNowYears has times at the limits of those that JSON can represent.
func TestNowYears(t *testing.T) {
	t.Parallel()
	west := time.FixedZone("west", -3600)
	for _, c := range []struct {
		name, reason string
		now          time.Time
		valid        bool
	}{
		{"the last second", "it is in the year 9999", time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), true},
		{"the year 10000", "the memory of the plan would not be JSON", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), false},
		{"the year 10000 of UTC", "times are written in UTC", time.Date(9999, 12, 31, 23, 30, 0, 0, west), false},
		{"the first second", "the zero time means that there is no time", time.Time{}.Add(time.Second), true},
		{"the year 0", "the zero time of Go is in the year 1", time.Time{}.Add(-time.Second), false},
		{"before the year 0", "the time to look again would not be JSON", time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC), false},
		{"the last time of Go", "it overflows when seconds are added", time.Unix(math.MaxInt64-62135596800, 0), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := tolerating(t)
			in = estate.Stored(in, plantest.PlanOf(t, in), true)
			in.Options.Now = c.now
			taint(&in, 5*time.Second)
			plan, err := propagation.NewPlan(context.Background(), in)
			if c.valid {
				require.NoError(t, err, c.reason)
				_, err = json.Marshal(plan)
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, fmt.Sprintf("found a time in the year %d as now, expected one in a year from 1 to 9999", c.now.UTC().Year()), c.reason)
		})
	}
}
