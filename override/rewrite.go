package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// rewrite writes a value at a place, with one edit for each key or element that differs from the current value.
func (r *run) rewrite(at jsontree.Pointer, value any) error {
	now, _ := r.tree.Get(at)
	switch is := value.(type) {
	case map[string]any:
		if was, ok := now.(map[string]any); ok {
			return r.rewriteMap(at, maps.Clone(was), is)
		}
	case []any:
		if was, ok := now.([]any); ok {
			return r.rewriteList(at, slices.Clone(was), is)
		}
	}
	return r.applyEdit(jsontree.Set, at, value)
}

func (r *run) rewriteMap(at jsontree.Pointer, was, is map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if _, stays := is[key]; !stays {
			if err := r.applyEdit(jsontree.Remove, at.Child(key), nil); err != nil {
				return err
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if old, had := was[key]; !had || !jsontree.Equal(old, is[key]) {
			if err := r.applyEdit(jsontree.Set, at.Child(key), is[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

// rewriteList keeps the common prefix and suffix of two lists. It replaces the elements between pair by pair, and removes or adds the
// remaining ones.
func (r *run) rewriteList(at jsontree.Pointer, was, is []any) error {
	begin := 0
	for begin < min(len(was), len(is)) && jsontree.Equal(was[begin], is[begin]) {
		begin++
	}
	was, is = was[begin:], is[begin:]
	for len(was) > 0 && len(is) > 0 && jsontree.Equal(was[len(was)-1], is[len(is)-1]) {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	both := min(len(was), len(is))
	for i := range both {
		if jsontree.Equal(was[i], is[i]) {
			continue
		}
		if err := r.applyEdit(jsontree.Set, at.Index(begin+i), is[i]); err != nil {
			return err
		}
	}
	for i := len(was) - 1; i >= both; i-- {
		if err := r.applyEdit(jsontree.Remove, at.Index(begin+i), nil); err != nil {
			return err
		}
	}
	for i := both; i < len(is); i++ {
		if err := r.applyEdit(jsontree.Add, at.Index(begin+i), is[i]); err != nil {
			return err
		}
	}
	return nil
}
