// Package shard divides the objects of a batch among the pods of a Kubernetes Indexed Job.
//
// The operator divides the same objects with package propagation/controller/shard, among replicas that come and go. That package is in a module of its own,
// which requires client-go, and this command does not.
package shard

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Max is the largest number of shards. The time to find the owner of an object is in proportion to it.
const Max = 10_000

// Shard is one of Of shards, counted from 0. The zero Shard is the whole: it owns everything.
type Shard struct {
	Index, Of int

	hashes []uint64 // of all shards
}

// Parse reads INDEX/COUNT or auto/COUNT, where auto is the completion index of the pod, or "" outside of an Indexed Job.
func Parse(text, completionIndex string) (Shard, error) {
	index, count, found := strings.Cut(text, "/")
	of, err := strconv.Atoi(count)
	if !found || err != nil {
		return Shard{}, errors.New("expected INDEX/COUNT, such as 0/4, or auto/COUNT")
	}
	if of < 1 || of > Max {
		return Shard{}, fmt.Errorf("the number of shards is %d, expected 1 to %d", of, Max)
	}
	source := "the index"
	if index == "auto" {
		if completionIndex == "" {
			return Shard{}, errors.New("auto is the index of a pod in an Indexed Job, but JOB_COMPLETION_INDEX is not set")
		}
		index, source = completionIndex, "JOB_COMPLETION_INDEX"
	}
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= of {
		return Shard{}, fmt.Errorf("%s is %.40q, expected 0 to %d", source, index, of-1)
	}
	return New(i, of), nil
}

// New returns a shard of several.
func New(index, of int) Shard {
	s := Shard{Index: index, Of: of, hashes: make([]uint64, of)}
	for i := range s.hashes {
		s.hashes[i] = hash(strconv.Itoa(i))
	}
	return s
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Owns reports whether the shard reports on an object or a policy. The group counts, but not the version:
//
//  1. Each shard has a weight for a name, from a hash of both. The owner has the largest weight; among equal weights, the first shard wins.
//  2. So with one shard more, a name stays or goes to the new one.
//
// This is rendezvous hashing (Thaler and Ravishankar, 1998).
func (s Shard) Owns(ref override.Ref) bool {
	if s.Of < 2 {
		return true
	}
	group, _, found := strings.Cut(ref.APIVersion, "/")
	if !found {
		group = "" // of the core kinds
	}
	h := hash(strings.Join([]string{api.NamespacedKey(ref.Namespace, ref.Name), ref.Kind, group}, "\x00"))
	owner, most := 0, mix(h^s.hashes[0])
	for i := 1; i < len(s.hashes); i++ {
		if weight := mix(h ^ s.hashes[i]); weight > most {
			owner, most = i, weight
		}
	}
	return owner == s.Index
}

// hash is 64-bit FNV-1a, mixed.
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

// Without returns a command line without the flag --shard.
func Without(args []string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...)
		case args[i] == "--shard":
			i++
		case !strings.HasPrefix(args[i], "--shard="):
			rest = append(rest, args[i])
		}
	}
	return rest
}
