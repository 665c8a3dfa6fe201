package jsonpath

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// nothing is the value of a root that is null, and of the body of a range without elements.
type nothing struct{}

// maxSteps limits the number of values that the evaluations with one [Steps] visit and find.
const maxSteps = 1 << 20

var errTooManySteps = fmt.Errorf("more than %d steps", maxSteps)

// Steps counts the steps of evaluations. The zero Steps has counted none.
type Steps struct{ steps int }

// count adds steps, and is an error if there are too many.
func (s *Steps) count(n int) error {
	if s.steps += n; s.steps > maxSteps {
		s.steps = maxSteps
		return errTooManySteps
	}
	return nil
}

// evaluation is one evaluation of a template.
type evaluation struct {
	*Steps
	ranges
}

// walk applies a node to values. With an error it returns what a filter without an operator counts.
func (e *evaluation) walk(in []any, n node) ([]any, error) {
	if err := e.count(len(in) + 1); err != nil {
		return nil, err
	}
	switch n := n.(type) {
	case list:
		return e.list(in, n)
	case constant:
		return []any{string(n)}, nil
	case literal:
		return slices.Repeat([]any{n.value}, len(in)), nil
	case field:
		return fields(in, string(n))
	case wildcard:
		return e.members(in)
	case descent:
		return e.descend(nil, in)
	case span:
		return e.span(in, n)
	case filter:
		return e.filter(in, n)
	case union:
		return e.union(in, n)
	case word:
		return e.word(in, string(n))
	}
	return in, fmt.Errorf("unknown node %T", n)
}

func (e *evaluation) list(in []any, steps list) (_ []any, err error) {
	for _, step := range steps {
		if in, err = e.walk(in, step); err != nil {
			return in, err
		}
	}
	return in, nil
}

// fields returns the members with a name. If there are values, one must have it.
func fields(in []any, name string) (found []any, err error) {
	for _, v := range in {
		if object, ok := v.(map[string]any); ok {
			if member, ok := object[name]; ok {
				found = append(found, member)
			}
		}
	}
	if len(in) > 0 && len(found) == 0 {
		return nil, fmt.Errorf("%s is not found", clip(name))
	}
	return found, nil
}

// elements returns the members of an object by their keys, the elements of a list, or the bytes of a string.
func elements(v any) (all []any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, v[key])
		}
	case []any:
		return v
	case string:
		for i := range len(v) {
			all = append(all, v[i])
		}
	}
	return all
}

// sizeOf returns the number of elements of a value.
func sizeOf(v any) int {
	switch v := v.(type) {
	case map[string]any:
		return len(v)
	case []any:
		return len(v)
	case string:
		return len(v)
	}
	return 0
}

func (e *evaluation) members(in []any) (all []any, err error) {
	for _, v := range in {
		if err := e.count(sizeOf(v)); err != nil {
			return nil, err
		}
		all = append(all, elements(v)...)
	}
	return all, nil
}

// descend adds all values that have elements, each before what it contains.
func (e *evaluation) descend(all, in []any) ([]any, error) {
	for _, v := range in {
		if err := e.count(1); err != nil {
			return nil, err
		}
		if text, ok := v.(string); ok && text != "" { // its bytes contain nothing
			all = append(all, v)
			continue
		}
		if size := sizeOf(v); e.steps+size > maxSteps {
			return nil, errTooManySteps
		}
		if inside := elements(v); len(inside) > 0 {
			var err error
			if all, err = e.descend(append(all, v), inside); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (e *evaluation) union(in []any, parts union) (all []any, err error) {
	for _, part := range parts {
		found, err := e.list(in, part)
		if err != nil {
			return in, err
		}
		if err := e.count(len(found)); err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// span returns the elements of lists. A span without elements ends the step: lists after it are not read.
func (e *evaluation) span(in []any, s span) (all []any, err error) {
	for _, v := range in {
		if v == nil {
			continue
		}
		values, ok := v.([]any)
		if !ok {
			return in, fmt.Errorf("found %T, expected a list", v)
		}
		start, end := s.within(len(values))
		if start == end {
			return all, nil
		}
		if start < 0 || start >= len(values) || end < 0 || end > len(values) || start > end {
			return in, fmt.Errorf("the elements from %d to %d are not in a list of %d", start, end, len(values))
		}
		step := 1
		if s.step.known {
			step = s.step.value
		}
		if step <= 0 {
			return in, errors.New("the step is not positive")
		}
		before := len(all)
		for i := start; i < end && i >= start; i += step {
			all = append(all, values[i])
		}
		if err := e.count(len(all) - before); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// within returns the bounds for a list of n elements. Negative bounds count from its end.
func (s span) within(n int) (start, end int) {
	if start, end = s.start.value, s.end.value; start < 0 {
		start += n
	}
	if !s.end.known {
		return start, n
	}
	if end < 0 || end == 0 && s.end.derived {
		end += n
	}
	return start, end
}
