package thirdparty

import (
	"math"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// toTable returns a copy of decoded JSON as the scripts see it.
//
//  1. Every number is a float64.
//  2. Null members are absent. Null elements of a list are left out.
//  3. An empty list is an empty object: both are the same empty table. So a list has at least one element.
//
// A value that is not JSON, is too deep, or contains itself is an error.
func toTable(v any) (any, error) {
	copied, err := jsontree.Clone(v)
	if err != nil {
		return nil, err
	}
	return normal(copied), nil
}

// normal converts a value that the caller owns.
func normal(v any) any {
	switch t := v.(type) {
	case int64:
		return float64(t)
	case map[string]any:
		if t == nil {
			return nil
		}
		for key, e := range t {
			if e = normal(e); e == nil {
				delete(t, key)
			} else {
				t[key] = e
			}
		}
	case []any:
		if t == nil {
			return nil
		}
		kept := t[:0]
		for _, e := range t {
			if e = normal(e); e != nil {
				kept = append(kept, e)
			}
		}
		if len(kept) == 0 {
			return map[string]any{}
		}
		return slices.Clip(kept)
	}
	return v
}

// fromTable converts a value of the scripts to decoded JSON, in place. The empty objects and lists in it are kept where one of the
// references has an empty one at the same path, of the type that it has there, and left out elsewhere. A path consists of the names of
// members; elements have the path of their list. An object or list that becomes empty this way stays.
//
// Numbers become int64 if they are whole and fit. An infinite number, and one that is not a number, are errors.
func (r *run) fromTable(v any, references ...any) any {
	return r.restore(v, emptiesOf(references))
}

func (r *run) restore(v any, e *empties) any {
	switch t := v.(type) {
	case float64:
		return r.integer(t)
	case map[string]any:
		for key, member := range t {
			if member = r.member(member, e.at(key)); member == nil {
				delete(t, key)
			} else {
				t[key] = member
			}
		}
	case []any:
		kept := t[:0]
		for _, element := range t {
			if element = r.member(element, e); element != nil {
				kept = append(kept, element)
			}
		}
		return slices.Clip(kept)
	}
	return v
}

// member restores a value in an object or a list; nil for an empty one that is left out.
func (r *run) member(v any, e *empties) any {
	if !isEmpty(v) {
		return r.restore(v, e)
	}
	switch {
	case e != nil && e.object:
		return map[string]any{}
	case e != nil && e.list:
		return []any{}
	}
	return nil
}

// integer returns a number as JSON text has it: the shortest digits that are the same float64, and an integer if int64 holds these.
func (r *run) integer(n float64) any {
	switch size := math.Abs(n); {
	case size < 1<<53 && n == math.Trunc(n):
		return int64(n)
	case size < 1e21 && n == math.Trunc(n):
		if i, err := strconv.ParseInt(strconv.FormatFloat(n, 'f', -1, 64), 10, 64); err == nil {
			return i
		}
	case n-n != 0:
		r.fail(nil, "the result has the number %v, expected a finite one", n)
	}
	return n
}

// empties are the empty objects and lists of the references at a path and below it. A nil empties is empty.
type empties struct {
	object, list bool
	members      map[string]*empties
}

func emptiesOf(references []any) *empties {
	var all *empties
	for _, v := range references {
		all = all.add(v)
	}
	return all
}

// add returns the empties with those of a value.
func (e *empties) add(v any) *empties {
	switch t := v.(type) {
	case map[string]any:
		if t != nil && len(t) == 0 {
			e = e.known()
			e.object = true
		}
		for key, member := range t {
			if below := e.at(key).add(member); below != nil {
				e = e.known()
				if e.members == nil {
					e.members = map[string]*empties{}
				}
				e.members[key] = below
			}
		}
	case []any:
		if t != nil && len(t) == 0 {
			e = e.known()
			e.list = true
		}
		for _, element := range t {
			e = e.add(element)
		}
	}
	return e
}

func (e *empties) known() *empties {
	if e == nil {
		return &empties{}
	}
	return e
}

func (e *empties) at(key string) *empties {
	if e == nil {
		return nil
	}
	return e.members[key]
}
