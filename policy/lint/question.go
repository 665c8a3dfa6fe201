package lint

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// place is what some objects have at a place.
type place struct{ isMap, isList bool }

// questions returns the lengths of the path prefixes to look up in objects. What an object has there decides whether a finding about the text
// of the path is real:
//
//  1. A map or a list in a map of strings: then the path leads further, and a slash is a slash.
//  2. The parent of a number: in a map, the number is a key, not an index.
func (s *step) questions() []int {
	if s.asked {
		return s.asks
	}
	s.asked = true
	at, ok := s.target()
	if !ok {
		return nil
	}
	if depth := keyWithSlash(at); depth > 0 {
		s.asks = append(s.asks, depth+1)
	}
	for i, token := range at {
		if _, err := strconv.Atoi(token); err == nil && !slices.Contains(s.asks, i) {
			s.asks = append(s.asks, i)
		}
	}
	slices.Sort(s.asks)
	return s.asks
}

// meetPlaces records what an object has at the places that the step asks about.
func (f *facts) meetPlaces(o *object, s *step) {
	asks := s.questions()
	if len(asks) == 0 {
		return
	}
	if f.places == nil {
		f.places = map[int]place{}
	}
	at, _ := s.target()
	value, done := any(o.content), 0
	for _, depth := range asks {
		found := false
		if value, found = jsontree.Get(value, at[done:depth]); !found {
			return
		}
		done = depth
		now := f.places[depth]
		switch value.(type) {
		case map[string]any:
			now.isMap = true
		case []any:
			now.isList = true
		}
		f.places[depth] = now
	}
}
