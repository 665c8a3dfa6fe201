package shard

import "time"

// Timing has the periods of shards. A zero field has the default in parentheses.
type Timing struct {
	Lease    time.Duration // after which the keys of a replica that is lost are taken over (15s)
	Deadline time.Duration // after which a replica that cannot renew its Lease owns nothing; less than Lease (10s)
	Period   time.Duration // between two renewals; less than Deadline (2s)
}

func (t Timing) withDefaults() Timing {
	if t.Lease <= 0 {
		t.Lease = 15 * time.Second
	}
	if t.Deadline <= 0 || t.Deadline >= t.Lease {
		t.Deadline = t.Lease * 2 / 3
	}
	if t.Period <= 0 || t.Period >= t.Deadline {
		t.Period = t.Deadline / 5
	}
	return t
}

// View is what a replica knows of all replicas, without a clock or a server. Times are those of the replica's own clock. A View is for one
// goroutine.
type View struct {
	self   string
	timing Timing

	renewed time.Time // when the last successful renewal began
	listed  time.Time // when the last successful list began
	since   time.Time // when the first renewal after a gap had ended; zero: never, or stopped
	seen    map[string]sighting
	ring    Ring
}

// sighting is when a state of a Lease was first seen.
type sighting struct {
	version string
	at      time.Time
}

// NewView returns the view of a replica that has just started.
func NewView(self string, timing Timing) *View {
	return &View{self: self, timing: timing.withDefaults(), seen: map[string]sighting{}}
}

// Renewed reports a successful renewal of the replica's own Lease. If the last one began a Deadline ago, others may have removed the replica: it has
// come back, and waits as long as a new one.
func (v *View) Renewed(began, ended time.Time) {
	if v.since.IsZero() || ended.Sub(v.renewed) >= v.timing.Deadline {
		v.since = ended
	}
	v.renewed = began
}

// Listed reports a successful list of the Leases: the version of each by the name of its replica. A version is anything that changes with each
// renewal. A Lease has expired if its version had been the same for [Timing].Lease when the list began. The end of a slow list does not count: the
// other replica may have renewed its Lease since the list was read.
func (v *View) Listed(began, ended time.Time, versions map[string]string) {
	seen := make(map[string]sighting, len(versions))
	live := []string{v.self}
	for name, version := range versions {
		s := sighting{version, ended}
		if before, ok := v.seen[name]; ok && before.version == version {
			s = before
		}
		seen[name] = s
		if name != v.self && began.Sub(s.at) < v.timing.Lease {
			live = append(live, name)
		}
	}
	v.listed, v.seen, v.ring = began, seen, NewRing(live...)
}

// Stopped reports that the replica gives its keys up. It owns nothing until a Deadline after the next renewal.
func (v *View) Stopped() { v.since = time.Time{} }

// Ring returns the replicas that live, and the time in which the replica may act for its keys: from, including, until, excluding. If from is not
// before until, it owns nothing.
func (v *View) Ring() (ring Ring, from, until time.Time) {
	if v.since.IsZero() {
		return v.ring, v.since, v.since
	}
	until = v.renewed
	if v.listed.Before(until) {
		until = v.listed
	}
	return v.ring, v.since.Add(v.timing.Deadline), until.Add(v.timing.Deadline)
}
