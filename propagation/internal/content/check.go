// Package content reads the content of objects that nobody has checked: it may hold any Go value, and maps that contain themselves.
// The getters of package unstructured must not be called on such an object: their errors print what they found.
package content

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

const (
	// fewValues is how many values are checked before it is worth remembering which ones have been met.
	fewValues = 1 << 14

	// maxShared is how many values a copy may have more than the original, because maps and lists in it are copied each time they are met.
	maxShared = 1 << 20
)

// Check reports what is wrong with the content of an object, as a *jsontree.Error with the place. Nil is fine.
//
//  1. Every value is nil, a bool, an int64, a float64 that is a number, a string, or a map[string]any or []any of such values.
//  2. Maps and lists nest at most [jsontree.MaxDepth] deep. None contains itself.
//  3. Maps and lists may be shared, but what a copy has more than the original is bounded: shared lists of shared lists would make it
//     grow beyond all memory.
//
// The first fault in the order of the keys is reported. The time is proportional to the distinct values, whatever is shared.
func Check(object map[string]any) error {
	left := fewValues
	if plain(object, 0, &left) {
		return nil
	}
	s := survey{met: map[node]*extent{}}
	_, fault := s.value(object, 0)
	if fault == nil {
		return nil
	}
	slices.Reverse(fault.Where)
	return fault
}

// plain reports whether a value is found to be right before left values have been looked at. It allocates nothing.
func plain(v any, depth int, left *int) bool {
	*left--
	if *left < 0 || depth > jsontree.MaxDepth {
		return false
	}
	switch v := v.(type) {
	case nil, string, int64, bool:
		return true
	case float64:
		return isNumber(v)
	case map[string]any:
		for _, e := range v {
			if !plain(e, depth+1, left) {
				return false
			}
		}
		return true
	case []any:
		for _, e := range v {
			if !plain(e, depth+1, left) {
				return false
			}
		}
		return true
	}
	return false
}

func isNumber(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// node is a map, or a list of a length.
type node struct {
	at     uintptr
	length int
}

// extent is what is known of a map or a list.
type extent struct {
	open   bool // it is being looked at: to meet it again is to meet it inside itself
	values int  // of a copy
	height int  // how deep it nests
}

// survey looks at each map and each list once.
type survey struct {
	met      map[node]*extent
	distinct int
}

func (s *survey) value(v any, depth int) (extent, *jsontree.Error) {
	switch v := v.(type) {
	case nil, string, int64, bool:
		s.distinct++
		return extent{values: 1}, nil
	case float64:
		s.distinct++
		if !isNumber(v) {
			return extent{}, &jsontree.Error{Reason: fmt.Sprintf("is %v, expected a number that JSON can write", v)}
		}
		return extent{values: 1}, nil
	case map[string]any:
		return s.container(node{reflect.ValueOf(v).Pointer(), -1}, len(v), depth, func(visit func(token string, e any) *jsontree.Error) *jsontree.Error {
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if fault := visit(key, v[key]); fault != nil {
					return fault
				}
			}
			return nil
		})
	case []any:
		return s.container(node{reflect.ValueOf(v).Pointer(), len(v)}, len(v), depth, func(visit func(token string, e any) *jsontree.Error) *jsontree.Error {
			for i, e := range v {
				if fault := visit(strconv.Itoa(i), e); fault != nil {
					return fault
				}
			}
			return nil
		})
	}
	return extent{}, &jsontree.Error{Reason: fmt.Sprintf("is a Go %T, no JSON value (null, bool, int64, float64, string, list or map of those)", v)}
}

func (s *survey) container(at node, length, depth int, each func(visit func(token string, e any) *jsontree.Error) *jsontree.Error) (extent, *jsontree.Error) {
	if length == 0 {
		s.distinct++
		return extent{values: 1, height: 1}, nil // all empty lists may be one
	}
	known := s.met[at]
	switch {
	case known != nil && known.open:
		return extent{}, &jsontree.Error{Reason: "contains itself"}
	case known == nil:
		known = &extent{open: true, values: 1, height: 1}
		s.met[at] = known
		s.distinct++
		if depth >= jsontree.MaxDepth {
			return extent{}, tooDeep()
		}
		fault := each(func(token string, e any) *jsontree.Error {
			part, fault := s.value(e, depth+1)
			if fault != nil {
				fault.Where = append(fault.Where, token) // from the inside out
				return fault
			}
			known.values += part.values
			known.height = max(known.height, part.height+1)
			if known.values-s.distinct > maxShared {
				return &jsontree.Error{Where: jsontree.Pointer{token}, Reason: "shares maps or lists that would make a copy too large"}
			}
			return nil
		})
		if fault != nil {
			return extent{}, fault
		}
		known.open = false
	}
	if depth+known.height > jsontree.MaxDepth {
		return extent{}, tooDeep()
	}
	return *known, nil
}

func tooDeep() *jsontree.Error {
	return &jsontree.Error{Reason: fmt.Sprintf("nests more than %d levels deep", jsontree.MaxDepth)}
}
