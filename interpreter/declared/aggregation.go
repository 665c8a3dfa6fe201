package declared

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Aggregation defines how the values of the members become one value. A value that is absent in a member's status counts as zero, because
// the member left the zero value out. Latest, Concatenate and First skip it instead.
type Aggregation string

// The aggregations.
const (
	Sum         Aggregation = "sum"         // of integers; 0 without any member; an error beyond int64
	Max         Aggregation = "max"         // of integers; nothing without any member
	Min         Aggregation = "min"         // of integers; nothing without any member
	Latest      Aggregation = "latest"      // of times (RFC 3339), written as the member wrote it; among equal times, the least string
	AllTrue     Aggregation = "allTrue"     // whether the value of every member is true; nothing without any member
	Concatenate Aggregation = "concatenate" // the elements of lists: sorted, without duplicates and nulls; nothing without any element
	First       Aggregation = "first"       // any value, from the first cluster by name that has one
)

// member is the value of a member's field; nil if it is absent.
type member struct {
	cluster string
	value   any
}

func (m member) owner() string { return fmt.Sprintf("cluster %q", m.cluster) }

// fold makes one value, which shares nothing with the values of the members; nil for nothing.
type fold func(at jsontree.Pointer, members []member) (any, error)

// foldOf returns the fold of an aggregation; nil if it is unknown.
func foldOf(a Aggregation) fold {
	switch a {
	case Sum:
		return sum
	case Max:
		return extreme(func(a, b int64) int64 { return max(a, b) })
	case Min:
		return extreme(func(a, b int64) int64 { return min(a, b) })
	case Latest:
		return latest
	case AllTrue:
		return allTrue
	case Concatenate:
		return concatenate
	case First:
		return first
	}
	return nil
}

// sum adds without bounds, so that only the total must fit.
func sum(at jsontree.Pointer, members []member) (any, error) {
	var total big.Int
	for _, m := range members {
		n, err := integer(at, m.value)
		if err != nil {
			return nil, of(m.owner(), err)
		}
		total.Add(&total, big.NewInt(n))
	}
	if !total.IsInt64() {
		return nil, &valueError{at: at, reason: "totals " + total.String() + " over all clusters, expected a sum that fits int64"}
	}
	return total.Int64(), nil
}

func extreme(choose func(a, b int64) int64) fold {
	return func(at jsontree.Pointer, members []member) (any, error) {
		var found any
		for _, m := range members {
			n, err := integer(at, m.value)
			if err != nil {
				return nil, of(m.owner(), err)
			}
			if old, ok := found.(int64); ok {
				n = choose(old, n)
			}
			found = n
		}
		return found, nil
	}
}

func latest(at jsontree.Pointer, members []member) (any, error) {
	var found any
	var when time.Time
	for _, m := range members {
		if m.value == nil {
			continue
		}
		written, _ := m.value.(string)
		var t time.Time
		if t.UnmarshalText([]byte(written)) != nil {
			return nil, of(m.owner(), unexpected(at, m.value, "a time as of RFC 3339"))
		}
		if old, ok := found.(string); !ok || t.After(when) || t.Equal(when) && written < old {
			found, when = written, t
		}
	}
	return found, nil
}

func allTrue(at jsontree.Pointer, members []member) (any, error) {
	if len(members) == 0 {
		return nil, nil
	}
	all := true
	for _, m := range members {
		b, ok := m.value.(bool)
		if !ok && m.value != nil {
			return nil, of(m.owner(), unexpected(at, m.value, "a boolean"))
		}
		all = all && b
	}
	return all, nil
}

func first(at jsontree.Pointer, members []member) (any, error) {
	for _, m := range members {
		if m.value == nil {
			continue
		}
		v, err := jsontree.Clone(m.value)
		if err != nil {
			return nil, of(m.owner(), &valueError{at: at, reason: "is not valid JSON: " + err.Error()})
		}
		return v, nil
	}
	return nil, nil
}

// concatenate treats elements as equal if their JSON is equal: 1 and 1.0 are.
func concatenate(at jsontree.Pointer, members []member) (any, error) {
	var all []element
	for _, m := range members {
		if m.value == nil {
			continue
		}
		list, ok := m.value.([]any)
		if !ok {
			return nil, of(m.owner(), unexpected(at, m.value, "a list"))
		}
		for i, v := range list {
			if isNull(v) {
				continue
			}
			v, err := jsontree.Clone(v)
			if err != nil {
				return nil, of(m.owner(), &valueError{at: at.Index(i), reason: "is not valid JSON: " + err.Error()})
			}
			text, err := json.Marshal(v)
			if err != nil {
				return nil, of(m.owner(), unexpected(at.Index(i), v, "JSON"))
			}
			all = append(all, element{v, string(text)})
		}
	}
	slices.SortStableFunc(all, element.compare)
	all = slices.CompactFunc(all, func(a, b element) bool { return a.json == b.json })
	if len(all) == 0 {
		return nil, nil
	}
	list := make([]any, len(all))
	for i, e := range all {
		list[i] = e.value
	}
	return list, nil
}
