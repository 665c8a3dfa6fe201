package eviction

// Warning is something surprising that is about to happen. Its string begins with the code.
type Warning struct {
	Code    WarningCode `json:"code"`
	Cluster string      `json:"cluster,omitempty"` // the cluster that the object leaves
	Text    string      `json:"text"`              // in words for a person
}

// String returns, for example: eviction-loop: m2 is chosen again.
func (w Warning) String() string { return string(w.Code) + ": " + w.Text }

// WarningCode identifies a surprise. It does not change between versions.
type WarningCode string

// The surprises.
const (
	// EvictionLoop: the object was evicted by a taint, is healthy elsewhere, and the cluster is chosen again, to be evicted ten seconds later, forever.
	EvictionLoop WarningCode = "eviction-loop"
	// FailoverUndone: the application was evicted, is healthy elsewhere, and the cluster is chosen again at once.
	FailoverUndone WarningCode = "failover-undone"
	// StaleHealth: a task ended by the health that its targets had before the eviction, and no new replica has run.
	StaleHealth WarningCode = "stale-health"
	// DependencyLeaves: a dependency leaves the cluster at once, while the object that needs it stays there.
	DependencyLeaves WarningCode = "dependency-leaves"
	// StateLost: a task carries state that nothing will use.
	StateLost WarningCode = "state-lost"
	// NothingEvicts: a cluster fails, and no object leaves it.
	NothingEvicts WarningCode = "nothing-evicts"
	// DeletedNowhere: the object is deleted at once, and no cluster can take it.
	DeletedNowhere WarningCode = "deleted-nowhere"
)
