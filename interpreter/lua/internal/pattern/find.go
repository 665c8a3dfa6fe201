package pattern

import "math"

// All is the limit of a search for all matches.
const All = -1

// boundSize is the memory of a bound: 4 bytes, and those of the copies while the list grows.
const boundSize = 20

// Matches is the result of a search.
type Matches struct {
	positions []bool
	size      int      // of a match in bounds
	bounds    []uint32 // the start and the end of each capture of each match
}

// Len returns the number of matches.
func (m *Matches) Len() int { return len(m.bounds) / m.size }

// Captures returns the number of captures of each match. It does not count capture 0, which is the whole match.
func (m *Matches) Captures() int { return len(m.positions) - 1 }

// Capture returns the bounds of a capture of match i, as indexes of the text from 0 on. Capture 0 is the whole match. If isPosition is true,
// begin and end are both the captured position, from 1 on.
func (m *Matches) Capture(i, capture int) (begin, end int, isPosition bool) {
	at := i*m.size + 2*capture
	return int(m.bounds[at]), int(m.bounds[at+1]), m.positions[capture]
}

// Find returns the matches in a string, in order:
//
//  1. The search begins at offset, an index from 0 on. If it is after the end, nothing matches.
//  2. It continues after each match, and one byte further after an empty one.
//  3. It ends after limit matches, or never if limit is [All]. A pattern that starts with "^" is tried once.
//
// Errors are of type [*Error], [ErrBudget], or that of the budget's Poll. The budget's steps are reduced by those that were needed, so a step
// that looks at many bytes may use it up before it ends, but not by more than a few thousand.
func (p *Pattern) Find(text string, offset, limit int, budget *Budget) (*Matches, error) {
	size := 2 * len(p.positions)
	found := &Matches{positions: p.positions, size: size}
	if uint64(len(text)) >= math.MaxUint32 {
		return nil, ErrBudget
	}
	m := matcher{Pattern: p, text: text, meter: meter{budget: budget}, captures: make([]int, size)}
	m.meter.bytes = boundSize * size
	for at := max(offset, 0); at <= len(text); {
		ok, err := m.attempt(at)
		if err != nil {
			return nil, err
		}
		at++
		if ok {
			at = max(at, m.captures[1])
			for _, bound := range m.captures {
				found.bounds = append(found.bounds, uint32(bound))
			}
			m.meter.bytes += boundSize * size
		}
		if found.Len() == limit || p.head {
			break
		}
	}
	return found, m.meter.poll()
}
