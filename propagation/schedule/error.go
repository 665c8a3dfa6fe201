package schedule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FitError means that no cluster passes the filters.
type FitError struct {
	Clusters int         // the number of clusters, including those that are being deleted
	Rejected []Rejection // all of them, sorted by name
	summary  string
}

// Error returns Karmada's message for people: the number of clusters by reason. Only the first reason of each cluster counts.
func (e *FitError) Error() string {
	if e.summary == "" {
		return "0/" + strconv.Itoa(e.Clusters) + " clusters are available: no cluster exists."
	}
	return "0/" + strconv.Itoa(e.Clusters) + " clusters are available: " + e.summary + "."
}

// fitError makes the error of a run in which no cluster passes the filters. A short one has no rejections, and only as much of the summary as a
// warning shows. Clusters that are being deleted are not in the summary.
func (s *scheduler) fitError(taken []reached, short bool) *FitError {
	e := &FitError{Clusters: len(s.known) + len(s.fleet.deleting)}
	if short {
		e.summary = s.summary(taken, maxWarning)
	} else {
		e.summary = s.summary(taken, math.MaxInt)
		e.Rejected = s.rejected(nil, s.reasons(taken), "it was not considered")
	}
	return e
}

// summary returns the number of candidates by first reason, sorted. It ends when it has more characters than limit. Reasons that do not depend on the
// affinity are counted only once for all runs; few others remain.
func (s *scheduler) summary(taken []reached, limit int) string {
	if s.tallied.lines == nil {
		s.tallied = s.tally()
	}
	counts := map[string]int{}
	rest := s.tallied.rest
	for _, r := range taken {
		if v := s.verdict(r.at); v != nil && len(v.before) == 0 {
			counts[karmadaReason(v.after[0])]++
			rest--
		}
	}
	if rest > 0 {
		counts[reasonAffinity] += rest
	}
	same, lines := s.tallied.lines, counted(counts)
	var b strings.Builder
	for n := 0; len(same)+len(lines) > 0 && n <= limit; {
		next := &same
		if len(same) == 0 || len(lines) > 0 && lines[0] < same[0] {
			next = &lines
		}
		if b.Len() > 0 {
			b.WriteString(", ")
			n += len(", ")
		}
		b.WriteString((*next)[0])
		n += utf8.RuneCountInString((*next)[0])
		*next = (*next)[1:]
	}
	return b.String()
}

// tally is the number of candidates by first reason, for reasons that do not depend on the affinity, and the number of all others.
type tally struct {
	lines []string // not nil
	rest  int
}

func (s *scheduler) tally() tally {
	counts, rest := map[string]int{}, len(s.known)
	for i := range s.known {
		if v := s.verdict(i); v != nil && len(v.before) > 0 {
			counts[v.before[0]]++
			rest--
		}
	}
	return tally{counted(counts), rest}
}

// counted returns a line for each reason, sorted.
func counted(counts map[string]int) []string {
	lines := make([]string, 0, len(counts))
	for reason, n := range counts {
		lines = append(lines, strconv.Itoa(n)+" "+reason)
	}
	slices.Sort(lines)
	return lines
}

// UnschedulableError means that the clusters that pass the filters do not have enough capacity.
type UnschedulableError struct{ Err error }

// Error returns the message of Err.
func (e *UnschedulableError) Error() string { return fmt.Sprint(e.Err) }

// Unwrap returns Err, which wraps a [NotEnoughError].
func (e *UnschedulableError) Unwrap() error { return e.Err }

// OverflowError means that clusters have capacity for more replicas than an int32 can represent. Karmada truncates the number and may then find
// too little capacity.
type OverflowError struct {
	In    string // a cluster, or all clusters
	Value int64  // the number of replicas; 0: unknown
}

// Error returns, for example: found capacity for 4000000030 replicas in all clusters together, expected at most an int32.
func (e *OverflowError) Error() string {
	if e.Value == 0 {
		return "found capacity for more replicas in " + e.In + " than fit into an int32"
	}
	return fmt.Sprintf("found capacity for %d replicas in %s, expected at most an int32", e.Value, e.In)
}
