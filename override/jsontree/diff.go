package jsontree

import (
	"iter"
	"reflect"
	"slices"
	"strconv"
)

// Diff compares two documents, as deep as possible. It yields the changes that turn before into after when they are carried out in order;
// none if the documents are equal.
//
//  1. Objects are compared key by key, in ascending order of the keys: first those that after has, then those that are removed.
//  2. In lists, first surplus elements are removed, from the last one on, or missing ones are appended. Then the elements that both lists have
//     are compared.
//  3. Anything else that is not [Equal] is replaced, and so is a value of another type. The value of the key "" is replaced as a whole, because
//     no edit but Set reaches inside.
//  4. If a document exceeds [MaxDepth] or [MaxSize], there is one change, which replaces the whole document, even if both are the same.
//
// A document that is a scalar cannot be edited: [Tree.Edit] refuses the change that replaces another document by it.
//
// The values are shared with the documents: do not write them. The pointer is valid until the next change; clone it to keep it.
func Diff(before, after any) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		if !Fits(before) || !Fits(after) {
			yield(Change{Op: Replace, Pointer: Pointer{}, Old: before, New: after})
			return
		}
		d := differ{yield: yield}
		d.compare(before, after)
	}
}

// differ walks two documents at once. Each method returns false if no more changes are wanted.
type differ struct {
	at    Pointer
	yield func(Change) bool
}

func (d *differ) compare(before, after any) bool {
	if n := len(d.at); n == 0 || d.at[n-1] != "" {
		switch before := before.(type) {
		case map[string]any:
			if after, ok := after.(map[string]any); ok {
				return d.maps(before, after)
			}
		case []any:
			if after, ok := after.([]any); ok {
				return d.lists(before, after)
			}
		}
	}
	return Equal(before, after) || !isJSON(before) && reflect.DeepEqual(before, after) || d.yield(Change{Op: Replace, Pointer: d.at, Old: before, New: after})
}

func (d *differ) maps(before, after map[string]any) bool {
	keys := differentKeys(before, after)
	for _, key := range keys {
		if is, has := after[key]; has {
			if was, had := before[key]; !d.in(key, func() bool {
				return had && d.compare(was, is) || !had && d.yield(Change{Op: Add, Pointer: d.at, New: is})
			}) {
				return false
			}
		}
	}
	for _, key := range keys {
		if _, has := after[key]; !has {
			if !d.in(key, func() bool { return d.yield(Change{Op: Remove, Pointer: d.at, Old: before[key]}) }) {
				return false
			}
		}
	}
	return true
}

func (d *differ) lists(before, after []any) bool {
	both := min(len(before), len(after))
	for i := len(before) - 1; i >= both; i-- {
		if !d.in(strconv.Itoa(i), func() bool { return d.yield(Change{Op: Remove, Pointer: d.at, InList: true, Old: before[i]}) }) {
			return false
		}
	}
	for i := both; i < len(after); i++ {
		if !d.in(strconv.Itoa(i), func() bool { return d.yield(Change{Op: Add, Pointer: d.at, InList: true, New: after[i]}) }) {
			return false
		}
	}
	for i := range both {
		if !sameScalar(before[i], after[i]) && !d.in(strconv.Itoa(i), func() bool { return d.compare(before[i], after[i]) }) {
			return false
		}
	}
	return true
}

// in calls do at a key or an index of the current value.
func (d *differ) in(token string, do func() bool) bool {
	d.at = append(d.at, token)
	more := do()
	d.at = d.at[:len(d.at)-1]
	return more
}

// differentKeys returns the keys whose values may differ, sorted. The list is usually empty.
func differentKeys(before, after map[string]any) []string {
	var keys []string
	for key, was := range before {
		if is, has := after[key]; !has || !sameScalar(was, is) {
			keys = append(keys, key)
		}
	}
	for key := range after {
		if _, had := before[key]; !had {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// sameScalar reports whether two values are equal without a look inside.
func sameScalar(a, b any) bool {
	switch a.(type) {
	case nil, bool, string, int64:
		return a == b
	}
	return false
}

// isJSON reports whether a value has a type of decoded JSON.
func isJSON(v any) bool {
	switch v.(type) {
	case nil, bool, string, int64, float64, []any, map[string]any:
		return true
	}
	return false
}
