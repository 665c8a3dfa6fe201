package shard

import (
	"hash/fnv"
	"slices"
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
		hashes[i] = hash(r)
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
	h := hash(key)
	best, most := 0, mix(h^r.hashes[0])
	for i := 1; i < len(r.hashes); i++ {
		if weight := mix(h ^ r.hashes[i]); weight > most {
			best, most = i, weight
		}
	}
	return r.replicas[best]
}

// hash is the same in all replicas and versions: 64-bit FNV-1a, mixed.
func hash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return mix(h.Sum64())
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014): every bit of the input changes half of the output.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
