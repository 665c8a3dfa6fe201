package shard

import (
	"slices"

	"github.com/overridekit/overridekit/internal/rendezvous"
)

// Ring is a set of replicas. Its zero value is empty. It is read-only and safe for concurrent use.
type Ring struct {
	replicas []string // sorted
	hashes   []uint64
}

// NewRing returns a ring of the replicas, in any order. A replica that is given twice counts once.
func NewRing(replicas ...string) Ring {
	sorted := slices.Compact(slices.Sorted(slices.Values(replicas)))
	hashes := make([]uint64, len(sorted))
	for i, r := range sorted {
		hashes[i] = rendezvous.Hash(r)
	}
	return Ring{sorted, hashes}
}

// Owner returns the replica that owns a key, or "" if the ring is empty:
//
//  1. Each replica has a weight for the key, from a hash of both. The owner has the largest weight; among equal weights, it has the first name.
//  2. So if a replica is added, a key stays or goes to the new one, and if one is removed, only its own keys move.
//
// This is rendezvous hashing (Thaler and Ravishankar, 1998). With n replicas, a new one takes 1/(n+1) of the keys. The time is proportional to the
// number of replicas.
func (r Ring) Owner(key string) string {
	if len(r.replicas) == 0 {
		return ""
	}
	return r.replicas[rendezvous.Owner(key, r.hashes)]
}

// Replicas returns the replicas, sorted, as a copy.
func (r Ring) Replicas() []string { return slices.Clone(r.replicas) }
