package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FitError says that no cluster passes the filters.
type FitError struct {
	Clusters int         // how many there are, with those that are being deleted
	Rejected []Rejection // all of them, sorted by name
	summary  string
}

// Error is Karmada's line: how many clusters have which reason, of each cluster the first. It is for people.
func (e *FitError) Error() string {
	if e.summary == "" {
		return "0/" + strconv.Itoa(e.Clusters) + " clusters are available: no cluster exists."
	}
	return "0/" + strconv.Itoa(e.Clusters) + " clusters are available: " + e.summary + "."
}

// fitError counts the reasons. Clusters that are being deleted have none that counts.
func (s *scheduler) fitError(failed map[string][]string) *FitError {
	counts := map[string]int{}
	for i := range s.candidates {
		if reasons := failed[s.candidates[i].facts.Name]; len(reasons) > 0 {
			counts[reasons[0]]++
		}
	}
	lines := make([]string, 0, len(counts))
	for reason, n := range counts {
		lines = append(lines, strconv.Itoa(n)+" "+reason)
	}
	slices.Sort(lines)
	return &FitError{
		Clusters: len(s.candidates) + len(s.deleting), Rejected: s.rejected(nil, failed, "it was not looked at"), summary: strings.Join(lines, ", "),
	}
}

// UnschedulableError says that the clusters that are left have no room.
type UnschedulableError struct{ Err error }

// Error is the text of Err.
func (e *UnschedulableError) Error() string { return e.Err.Error() }

// Unwrap is Err, a [NotEnoughError] where a number is known.
func (e *UnschedulableError) Unwrap() error { return e.Err }

// OverflowError says that clusters have room for more replicas than an int32 holds. Karmada goes on with what is left of the number, and may
// find no room where there is a lot.
type OverflowError struct {
	In    string // a cluster, or all of them
	Value int64  // how many; 0: it is not known
}

// Error names them.
func (e *OverflowError) Error() string {
	if e.Value == 0 {
		return "found room for more replicas in " + e.In + " than an int32 holds"
	}
	return fmt.Sprintf("found room for %d replicas in %s, expected no more than an int32 holds", e.Value, e.In)
}
