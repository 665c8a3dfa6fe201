package jsonpath

import (
	"errors"
	"fmt"
)

// ranges is the state of the ranges of an evaluation. The words can be anywhere in an action, so they only count, and blocks acts on the counts.
type ranges struct {
	begun, inside, ended int
	last                 int // the index after that of the last action that has ended a range; 0: none has
}

func (e *evaluation) word(in []any, name string) ([]any, error) {
	switch name {
	case "range":
		e.begun++
		return in, nil
	case "end":
		if e.inside == 0 {
			return nil, errors.New("found end, expected it only after range")
		}
		e.ended++
		return nil, nil
	}
	return in, fmt.Errorf("unknown word %s", clip(name))
}

// blocks evaluates the nodes from an index on, and returns the results of each. After a range, the nodes up to its end are evaluated for each of its
// results. If it has no results, they are evaluated once with nothing, only to find the end.
func (e *evaluation) blocks(nodes []node, from int, root any) (all [][]any, err error) {
	for i := from; i < len(nodes); i++ {
		found, err := e.walk([]any{root}, nodes[i])
		if err != nil {
			return nil, err
		}
		if e.ended > 0 && e.ended <= e.inside {
			e.ended--
			e.last = i + 1
			break
		}
		if e.begun == 0 {
			all = append(all, found)
			continue
		}
		e.begun--
		e.inside++
		for _, v := range found {
			if v == (nothing{}) {
				return nil, errors.New("found a range over nothing")
			}
			inner, err := e.blocks(nodes, i+1, rootOf(v))
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
		}
		if len(found) == 0 {
			if _, err := e.blocks(nodes, i+1, nothing{}); err != nil {
				return nil, err
			}
		}
		e.inside--
		if e.last > i+1 {
			i = e.last - 1
		}
	}
	return all, nil
}

// rootOf returns the root for a value. Null has nothing.
func rootOf(v any) any {
	if v == nil {
		return nothing{}
	}
	return v
}
