package schedule

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Strategy is how replicas are divided.
type Strategy string

// The strategies.
const (
	Duplicated    Strategy = "Duplicated"    // every cluster gets all replicas
	StaticWeight  Strategy = "StaticWeight"  // by the weights of a policy
	DynamicWeight Strategy = "DynamicWeight" // by the capacity of the clusters
	Aggregated    Strategy = "Aggregated"    // in as few clusters as have the capacity
)

// Candidate is a cluster that may get replicas.
type Candidate struct {
	Name      string
	Available int32 // how many replicas it can take in addition to those that it has
	Weight    int64 // for StaticWeight
}

// Request is the input of [Divide].
type Request struct {
	Strategy   Strategy
	Replicas   int32
	Undivided  bool        // every candidate gets the whole object; Replicas are not divided
	Candidates []Candidate // in the order in which they were chosen
	Previous   []Share     // what clusters have now; entries for other clusters than the candidates are ignored
	Fresh      bool        // divide all replicas again, regardless of Previous
	UID        string      // of the object; it breaks ties, see [Descending]
}

// NotEnoughError means that the candidates do not have the capacity for all replicas.
type NotEnoughError struct {
	Available int64 // how many replicas they can take; below 0: unknown
}

// Error returns Karmada's message.
func (e *NotEnoughError) Error() string {
	if e.Available < 0 {
		return "Clusters available replicas are not enough to schedule."
	}
	return fmt.Sprintf("Clusters available replicas %d are not enough to schedule.", e.Available)
}

// Divide divides replicas among clusters. Clusters without replicas are not in the result, unless the object is undivided.
//
//  1. Duplicated: each candidate gets all replicas. The order is that of the candidates.
//  2. StaticWeight: [Webster] by the weights. Previous and Available are ignored. Candidates without a weight get nothing, unless no
//     candidate has a weight: then all weights are equal.
//  3. DynamicWeight and Aggregated change nothing if the clusters have exactly the requested number of replicas.
//  4. If they have more, all replicas are divided in proportion to what each cluster has now. If they have fewer, only the missing replicas
//     are divided, in proportion to Available, and added. With Fresh, all replicas are divided in proportion to the sum of both.
//  5. If the sum of these proportions is less than the number to divide, the error is a [NotEnoughError]. If it is less only because
//     numbers do not fit an int32, or a candidate has [TooMany] available, the error is an [OverflowError].
//  6. Aggregated divides among as few candidates as can take all replicas. Candidates with a larger capacity come first; when replicas are
//     added, candidates that have replicas come before all others.
//
// The result of rules 2 to 6 is sorted by name. When replicas are added, clusters that only keep what they have come last, sorted by name;
// when nothing changes, the order is that of Previous. These are the rules of Karmada's scheduler (f8fdd02df, 1.19).
func Divide(r Request) ([]Share, error) {
	if r.Replicas < 0 {
		return nil, fmt.Errorf("found %d replicas to divide, expected none or more", r.Replicas)
	}
	if r.Undivided {
		shares := make([]Share, len(r.Candidates))
		for i, c := range r.Candidates {
			shares[i].Name = c.Name
		}
		return shares, nil
	}
	switch r.Strategy {
	case Duplicated:
		shares := make([]Share, 0, len(r.Candidates))
		for _, c := range r.Candidates {
			shares = append(shares, Share{c.Name, r.Replicas})
		}
		return dropEmpty(shares), nil
	case StaticWeight:
		return r.byWeight()
	case DynamicWeight, Aggregated:
		return r.byCapacity()
	}
	return nil, fmt.Errorf("found the strategy %q, expected %s, %s, %s or %s", r.Strategy, Duplicated, StaticWeight, DynamicWeight, Aggregated)
}

func (r *Request) byWeight() ([]Share, error) {
	votes := make(map[string]int64, len(r.Candidates))
	for _, c := range r.Candidates {
		if c.Weight > 0 {
			votes[c.Name] = c.Weight
		}
	}
	if len(votes) == 0 {
		for _, c := range r.Candidates {
			votes[c.Name] = 1
		}
	}
	shares, err := Webster(r.Replicas, votes, nil, Descending(r.UID))
	return dropEmpty(shares), err
}

// clusterReplicas is a cluster and the number of replicas that it is weighted by.
type clusterReplicas struct {
	name     string
	replicas int64
}

// byReplicasDesc is the order in which Karmada looks at clusters. sort.Sort is not stable, as in Karmada: this decides where Aggregated cuts.
type byReplicasDesc []clusterReplicas

