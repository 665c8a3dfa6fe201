package schedule

import (
	"fmt"
	"math"
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

// fitError counts the reasons. Clusters that are being deleted have none that counts. In short it has no rejections, and no more of the
// summary than a warning shows.
func (s *scheduler) fitError(taken []reached, short bool) *FitError {
	e := &FitError{Clusters: len(s.candidates) + len(s.deleting)}
	if short {
		e.summary = s.summary(taken, maxWarning)
	} else {
		e.summary = s.summary(taken, math.MaxInt)
		e.Rejected = s.rejected(nil, s.reasons(taken), "it was not looked at")
	}
	return e
}

// summary is how many candidates have which first reason, sorted. It ends when it is longer than most: beside what is the same for every
// affinity, which is counted once, there are few reasons.
func (s *scheduler) summary(taken []reached, most int) string {
	if s.tallied.lines == nil {
		s.tallied = s.tally()
	}
	counts := map[string]int{}
	rest := s.tallied.rest
	for _, r := range taken {
		if v := &s.verdicts[r.at]; len(v.before) == 0 {
			counts[karmadaReason(v.after[0])]++
			rest--
		}
	}
	if rest > 0 {
		counts[reasonAffinity] += rest
	}
	same, lines := s.tallied.lines, counted(counts)
	var b strings.Builder
	for len(same)+len(lines) > 0 && b.Len() <= most {
		next := &same
		if len(same) == 0 || len(lines) > 0 && lines[0] < same[0] {
			next = &lines
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString((*next)[0])
		*next = (*next)[1:]
	}
	return b.String()
}

// tally is how many candidates have which first reason, where that is the same for every affinity, and how many others there are.
type tally struct {
	lines []string // not nil
	rest  int
}

func (s *scheduler) tally() tally {
	counts, rest := map[string]int{}, 0
	for i := range s.verdicts {
		if before := s.verdicts[i].before; len(before) > 0 {
			counts[before[0]]++
		} else {
			rest++
		}
	}
	return tally{counted(counts), rest}
}

// counted is a line for each reason, sorted.
func counted(counts map[string]int) []string {
	lines := make([]string, 0, len(counts))
	for reason, n := range counts {
		lines = append(lines, strconv.Itoa(n)+" "+reason)
	}
	slices.Sort(lines)
	return lines
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
