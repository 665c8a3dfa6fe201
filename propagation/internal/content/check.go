// Package content reads the content of unchecked objects, which may have any Go value, and maps that contain themselves. The getters of package
// unstructured must not be called on them: their errors print the values.
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
	// fewValues is the number of values that are checked before it pays to remember which ones were visited.
	fewValues = 1 << 14

	// maxShared limits how many more values a copy may have than the original. A copy repeats shared maps and lists.
	maxShared = 1 << 20
)

// Check returns a *jsontree.Error with the path of the first invalid value, or nil.
//
//  1. Every value is nil, a bool, an int64, a float64 that is a number, a string, or a map[string]any or []any of such values.
//  2. Maps and lists nest at most [jsontree.MaxDepth] levels deep and do not contain themselves.
//  3. Maps and lists may be shared, but the additional size of a copy is limited: copies of nested shared lists grow exponentially.
//
// The first fault is that in the order of the keys. The time is proportional to the number of distinct values.
func Check(object map[string]any) error {
	if jsontree.Copyable(object, fewValues) {
		return nil
	}
	s := checker{visited: map[node]*extent{}}
	_, fault := s.value(object, 0)
	if fault == nil {
		return nil
	}
	slices.Reverse(fault.Where)
	return fault
}

func isNumber(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// node identifies a map, or a list with its length.
type node struct {
	at     uintptr
	length int
}

// extent is what is known about a map or a list.
type extent struct {
	open   bool // the walk is inside it: to visit it again means that it contains itself
	values int  // the size of a copy
	height int  // its levels
}

// checker visits each map and each list once.
type checker struct {
	visited  map[node]*extent
	distinct int
}

func (c *checker) value(v any, depth int) (extent, *jsontree.Error) {
	switch v := v.(type) {
	case nil, string, int64, bool:
		c.distinct++
		return extent{values: 1}, nil
	case float64:
		c.distinct++
		if !isNumber(v) {
			return extent{}, &jsontree.Error{Reason: fmt.Sprintf("is %v, expected a number that JSON can write", v)}
		}
		return extent{values: 1}, nil
	case map[string]any:
		return c.container(node{reflect.ValueOf(v).Pointer(), -1}, len(v), depth, func(visit func(token string, e any) *jsontree.Error) *jsontree.Error {
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if fault := visit(key, v[key]); fault != nil {
					return fault
				}
			}
			return nil
		})
	case []any:
		return c.container(node{reflect.ValueOf(v).Pointer(), len(v)}, len(v), depth, func(visit func(token string, e any) *jsontree.Error) *jsontree.Error {
			for i, e := range v {
				if fault := visit(strconv.Itoa(i), e); fault != nil {
					return fault
				}
			}
			return nil
		})
	}
	return extent{}, &jsontree.Error{Reason: fmt.Sprintf("is a Go %T, expected a JSON value (null, bool, int64, float64, string, list or map of those)", v)}
}

func (c *checker) container(at node, length, depth int, each func(visit func(token string, e any) *jsontree.Error) *jsontree.Error) (extent, *jsontree.Error) {
	if length == 0 {
		c.distinct++
		return extent{values: 1, height: 1}, nil // all empty lists may have the same address
	}
	known := c.visited[at]
	switch {
	case known != nil && known.open:
		return extent{}, &jsontree.Error{Reason: "contains itself"}
	case known == nil:
		known = &extent{open: true, values: 1, height: 1}
		c.visited[at] = known
		c.distinct++
		if depth >= jsontree.MaxDepth {
			return extent{}, tooDeep()
		}
		fault := each(func(token string, e any) *jsontree.Error {
			part, fault := c.value(e, depth+1)
			if fault != nil {
				fault.Where = append(fault.Where, token) // from the inside out
				return fault
			}
			known.values += part.values
			known.height = max(known.height, part.height+1)
			if known.values-c.distinct > maxShared {
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
