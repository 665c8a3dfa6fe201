// Package rendezvous divides keys among members by rendezvous hashing (Thaler and Ravishankar, 1998).
package rendezvous

import "hash/fnv"

// Owner returns the index of the member that owns a key, or -1 without members. A member is given by the [Hash] of its name.
//
//  1. Each member has a weight for the key, from both hashes. The owner has the largest weight; of equal weights that of the first member.
//  2. So if a member is added, a key stays or goes to the new one, and if one is removed, only its own keys move.
//
// The time is proportional to the number of members.
func Owner(key string, members []uint64) int {
	h := Hash(key)
	owner, most := -1, uint64(0)
	for i, member := range members {
		if weight := mix(h ^ member); owner < 0 || weight > most {
			owner, most = i, weight
		}
	}
	return owner
}

// Hash is 64-bit FNV-1a, mixed. It never changes: processes of different versions must agree.
func Hash(s string) uint64 {
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
