package shard_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/shard"
)

var timing = shard.Timing{Lease: 15 * time.Second, Deadline: 10 * time.Second, Period: 2 * time.Second}

func at(seconds float64) time.Time {
	return time.Unix(0, 0).Add(time.Duration(seconds * float64(time.Second)))
}

// owns reports whether a replica owns a key at a time.
func owns(v *shard.View, self, key string, now time.Time) bool {
	ring, from, until := v.Ring()
	return !now.Before(from) && now.Before(until) && ring.Owner(key) == self
}

// TestViewBegins: a new replica waits for a Deadline, and acts as long as it renews and lists.
func TestViewBegins(t *testing.T) {
	v := shard.NewView("a", timing)
	require.False(t, owns(v, "a", "k", at(0)), "nothing was renewed")
	for s := 0.0; s <= 20; s += 2 {
		v.Renewed(at(s), at(s+0.5))
		v.Listed(at(s+0.5), at(s+1), map[string]string{"a": fmt.Sprint(s)})
		require.Equal(t, s >= 10, owns(v, "a", "k", at(s+1)), "after %v s", s+1)
	}
	require.True(t, owns(v, "a", "k", at(29.9)))
	require.False(t, owns(v, "a", "k", at(30)), "a Deadline has passed since the last renewal began")
}

// TestViewLoses: the keys of a replica that does not renew go to the others after the Lease, and not before.
func TestViewLoses(t *testing.T) {
	v := shard.NewView("a", timing)
	key := keyOf("b", "a", "b")
	took := 0.0
	for s := 0.0; s <= 60 && took == 0; s++ {
		b := fmt.Sprint(min(s, 20)) // b renews until 20 s
		v.Renewed(at(s), at(s))
		v.Listed(at(s), at(s), map[string]string{"a": fmt.Sprint(s), "b": b})
		if owns(v, "a", key, at(s)) {
			took = s
		}
	}
	require.Equal(t, 35.0, took)
}

// TestViewGap: a replica that could not renew for a Deadline waits again, and one that stopped too.
func TestViewGap(t *testing.T) {
	v := shard.NewView("a", timing)
	renew := func(s float64) {
		v.Renewed(at(s), at(s))
		v.Listed(at(s), at(s), nil)
	}
	renew(0)
	renew(5)
	renew(11)
	require.True(t, owns(v, "a", "k", at(12)))
	renew(21)
	require.False(t, owns(v, "a", "k", at(22)), "a gap of 10 s")
	renew(30)
	require.True(t, owns(v, "a", "k", at(31)))
	v.Stopped()
	require.False(t, owns(v, "a", "k", at(31)))
	renew(32)
	require.False(t, owns(v, "a", "k", at(33)))
	renew(41)
	require.True(t, owns(v, "a", "k", at(42)))
}

func keyOf(owner string, replicas ...string) string {
	ring := shard.NewRing(replicas...)
	for i := 0; ; i++ {
		if key := fmt.Sprint("key-", i); ring.Owner(key) == owner {
			return key
		}
	}
}

// world is a server with Leases, and replicas whose calls take any time, fail, or pause.
type world struct {
	rand     *rand.Rand
	now      float64
	leases   map[string]string
	versions int
	replicas []*replica
}

type replica struct {
	name  string
	view  *shard.View
	next  float64 // when its call ends, or its next one begins
	began float64
	phase int
	saw   map[string]string // the result of a list
	ok    bool
}

// step lets the replica whose turn is next go on: a call begins, reaches the server, or ends.
func (w *world) step() {
	r := w.replicas[0]
	for _, other := range w.replicas {
		if other.next < r.next {
			r = other
		}
	}
	w.now = r.next
	delay := func() float64 { // mostly short, sometimes a pause longer than any period
		switch w.rand.IntN(12) {
		case 0:
			return w.rand.Float64() * 30
		case 1, 2:
			return w.rand.Float64() * 8
		}
		return w.rand.Float64() * 0.2
	}
	switch r.phase {
	case 0, 3: // a renewal or a list begins
		r.began, r.next = w.now, w.now+delay()
	case 1: // the renewal reaches the server
		if r.ok = w.rand.IntN(8) > 0; r.ok || w.rand.IntN(2) > 0 { // the answer may be lost
			w.versions++
			w.leases[r.name] = fmt.Sprint(w.versions)
		}
		r.next = w.now + delay()
	case 4: // the list reaches the server
		r.saw = map[string]string{}
		for name, version := range w.leases {
			r.saw[name] = version
		}
		r.ok, r.next = w.rand.IntN(8) > 0, w.now+delay()
	case 2: // the renewal ends
		if r.ok {
			r.view.Renewed(at(r.began), at(w.now))
		}
	case 5: // the list ends
		if r.ok {
			r.view.Listed(at(r.began), at(w.now), r.saw)
		}
		r.next = w.now + w.rand.Float64()*2
	}
	r.phase = (r.phase + 1) % 6
}

// TestOneOwner: whatever pauses, fails, comes and goes, no two replicas own a key at the same time, and mostly one does.
func TestOneOwner(t *testing.T) {
	const keys = 16
	acted, seeds := 0, uint64(300)
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		w := &world{rand: rand.New(rand.NewPCG(seed, 7)), leases: map[string]string{}}
		for i := range 2 + int(seed%4) {
			name := fmt.Sprint("operator-", i)
			w.replicas = append(w.replicas, &replica{name: name, view: shard.NewView(name, timing), next: w.rand.Float64() * 60})
		}
		for range 2000 {
			w.step()
			if w.rand.IntN(200) == 0 { // a process is replaced by another one of the same identity
				r := w.replicas[w.rand.IntN(len(w.replicas))]
				r.view, r.phase, r.next = shard.NewView(r.name, timing), 0, w.now
			}
			for k := range keys {
				key, owner := fmt.Sprint("key-", k), ""
				for _, r := range w.replicas {
					if owns(r.view, r.name, key, at(w.now)) {
						require.Empty(t, owner, "seed %d, %v s: %s and %s own %s", seed, w.now, owner, r.name, key)
						owner = r.name
						acted++
					}
				}
			}
		}
	}
	require.Greater(t, acted, int(seeds)*2000*keys/10, "the replicas must act, or the test shows nothing")
}
