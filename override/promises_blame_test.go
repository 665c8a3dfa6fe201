package override_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// requireBlame is promise 8, of a result that nobody has asked for its object yet.
func requireBlame(t testing.TB, before any, result *override.Result) {
	t.Helper()
	changes := result.Changes()
	replay := written(before)
	for i, c := range changes {
		replay.take(c.Pointer, c, i)
	}
	first := map[string]string{}
	for _, again := range []bool{false, true} {
		if again {
			annotated, err := result.AnnotatedYAML()
			require.NoError(t, err)
			requireAnnotated(t, before, result, string(annotated))
		}
		for _, p := range differing(before, replay.value()) {
			c, found := result.Blame(p)
			require.True(t, found, "promise 8: nothing is blamed for %s", p)
			if again {
				require.Equal(t, first[p.String()], asJSON(t, c), "promise 8: the object has been asked for, and %s has another answer", p)
			}
			first[p.String()] = asJSON(t, c)
			at := slices.IndexFunc(changes, func(other override.Change) bool { return asJSON(t, other) == asJSON(t, c) })
			require.NotEqual(t, -1, at, "promise 8: %+v is none of the changes", c)
			if want := replay.blamed(p); want >= 0 {
				require.Equal(t, asJSON(t, changes[want]), asJSON(t, c), "promise 8: %s", p)
			}
		}
		for _, p := range leaves(nil, nil, replay.value()) {
			if !slices.ContainsFunc(differing(before, replay.value()), p.Equal) {
				c, found := result.Blame(p)
				require.False(t, found, "promise 8: %s does not differ, and %+v is blamed", p, c)
			}
		}
	}
}

// leaves adds the places of scalars, and of maps and lists that are empty.
func leaves(all []jsontree.Pointer, at jsontree.Pointer, v any) []jsontree.Pointer {
	switch v := v.(type) {
	case map[string]any:
		for key, child := range v {
			all = leaves(all, at.Child(key), child)
		}
		if len(v) > 0 {
			return all
		}
	case []any:
		for i, child := range v {
			all = leaves(all, at.Index(i), child)
		}
		if len(v) > 0 {
			return all
		}
	}
	return append(all, at.Child())
}

// differing is the leaves of both documents that are not the same in the other one.
func differing(before, after any) []jsontree.Pointer {
	var all []jsontree.Pointer
	for _, p := range leaves(leaves(nil, nil, before), nil, after) {
		was, had := jsontree.Get(before, p)
		is, has := jsontree.Get(after, p)
		if (had != has || !jsontree.Equal(was, is)) && !slices.ContainsFunc(all, p.Equal) {
			all = append(all, p)
		}
	}
	return all
}

// replayed is a value that knows which change was the last to put it where it is.
type replayed struct {
	scalar any
	keys   map[string]*replayed
	items  []*replayed
	isList bool
	by     int            // the last change of it, or in it; -1: there was none
	moved  int            // the last change that moved it as an element of a list
	gone   map[string]int // the keys that changes took away
}

func written(v any) *replayed { return newReplayed(v, -1) }

func newReplayed(v any, by int) *replayed {
	r := &replayed{by: by, moved: -1, gone: map[string]int{}}
	switch v := v.(type) {
	case map[string]any:
		r.keys = map[string]*replayed{}
		for key, child := range v {
			r.keys[key] = newReplayed(child, by)
		}
	case []any:
		r.isList = true
		for _, child := range v {
			r.items = append(r.items, newReplayed(child, by))
		}
	default:
		r.scalar = v
	}
	return r
}

func (r *replayed) value() any {
	switch {
	case r.keys != nil:
		m := map[string]any{}
		for key, child := range r.keys {
			m[key] = child.value()
		}
		return m
	case r.isList:
		l := []any{}
		for _, child := range r.items {
			l = append(l, child.value())
		}
		return l
	}
	return r.scalar
}

// take carries out a change, of which p is the rest of its place.
func (r *replayed) take(p jsontree.Pointer, c override.Change, number int) {
	if len(p) == 0 {
		r.become(c.New, number)
		return
	}
	r.by = number
	if r.keys != nil {
		switch child := r.keys[p[0]]; {
		case child != nil && (len(p) > 1 || c.Op == jsontree.Replace):
			child.take(p[1:], c, number)
		case c.Op == jsontree.Remove:
			delete(r.keys, p[0])
			r.gone[p[0]] = number
		default:
			r.put(p[0], c.New, number)
		}
		return
	}
	i, _ := strconv.Atoi(p[0])
	switch {
	case len(p) > 1 || c.Op == jsontree.Replace:
		r.items[i].take(p[1:], c, number)
		return
	case c.Op == jsontree.Remove:
		r.items = slices.Delete(r.items, i, i+1)
	default:
		r.items = slices.Insert(r.items, i, newReplayed(c.New, number))
		i++
	}
	for _, behind := range r.items[i:] {
		behind.moved = number
	}
}

func (r *replayed) put(key string, v any, number int) {
	r.keys[key] = newReplayed(v, number)
	delete(r.gone, key)
}

// become puts another value in this place. What is alike in the same place inside stays as it was.
func (r *replayed) become(v any, number int) {
	if jsontree.Equal(r.value(), v) {
		return
	}
	r.by = number
	switch v := v.(type) {
	case map[string]any:
		if r.keys == nil {
			break
		}
		for key := range r.keys {
			if _, stays := v[key]; !stays {
				delete(r.keys, key)
				r.gone[key] = number
			}
		}
		for key, child := range v {
			if r.keys[key] == nil {
				r.put(key, child, number)
			} else {
				r.keys[key].become(child, number)
			}
		}
		return
	case []any:
		if !r.isList {
			break
		}
		r.items = r.items[:min(len(r.items), len(v))]
		for i := range v {
			if i < len(r.items) {
				r.items[i].become(v[i], number)
			} else {
				r.items = append(r.items, newReplayed(v[i], number))
			}
		}
		return
	}
	moved := r.moved
	*r = *newReplayed(v, number)
	r.moved = moved
}

// blamed is the number of the change that decided what is at a place; -1 where a replay cannot tell.
func (r *replayed) blamed(p jsontree.Pointer) int {
	moved := r.moved
	for depth, token := range p {
		switch i, err := strconv.Atoi(token); {
		case r.keys != nil && r.keys[token] != nil:
			r = r.keys[token]
		case r.keys != nil:
			if number, gone := r.gone[token]; gone && depth == len(p)-1 {
				return number
			}
			return -1 // what was inside may have gone before
		case err == nil && i >= 0 && i < len(r.items):
			r = r.items[i]
		default:
			return -1
		}
		moved = max(moved, r.moved)
	}
	if r.by >= 0 {
		return r.by
	}
	return moved
}
