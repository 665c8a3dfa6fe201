package shard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPublish: the functions of OnChange are called whenever the replica may own more than tasks have seen since the last call.
func TestPublish(t *testing.T) {
	clock := time.Unix(1000, 0)
	s := New(nil, "", "g", "a", Timing{Lease: 15 * time.Second, Deadline: 10 * time.Second, Period: 2 * time.Second})
	s.now = func() time.Time { return clock }
	calls := 0
	s.OnChange(func() { calls++ })
	view := NewView("a", s.timing)
	renew := func(seconds int, listed bool, replicas map[string]string) {
		clock = time.Unix(1000+int64(seconds), 0)
		view.Renewed(clock, clock)
		if listed {
			view.Listed(clock, clock, replicas)
		}
		s.publish(view)
	}
	for _, c := range []struct {
		name    string
		seconds int
		listed  bool
		with    map[string]string
		owns    bool
		calls   int
	}{
		{"it is new", 0, true, nil, false, 0},
		{"it waits", 8, true, nil, false, 0},
		{"it acts", 12, true, nil, true, 1},
		{"nothing changes", 14, true, nil, true, 1},
		{"it cannot list", 20, false, nil, true, 1},
		{"it has renewed, but its last list is old", 24, false, nil, false, 2},
		{"it lists again", 26, true, nil, true, 3},
		{"it cannot list until the last list is old, and then it can", 35, false, nil, true, 3},
		{"between two calls it owned nothing", 37, true, nil, true, 4},
		{"another replica comes", 38, true, map[string]string{"b": "1"}, false, 5},
	} {
		renew(c.seconds, c.listed, c.with)
		require.Equal(t, c.owns, s.Owns("key-0"), c.name)
		require.Equal(t, c.calls, calls, c.name)
	}
}