func (m byReplicasDesc) Len() int           { return len(m) }
func (m byReplicasDesc) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m byReplicasDesc) Less(i, j int) bool { return m[i].replicas > m[j].replicas }

func (r *Request) byCapacity() ([]Share, error) {
	candidates := make(map[string]bool, len(r.Candidates))
	for _, c := range r.Candidates {
		candidates[c.Name] = true
	}
	var previous []Share // of candidates
	has, assigned := map[string]int64{}, int64(0)
	for _, s := range r.Previous {
		if candidates[s.Name] {
			if s.Replicas < 0 {
				return nil, fmt.Errorf("found %d replicas in cluster %s, expected none or more", s.Replicas, s.Name)
			}
			previous = append(previous, s)
			has[s.Name] += int64(s.Replicas)
			assigned += int64(s.Replicas)
		}
	}
	target := int64(r.Replicas)
	doing := ""
	var from []clusterReplicas
	switch {
	case r.Fresh:
		doing = "do fresh scale"
		for _, c := range r.Candidates {
			from = append(from, clusterReplicas{c.Name, int64(c.Available) + has[c.Name]})
		}
		previous = nil
	case assigned > target:
		doing = "scale down"
		for _, s := range previous {
			from = append(from, clusterReplicas{s.Name, int64(s.Replicas)})
		}
		previous = nil
	case assigned < target:
		doing = "scale up"
		for _, c := range r.Candidates {
			from = append(from, clusterReplicas{c.Name, int64(c.Available)})
		}
		target -= assigned
	default:
		return dropEmpty(previous), nil
	}
	if err := r.enough(from, target); err != nil {
		return nil, fmt.Errorf("failed to %s: %w", doing, err)
	}
	sort.Sort(byReplicasDesc(from))
	if r.Strategy == Aggregated {
		from = fewest(from, previous, target)
	}
	votes := make(map[string]int64, len(from))
	for _, h := range from {
		votes[h.name] = h.replicas
	}
	shares, err := Webster(int32(target), votes, nil, Descending(r.UID))
	if err != nil {
		return nil, err
	}
	return merge(shares, previous), nil
}

// enough returns an error if the sum is less than the target. Karmada sums in 32 bits.
func (r *Request) enough(from []clusterReplicas, target int64) error {
	sum := int64(0)
	for _, h := range from {
		sum += h.replicas
		if h.replicas > math.MaxInt32 && target > 0 {
			return &OverflowError{In: "cluster " + h.name, Value: h.replicas}
		}
	}
	for _, c := range r.Candidates {
		if c.Available == TooMany {
			return &OverflowError{In: "cluster " + c.Name}
		}
	}
	switch {
	case sum < target:
		return &NotEnoughError{max(sum, 0)}
	case int64(int32(sum)) < target:
		return &OverflowError{In: "all clusters together", Value: sum}
	}
	return nil
}

// fewest returns the shortest prefix that can take the target. Clusters that already have replicas come first.
func fewest(from []clusterReplicas, previous []Share, target int64) []clusterReplicas {
	has := make(map[string]bool, len(previous))
	for _, s := range previous {
		if s.Replicas > 0 {
			has[s.Name] = true
		}
	}
	ordered := make([]clusterReplicas, 0, len(from))
	for _, first := range []bool{true, false} {
		for _, h := range from {
			if has[h.name] == first {
				ordered = append(ordered, h)
			}
		}
	}
	for i, h := range ordered {
		if target -= h.replicas; target <= 0 {
			return ordered[:i+1]
		}
	}
	return ordered
}

// merge adds what clusters have to what they get. Clusters that get nothing come last.
func merge(shares, previous []Share) []Share {
	kept := make(map[string]int32, len(previous))
	for _, s := range previous {
		kept[s.Name] += s.Replicas
	}
	for i := range shares {
		shares[i].Replicas += kept[shares[i].Name]
		delete(kept, shares[i].Name)
	}
	got := len(shares)
	for name, replicas := range kept {
		shares = append(shares, Share{name, replicas})
	}
	slices.SortFunc(shares[got:], func(a, b Share) int { return strings.Compare(a.Name, b.Name) })
	return dropEmpty(shares)
}

// dropEmpty returns the shares that have replicas.
func dropEmpty(shares []Share) []Share {
	return slices.DeleteFunc(slices.Clone(shares), func(s Share) bool { return s.Replicas <= 0 })
}
