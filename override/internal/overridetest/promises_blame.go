package overridetest

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// requireBlame checks promise 8, for a result whose Object has not been called yet.
func requireBlame(t testing.TB, before any, result *override.Result) {
	t.Helper()
	changes := result.Changes()
	replay := Written(before)
	for i, c := range changes {
		replay.Take(c.Pointer, c, i)
	}
	texts := make([]string, len(changes))
	for i, c := range changes {
		texts[i] = AsJSON(t, c)
	}
	after := replay.Value()
	differ := differing(before, after)
	differs := map[string]bool{}
	for _, p := range differ {
		differs[p.String()] = true
	}
	first := map[string]string{}
	for _, again := range []bool{false, true} {
		if again {
			annotated, err := result.AnnotatedYAML()
			require.NoError(t, err)
			requireAnnotated(t, before, result, string(annotated))
		}
		for _, p := range differ {
			c, found := result.Blame(p)
			require.True(t, found, "promise 8: nothing is blamed for %s", p)
			text := AsJSON(t, c)
			if again {
				require.Equal(t, first[p.String()], text, "promise 8: another answer for %s after Object was called", p)
			}
			first[p.String()] = text
			require.True(t, slices.Contains(texts, text), "promise 8: %+v is not one of the changes", c)
			if want := replay.blamed(p); want >= 0 {
				require.Equal(t, texts[want], text, "promise 8: %s", p)
			}
		}
		for _, p := range leaves(nil, nil, after) {
			if !differs[p.String()] {
				c, found := result.Blame(p)
				require.False(t, found, "promise 8: %s does not differ, but %+v is blamed", p, c)
			}
		}
	}
}

// leaves appends the pointers of scalars and of empty maps and lists.
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

// differing returns the leaves of both documents that differ in the other one.
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

// replayed is a value with the last change of each part.
type replayed struct {
	Scalar any
	Keys   map[string]*replayed
	Items  []*replayed
	IsList bool
	By     int            // the last change of it, or in it; -1: none
	Moved  int            // the last change that moved it as an element of a list
	Gone   map[string]int // the removed keys, with their changes
}

func Written(v any) *replayed { return newReplayed(v, -1) }

func newReplayed(v any, by int) *replayed {
	r := &replayed{By: by, Moved: -1, Gone: map[string]int{}}
	switch v := v.(type) {
	case map[string]any:
		r.Keys = map[string]*replayed{}
		for key, child := range v {
			r.Keys[key] = newReplayed(child, by)
		}
	case []any:
		r.IsList = true
		for _, child := range v {
			r.Items = append(r.Items, newReplayed(child, by))
		}
	default:
		r.Scalar = v
	}
	return r
}

func (r *replayed) Value() any {
	switch {
	case r.Keys != nil:
		m := map[string]any{}
		for key, child := range r.Keys {
			m[key] = child.Value()
		}
		return m
	case r.IsList:
		l := []any{}
		for _, child := range r.Items {
			l = append(l, child.Value())
		}
		return l
	}
	return r.Scalar
}

// Take applies a change; p is the rest of its pointer.
func (r *replayed) Take(p jsontree.Pointer, c override.Change, number int) {
	if len(p) == 0 {
		r.become(c.New, number)
		return
	}
	r.By = number
	if r.Keys != nil {
		switch child := r.Keys[p[0]]; {
		case child != nil && (len(p) > 1 || c.Op == jsontree.Replace):
			child.Take(p[1:], c, number)
		case c.Op == jsontree.Remove:
			delete(r.Keys, p[0])
			r.Gone[p[0]] = number
		default:
			r.Put(p[0], c.New, number)
		}
		return
	}
	i, _ := strconv.Atoi(p[0])
	switch {
	case len(p) > 1 || c.Op == jsontree.Replace:
		r.Items[i].Take(p[1:], c, number)
		return
	case c.Op == jsontree.Remove:
		r.Items = slices.Delete(r.Items, i, i+1)
	default:
		r.Items = slices.Insert(r.Items, i, newReplayed(c.New, number))
		i++
	}
	for _, after := range r.Items[i:] {
		after.Moved = number
	}
}

func (r *replayed) Put(key string, v any, number int) {
	r.Keys[key] = newReplayed(v, number)
	delete(r.Gone, key)
}

// become replaces the value. Equal parts at the same place inside are kept.
func (r *replayed) become(v any, number int) {
	if jsontree.Equal(r.Value(), v) {
		return
	}
	r.By = number
	switch v := v.(type) {
	case map[string]any:
		if r.Keys == nil {
			break
		}
		for key := range r.Keys {
			if _, stays := v[key]; !stays {
				delete(r.Keys, key)
				r.Gone[key] = number
			}
		}
		for key, child := range v {
			if r.Keys[key] == nil {
				r.Put(key, child, number)
			} else {
				r.Keys[key].become(child, number)
			}
		}
		return
	case []any:
		if !r.IsList {
			break
		}
		r.Items = r.Items[:min(len(r.Items), len(v))]
		for i := range v {
			if i < len(r.Items) {
				r.Items[i].become(v[i], number)
			} else {
				r.Items = append(r.Items, newReplayed(v[i], number))
			}
		}
		return
	}
	moved := r.Moved
	*r = *newReplayed(v, number)
	r.Moved = moved
}

// blamed returns the index of the change that decided the value at a place, or -1 if a replay cannot find it.
func (r *replayed) blamed(p jsontree.Pointer) int {
	moved := r.Moved
	for depth, token := range p {
		switch i, err := strconv.Atoi(token); {
		case r.Keys != nil && r.Keys[token] != nil:
			r = r.Keys[token]
		case r.Keys != nil:
			if number, gone := r.Gone[token]; gone && depth == len(p)-1 {
				return number
			}
			return -1 // it may have been removed before
		case err == nil && i >= 0 && i < len(r.Items):
			r = r.Items[i]
		default:
			return -1
		}
		moved = max(moved, r.Moved)
	}
	if r.By >= 0 {
		return r.By
	}
	return moved
}
