package selector

import "fmt"

// Rank is how precisely an object was selected. A higher rank is more precise. Policies apply in ascending
// rank: the most precise one wins.
type Rank int

// The ranks, as Karmada numbers them.
const (
	RankNone   Rank = iota // no selector matches
	RankAll                // matched without labels or name
	RankLabels             // matched by a label selector, even an empty one
	RankName               // matched by name
)

// String returns the part of a selector that matched the object.
func (r Rank) String() string {
	switch r {
	case RankNone:
		return "mismatch"
	case RankAll:
		return "match-all"
	case RankLabels:
		return "labelSelector"
	case RankName:
		return "name"
	}
	return fmt.Sprintf("Rank(%d)", int(r))
}

// MarshalText returns String, so that JSON has a word and not a number.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
